/** Hebrew, Arabic and their neighbours, with the presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A value inside a sentence. One that is written from right to left gets its own direction (Unicode isolates):
 * without it, an Arabic name would pull the punctuation and the numbers beside it to its other side.
 */
export const isolated = (value: string): string =>
  RIGHT_TO_LEFT.test(value) ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value;
