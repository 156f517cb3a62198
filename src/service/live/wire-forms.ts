/** Small forms that the live service gives to values: float tails, HTML, addresses of files. */
import type { Json } from '../store/exact-json';

const float = new DataView(new ArrayBuffer(8));

/** The double just below: 510.045 becomes 510.04499999999996. Whole numbers stay as they are. */
const withTail = (value: unknown): unknown => {
  if (typeof value !== 'number' || Number.isInteger(value) || value <= 0) return value;
  float.setFloat64(0, value);
  float.setBigUint64(0, float.getBigUint64(0) - 1n);
  return float.getFloat64(0);
};

const AMOUNT = /(?:amount|price|cost)(?:_rmb|_usd)?$/;

/** Every amount of a document and of its lines with a tail. */
export const withTails = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, tailed(key, value)]));

const tailed = (key: string, value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((item: unknown) =>
      item !== null && typeof item === 'object' && !Array.isArray(item) ? withTails(item as Json) : item,
    );
  return AMOUNT.test(key) ? withTail(value) : value;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the editor of the live service keeps it. An empty text stays empty. */
export const asHtml = (text: unknown): unknown =>
  typeof text !== 'string' || text.trim() === ''
    ? text
    : text
        .split('\n')
        .map((line) => `<p>${line.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)}</p>`)
        .join('');

export const fileOf = (id: number, name: string): Json => ({
  file_id: id,
  file_name: name,
  file_url: `https://files.demo.example/${id}/${encodeURIComponent(name)}`,
  file_preview_url: `https://files.demo.example/preview/${id}`,
  file_size: 48_213,
});

/** A small number that is the same for the same id. */
export const spreadOf = (id: unknown): number =>
  [...String(id)].reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 99_991, 7);
