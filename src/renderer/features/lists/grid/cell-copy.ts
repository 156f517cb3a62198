/**
 * Formats cells as tab-separated text for spreadsheets. Amounts and ids have the digits of the service, and
 * days and times the form of the service, so that a spreadsheet can add and sort them. As in an export, times
 * are in the computer's time zone, and amounts without the error of a float. Text that looks like a formula
 * is not escaped, because the user pastes it; it is not a file for others.
 */
import type { Column, Row } from '#shared/contract/records';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { isNoDate, serverToLocal } from '#shared/domain/time';
import { displayText, type FormatContext, isNumeric } from '../../../format/values';

export const copiedText = (column: Column, row: Row, format: FormatContext): string => {
  const value = row.values[column.key];
  const decimal = isNumeric(column.kind) ? toDecimal(value) : undefined;
  if (decimal !== undefined) return withoutTail(decimal);
  if (column.kind === 'dateTime' || column.kind === 'date')
    return isNoDate(value) ? '' : serverToLocal(String(value), format.offsetMs);
  return displayText(column, value, row.values, format);
};

/**
 * Quotes a field that contains a tab or a line break or begins with a quote, in the way spreadsheets quote
 * it.
 */
const tsvField = (text: string): string =>
  /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** `heads`: the names of the columns, written as the first line. */
export const tableText = (
  rows: readonly Row[],
  columns: readonly Column[],
  format: FormatContext,
  heads: readonly string[] | undefined,
): string =>
  [...(heads ? [heads] : []), ...rows.map((row) => columns.map((column) => copiedText(column, row, format)))]
    .map((line) => line.map(tsvField).join('\t'))
    .join('\n');
