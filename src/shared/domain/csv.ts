/**
 * CSV for spreadsheets: RFC 4180 quoting, CRLF, a byte order mark for Excel, and no cell that a spreadsheet
 * would run as a formula (OWASP "CSV injection") or whose digits it would change.
 */

/** Without it Excel reads the file in the system's old code page, which breaks Chinese names. */
export const CSV_BOM = '\uFEFF';

/**
 * Characters that start a formula in Excel, LibreOffice or Sheets; also full-width forms, which CJK editions
 * convert.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const LEADING_ZERO = /^0\d+$/;
/** Spreadsheets round numbers with more digits. */
const EXACT_DIGITS = 15;

/**
 * Returns true if a spreadsheet would read the text as a number and change its digits: 19-digit ids, `007`.
 */
const digitsAtRisk = (text: string): boolean =>
  LEADING_ZERO.test(text) ||
  (PLAIN_NUMBER.test(text) && text.replace(/^-?0*\.?0*/, '').replace('.', '').length > EXACT_DIGITS);

/**
 * The text of a CSV cell, unquoted. Text that could run as a formula gets a leading apostrophe. A number,
 * also a negative one, stays a number. Digits at risk get a trailing tab, which makes the cell text and is
 * not visible.
 */
export const csvCell = (text: string): string => {
  if (digitsAtRisk(text)) return `${text}\t`;
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
};

/** One record with its line break. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => quote(csvCell(cell))).join(',')}\r\n`;

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
