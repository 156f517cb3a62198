/**
 * Formats cells as tab-separated text for spreadsheets. Text that looks like a formula is not escaped, because
 * the user pastes it; it is not a file for others.
 */
import type { Column, Row } from '#shared/contract/records';
import type { FormatContext } from '../../../format/values';
import { copiedText } from '../../../records/copied-text';

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
