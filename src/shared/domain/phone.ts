/**
 * Checks whether a text can be a telephone number. The result is only a warning, never a refusal: the service takes any
 * text, and customers print numbers in unexpected ways.
 */

/** Digits of the longest number worldwide (E.164), and of the shortest that reaches a company. */
const MOST_DIGITS = 15;
const LEAST_DIGITS = 5;
/** "ext. 12", "x12", "#12", "转12", "分机 12" at the end. */
const EXTENSION = /(?:ext\.?|x|#|转|分机)\s*\d{1,6}$/iu;
const SEPARATORS = /[\s\p{Pd}\p{Cf}./()（）·]/gu;

/**
 * True for a text that is probably mistyped; false for an empty one. Several numbers may stand in one text.
 */
export const isDoubtfulPhone = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/[,;、，；]/u)
    .map((one) => one.trim().replace(EXTENSION, '').replaceAll(SEPARATORS, '').replace(/^\+/, ''))
    .some(
      (digits) =>
        digits !== '' &&
        !(/^\d+$/.test(digits) && digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS),
    );
