/** Hebrew, Arabic and other right-to-left scripts, including the presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * Prepares a value for use inside a sentence. A right-to-left value is put between Unicode isolates. Without
 * them, an Arabic name would move the punctuation and the numbers beside it to its other side.
 */
export const isolated = (value: string): string =>
  RIGHT_TO_LEFT.test(value) ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value;
