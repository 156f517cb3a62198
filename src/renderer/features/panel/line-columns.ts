/**
 * Selects the columns of a document's lines: the known columns first, then other fields that have a label,
 * then, on demand, fields without one. Of these other fields, a field without a value in any line is left
 * out. Formats the cells and the totals of the columns.
 */
import { sumDecimals, toDecimal } from '#shared/domain/money';
import { plainText } from '#shared/domain/plain-text';
import { formatMoney, formatNumber, formatTotal } from '../../format/decimal';
import { currencyOf } from '../../format/values';

type Line = Readonly<Record<string, unknown>>;

const FIRST = [
  'product_name',
  'count',
  'outbound_count',
  'product_unit',
  'unit_price',
  'sale_price',
  'product_amount',
  'cost_amount',
  'product_no',
  'product_model',
  'sku_code',
  'sale_count',
  'order_no',
  'refer_type',
  'refer_id',
  'cash_collection_amount',
  'cash_collection_invoice_amount',
  'cash_collection_comment',
];
/** Hidden if another column shows the same: `product_unit` contains the unit. */
const SAID = new Set(['unit']);

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && typeof value !== 'object';
/** Returns true for a value that carries information. Services fill numbers that nobody entered with 0. */
const says = (value: unknown): boolean => isFilled(value) && !/^-?0(?:\.0+)?$/.test(String(value));

export interface LineColumns {
  shown: string[];
  /** Fields without a label. */
  more: string[];
}

export const lineColumns = (lines: readonly Line[], hasWords: (key: string) => boolean): LineColumns => {
  const present = new Set(lines.flatMap((line) => Object.keys(line).filter((key) => isFilled(line[key]))));
  const saying = new Set(lines.flatMap((line) => Object.keys(line).filter((key) => says(line[key]))));
  const others = [...present].filter((key) => !FIRST.includes(key) && saying.has(key));
  const isSaid = (key: string): boolean => SAID.has(key) && present.has('product_unit');
  return {
    shown: [
      ...FIRST.filter((key) => present.has(key)),
      ...others.filter((key) => hasWords(key) && !isSaid(key)),
    ],
    more: others.filter((key) => !hasWords(key)),
  };
};

const MONEY = /price|amount|cost/;
/** What a name with one of these words may have beside the amount: `cost_name`, `cost_item_relation_id`. */
const NO_AMOUNT = /_(?:id|name|remark|description|currency)$/;
const isMoney = (key: string): boolean => MONEY.test(key) && !NO_AMOUNT.test(key);
/** Quantities, and the measures and percentages of the live service. */
const NUMBER = /count$|(?:weight|volume)(?:_subtotal)?$|_rate$|margin$|_per_package$/;
const SUMMED = new Set([
  'count',
  'outbound_count',
  'product_amount',
  'cost_amount',
  'cash_collection_amount',
  'cash_collection_invoice_amount',
]);

export const isNumericLineField = (key: string): boolean => isMoney(key) || NUMBER.test(key);

/** The text of a cell. `document`: the values of the document, for its currency. */
export const lineText = (key: string, value: unknown, document: Line, locale: string): string => {
  if (!isFilled(value)) return '';
  if (isMoney(key)) return formatMoney(value, locale, currencyOf(key, document));
  return NUMBER.test(key) ? formatNumber(value, locale) : plainText(String(value));
};

/**
 * The total of a column; `''` for a column that is not added up. A total of amounts is rounded to the decimals
 * of its currency, as everywhere.
 */
export const lineTotal = (key: string, lines: readonly Line[], document: Line, locale: string): string => {
  if (!SUMMED.has(key)) return '';
  const sum = sumDecimals(lines.flatMap((line) => toDecimal(line[key]) ?? []));
  return isMoney(key)
    ? formatTotal(sum, locale, currencyOf(key, document) ?? '')
    : lineText(key, sum, document, locale);
};
