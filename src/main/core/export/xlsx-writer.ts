/**
 * Writes a list as a workbook with one sheet (ECMA-376, "Office Open XML"): a bold, frozen header with
 * filters, amounts as numbers, dates as dates, everything else as text. fflate zips it while it grows. Cells
 * are inline strings, so no table of all texts has to stay in memory.
 *
 * - A decimal with at most fifteen digits is a number; a longer one is text, like an id.
 * - Text is never a formula, whatever it begins with.
 * - Control characters that XML does not allow are written with Excel's escape (`_x0001_`).
 */
import Big from 'big.js';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { cutText } from '#shared/domain/cut-text';
import type { Column } from '#shared/contract/records';
import { parseServerTime } from '#shared/domain/time';
import { toBase64 } from './base64';
import type { Cell } from './cell-value';
import type { SheetWriter } from './sheet-writer';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const DAY_MS = 86_400_000;
/** Days from Excel's day 0 to the Unix epoch; right for every date after its imaginary 29 February 1900. */
const EPOCH_DAY = 25_569;
/** Excel's limit of characters per cell. */
const MAX_TEXT = 32_767;
const STYLE = { head: 1, date: 2, dateTime: 3 } as const;
/** Characters of XML that are passed to the compressor at once. */
const PIECE = 65_536;

/** A low level: the user waits for the export, and speed matters more than a few kilobytes. */
const LEVEL = 3;

export const createXlsxWriter = (
  columns: readonly Pick<Column, 'kind'>[],
  labels: readonly string[],
  sheetName: string,
): SheetWriter => {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    if (bytes.length > 0) ready.push(bytes);
  });
  const part = (name: string, xml: string): void => {
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    file.push(strToU8(HEAD + xml), true);
  };
  part('[Content_Types].xml', CONTENT_TYPES);
  part('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>` +
      `<sheet name="${escaped(safeSheetName(sheetName))}" sheetId="1" r:id="rId1"/>` +
      '</sheets></workbook>',
  );
  part(
    'xl/_rels/workbook.xml.rels',
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  );
  part('xl/styles.xml', STYLES);

  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: LEVEL });
  zip.add(sheet);
  const letters = labels.map((_, index) => columnName(index));
  let rows = 1;
  let ended = false;
  let rest = new Uint8Array(0);
  let xml =
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews>${widths(columns)}<sheetData>` +
    `<row r="1">${labels.map((label, index) => inlineText(`${letters[index]}1`, label, STYLE.head)).join('')}</row>`;
  const flush = (final: boolean): void => {
    sheet.push(strToU8(xml), final);
    xml = '';
  };
  return {
    row: (cells) => {
      rows += 1;
      xml += `<row r="${rows}">${cells.map((cell, index) => cellXml(`${letters[index]}${rows}`, cell)).join('')}</row>`;
      if (xml.length >= PIECE) flush(false);
    },
    end: () => {
      xml += `</sheetData><autoFilter ref="A1:${letters.at(-1)}${rows}"/></worksheet>`;
      flush(true);
      zip.end();
      ended = true;
    },
    take: () => {
      const bytes = concatenated([rest, ...ready.splice(0)]);
      // Only whole groups of three until the end: pieces are concatenated as text, and base64 padding may
      // only be at the end.
      const whole = ended ? bytes.length : bytes.length - (bytes.length % 3);
      rest = bytes.slice(whole);
      return toBase64(bytes.subarray(0, whole));
    },
  };
};

const cellXml = (at: string, cell: Cell): string => {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return inlineText(at, cell.text);
    case 'number': {
      const number = exactNumber(cell.text);
      return number === undefined ? inlineText(at, cell.text) : `<c r="${at}"><v>${number}</v></c>`;
    }
    case 'date':
    case 'dateTime': {
      const ms = parseServerTime(cell.text);
      // Before March 1900 Excel's calendar differs from ours.
      if (ms === undefined || ms < -2_203_891_200_000) return inlineText(at, cell.text);
      return `<c r="${at}" s="${STYLE[cell.kind]}"><v>${Number((ms / DAY_MS + EPOCH_DAY).toFixed(10))}</v></c>`;
    }
  }
};

const inlineText = (at: string, text: string, style?: number): string => {
  const shown = text.length > MAX_TEXT ? `${cutText(text, MAX_TEXT - 1)}…` : text;
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${at}" t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`;
};

/** `1.5e-3`; an exponent of more than two digits has no place in a cell. */
const SCIENTIFIC = /^-?\d+(?:\.\d+)?[eE][+-]?\d{1,2}$/;

/** The digits if a double represents them exactly; undefined for more than fifteen. */
const exactNumber = (decimal: string): string | undefined => {
  const plain = SCIENTIFIC.test(decimal) ? new Big(decimal).toFixed() : decimal;
  const match = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(plain);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if ((whole + fraction).replace(/^0+/, '').length > 15) return undefined;
  return `${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
};

// oxlint-disable no-control-regex -- control characters are what these expressions are about.

// Lone surrogates, U+FFFE and most control characters are not valid XML; a literal `_x0041_` would be read as
// an escape.
const NO_XML =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)|\r/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text
    .replace(NO_XML, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

/** Excel's rules: at most 31 characters, none of `[]:*?/\`, no apostrophe at either end. */
const safeSheetName = (name: string): string => {
  const safe = name
    .replace(/[[\]:*?/\\\u0000-\u001F]/g, ' ')
    .trim()
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim();
  return safe === '' ? 'Sheet1' : safe;
};

/** A, B … Z, AA: the letters of a column, from 0. */
const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

const WIDTHS: Partial<Record<Column['kind'], number>> = {
  id: 20,
  dateTime: 19,
  date: 12,
  money: 14,
  number: 11,
  rate: 11,
  int: 9,
  flag: 8,
  text: 20,
  longText: 44,
  company: 28,
  contacts: 24,
  users: 18,
};
const widths = (columns: readonly Pick<Column, 'kind'>[]): string => {
  const each = columns.map(({ kind }, index) => {
    const at = index + 1;
    return `<col min="${at}" max="${at}" width="${WIDTHS[kind] ?? 18}" customWidth="1"/>`;
  });
  return `<cols>${each.join('')}</cols>`;
};

const relations = (targets: readonly [type: string, target: string][]): string => {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${REL}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
};

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const override = (part: string, kind: string): string =>
  `<Override PartName="${part}" ContentType="${SHEET_TYPE}.${kind}+xml"/>`;
const CONTENT_TYPES = [
  `<Types xmlns="${PACKAGE}/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  override('/xl/workbook.xml', 'sheet.main'),
  override('/xl/worksheets/sheet1.xml', 'worksheet'),
  override('/xl/styles.xml', 'styles'),
  '</Types>',
].join('');

const STYLES = [
  `<styleSheet xmlns="${MAIN}">`,
  '<numFmts count="2">',
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>',
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>',
  '</numFmts>',
  '<fonts count="2">',
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '</fonts>',
  '<fills count="2">',
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '</fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="4">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '</cellXfs>',
  '</styleSheet>',
].join('');

const concatenated = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};
