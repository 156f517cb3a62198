/**
 * The one codec at the HTTP edge. `JSON.parse` alone corrupts 64-bit ids, so integers of 16 digits and more outside
 * strings become strings before it runs; on the way out `RawNumber` writes a decimal text as a bare JSON number.
 *
 * The scan finds the next quote or long digit run and copies what lies between; on documents without a long integer it
 * returns the input untouched. It changes nothing inside strings, and nothing in numbers with a fraction or exponent
 * except when their integer part alone is already 16 digits.
 */
const LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?:[.eE][\d.eE+-]*)?/g;
const HAS_LONG = /\d{16}/;

/** Parses JSON keeping every digit: integers of ≥ 16 digits become strings. Throws SyntaxError as `JSON.parse` does. */
export const parseLossless = (text: string): unknown => {
  if (!HAS_LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(LONG_INTEGER, (token) => (token.charCodeAt(0) === 34 ? token : `"${token}"`)));
};

/** A number written with exactly these digits: ids beyond 2^53 and decimals as typed. */
export class RawNumber {
  readonly text: string;
  constructor(text: string) {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) throw new TypeError(`not a JSON number: ${text}`);
    this.text = text;
  }
}

/** `JSON.stringify` that also writes `RawNumber` and bigint as bare numbers. Undefined members are left out. */
export const stringifyLossless = (value: unknown): string => {
  if (value instanceof RawNumber) return value.text;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? 'null' : stringifyLossless(item))).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringifyLossless(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
};

/** An id as JSON integer when it is one, whatever its length. */
export const idNumber = (id: string): RawNumber => new RawNumber(id);
