/**
 * Converts HTML to text. Some services store remarks and activity as HTML. Satchel shows and compares the
 * readable text and never passes markup to the page. Pure; one pass over the tags; nothing is executed or
 * fetched.
 */

/** Elements that a text editor writes. Text such as `a < b` or `<none>` is not markup. */
const ELEMENTS =
  'a|b|blockquote|body|br|center|code|dd|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|li|meta|ol|p|pre|s|' +
  'script|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|u|ul';
const MARK = new RegExp(`<(/?)(${ELEMENTS})(?:\\s[^<>]*)?/?>`, 'gi');
/** A tag without attributes, or with a `name=value`: `5<p and q>3` is not a tag. */
const HAS_MARK = new RegExp(`</?(?:${ELEMENTS})(?:\\s[^<>]*=[^<>]*|\\s*)/?>`, 'i');
const HIDDEN = /<(script|style|head|title)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
/** Elements that start and end a line. */
const OWN_LINE = /^(?:blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|tr|ul)$/i;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  middot: '·',
  copy: '©',
  reg: '®',
  times: '×',
  yen: '¥',
  euro: '€',
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;

const characterOf = (code: number): string => {
  const isText = (code >= 32 && code < 0xd800) || (code > 0xdfff && code <= 0x10_ffff) || code === 10;
  return isText ? String.fromCodePoint(code) : '';
};

const decoded = (text: string): string =>
  text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return characterOf(Number(decimal));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    return NAMED[(name ?? '').toLowerCase()] ?? whole;
  });

/** Returns true for text with the markup of a text editor. Most texts have no `<`, which is found much faster. */
export const isHtml = (text: string): boolean => text.includes('<') && HAS_MARK.test(text);

/** The readable text; text that is not HTML is returned unchanged. */
export const plainText = (text: string): string => {
  if (!isHtml(text)) return text;
  const lines = text
    .replaceAll(HIDDEN, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(MARK, (_whole, _end: string, element: string) => {
      if (OWN_LINE.test(element)) return '\n';
      return /^t[dh]$/i.test(element) ? ' ' : '';
    });
  return decoded(lines)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
};
