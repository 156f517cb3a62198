/**
 * Cells as a spreadsheet takes them: tab-separated text. Amounts, ids and days are what the service sent,
 * digit for digit, not as the screen words them, so that they can be added up and sorted. Text that looks
 * like a formula is left as it is: it goes to where the user pastes it, not into a file for others.
 */
import type { Column, Row } from '#shared/contract/records';
import { toDecimal } from '#shared/domain/money';
import { isNoDate } from '#shared/domain/time';
import { displayText, type FormatContext, isNumeric } from '../../../format/values';

export const copiedText = (column: Column, row: Row, format: FormatContext): string => {
  const value = row.values[column.key];
  const decimal = isNumeric(column.kind) ? toDecimal(value) : undefined;
  if (decimal !== undefined) return decimal;
  if (column.kind === 'dateTime' || column.kind === 'date') return isNoDate(value) ? '' : String(value);
  return displayText(column, value, row.values, format);
};

/** A field with a tab, a line break or a leading quote is quoted, as spreadsheets themselves copy it. */
const tsvField = (text: string): string =>
  /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** `heads`: the columns' names as a first line. */
export const tableText = (
  rows: readonly Row[],
  columns: readonly Column[],
  format: FormatContext,
  heads: readonly string[] | undefined,
): string =>
  [...(heads ? [heads] : []), ...rows.map((row) => columns.map((column) => copiedText(column, row, format)))]
    .map((line) => line.map(tsvField).join('\t'))
    .join('\n');
