/**
 * Which fields of a document's lines make columns: the familiar ones first, then what has words, then, on
 * demand, what nobody knows. A column in which every line says nothing is left out.
 */
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
/** Said by another column, or the service's own bookkeeping. */
const SAID = new Set(['unit']);

export const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && typeof value !== 'object';
/** Services fill numbers that nobody entered with 0. */
const says = (value: unknown): boolean => isFilled(value) && !/^-?0(?:\.0+)?$/.test(String(value));

export interface LineColumns {
  shown: string[];
  /** Fields without words of ours, or of no interest at first. */
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
