/**
 * CSV for spreadsheets: RFC 4180 quoting, CRLF, a byte order mark for Excel, no cell that a spreadsheet would
 * run as a formula (OWASP "CSV injection"), and no text that it would change into another number or a date.
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

const TIME = String.raw`\d{1,4}:\d{1,2}(?::\d{1,2}(?:\.\d+)?)?(?: ?[ap]m?)?`;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|' +
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = [
  String.raw`\d{1,4}[-/]\d{1,4}`,
  String.raw`\d{1,4}([-/.])\d{1,2}\1\d{1,4}`,
  String.raw`\d{1,2}[-/. ]?${MONTH}(?:[-/. ,]{0,2}\d{2,4})?`,
  String.raw`${MONTH}[-/. ]?\d{1,4}(?:[-/ ,]{1,2}\d{2,4})?`,
  String.raw`\d{2,4}年\d{1,2}月(?:\d{1,2}日)?|\d{1,2}月\d{1,2}日`,
].join('|');
/** Texts without a sign that a spreadsheet of some language turns into another number, a date or a time. */
const CONVERTED = [
  /^(?:\d+\.?\d*|\.\d+)e[+-]?\d+$/i,
  /^\d+(?:,\d+)+(?:\.\d+)?$/,
  /^\d+ \d+\/\d+$/,
  // In brackets it is a negative number.
  /^\(\d[\d.,]*\)$/,
  // A number loses the zeros at both ends: 8517.10 becomes 8517.1.
  /^(?:0\d+\.\d+|\d+\.\d*0)$/,
  new RegExp(`^(?:${TIME}|(?:${DAY})(?:[ T]${TIME})?)$`, 'i'),
];

/** The digits of a plain number without the zeros before them; without those at the end of a fraction too. */
const digitsOf = (number: string): string =>
  number
    .replace(/\.0*$|(\.\d*[1-9])0+$/, '$1')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '');

/**
 * Returns true if a spreadsheet would read the text as a number and change its digits: 19-digit ids, `007`. A number
 * with zeros at its end, as some services send amounts (`123456.0000000000`), stays the same number without them.
 */
const digitsAtRisk = (text: string): boolean =>
  LEADING_ZERO.test(text) || (PLAIN_NUMBER.test(text) && digitsOf(text).length > EXACT_DIGITS);

/** `bare`: the text without the spaces around it. */
const isFormula = (text: string, bare: string): boolean =>
  (FORMULA_START.test(text) || FORMULA_START.test(bare)) && !PLAIN_NUMBER.test(bare);

/**
 * The text of a CSV cell, unquoted. Text that could run as a formula gets a leading apostrophe. A number,
 * also a negative one, stays a number. Digits at risk get a trailing tab, which makes the cell text and is
 * not visible; so does text that only looks like a number or a date (`1E5`, `3/4`). A `value` is a number or
 * a date and stays one. Spreadsheets ignore spaces around a number, so they do not count.
 */
export const csvCell = (text: string, kind: 'text' | 'value' = 'text'): string => {
  const bare = text.trim();
  if (digitsAtRisk(bare) || (kind === 'text' && CONVERTED.some((form) => form.test(bare))))
    return `${text}\t`;
  return isFormula(text, bare) ? `'${text}` : text;
};

/** One record with its line break. A string is text. */
export const csvRow = (cells: readonly (string | { value: string })[]): string => {
  const texts = cells.map((cell) =>
    typeof cell === 'string' ? csvCell(cell) : csvCell(cell.value, 'value'),
  );
  return `${texts.map(quote).join(',')}\r\n`;
};

/** LibreOffice proposes to split at commas, semicolons and tabs alike. It splits nothing inside quotes. */
const quote = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
