/**
 * CSV as spreadsheets read it: RFC 4180 quoting, CRLF, a byte order mark for Excel, and no cell that a
 * spreadsheet would run as a formula (OWASP "CSV injection") or whose digits it would change.
 */

/** Excel takes a file without it for the system's old code page, which spoils every Chinese name. */
export const CSV_BOM = '\uFEFF';

/**
 * What begins a formula in Excel, LibreOffice or Sheets; full-width forms too, since CJK editions fold them.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const LEADING_ZERO = /^0\d+$/;
/** Beyond these, spreadsheets round. */
const EXACT_DIGITS = 15;

/**
 * True where a spreadsheet would take the text for a number and give back another one: 19-digit ids, `007`.
 */
const digitsAtRisk = (text: string): boolean =>
  LEADING_ZERO.test(text) ||
  (PLAIN_NUMBER.test(text) && text.replace(/^-?0*\.?0*/, '').replace('.', '').length > EXACT_DIGITS);

/**
 * A value as the text of a CSV cell, unquoted. Free text that could run gets a leading apostrophe; a real
 * number, negative or not, stays one; digits at risk get a trailing tab, which spreadsheets take for text and
 * do not show.
 */
export const csvCell = (text: string): string => {
  if (digitsAtRisk(text)) return `${text}\t`;
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
};

/** One record with its line end. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => quote(csvCell(cell))).join(',')}\r\n`;

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
