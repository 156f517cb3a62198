/**
 * The forms in which others may have written a text that is looked for as it stands, without the words of the search:
 * full-width letters and signs of a Chinese keyboard, and letters with a separate accent.
 */
import { lowerCased } from './lower-case';

const ASCII = /^[\0-\x7f]*$/;
const EAST_ASIAN = /[\u2e80-\u9fff\uac00-\ud7af]/;
const SIGNS = /[!-/:-@[-`{-~]/g;
const PRINTED = /[!-~]/g;
/** The distance from a character of ASCII to its full-width form. */
const FULL_WIDTH = 0xfee0;

const widened = (text: string, signs: RegExp): string =>
  text.replaceAll(signs, (sign) => String.fromCharCode(sign.charCodeAt(0) + FULL_WIDTH));

/** The text in full-width letters, digits and signs, as many companies in East Asia write their Latin name. */
export const wideForm = (text: string): string =>
  widened(text.normalize('NFKC'), PRINTED).replaceAll(' ', '\u3000');

/** The text as it was typed comes first. Signs beside Chinese characters may have either width. */
export const formsOf = (text: string): string[] => {
  if (ASCII.test(text)) return [text];
  const plain = text.normalize('NFKC');
  return [
    ...new Set([
      text,
      text.normalize('NFC'),
      text.normalize('NFD'),
      plain,
      ...(EAST_ASIAN.test(plain) ? [widened(plain, SIGNS)] : []),
    ]),
  ];
};

/** Returns true if the label contains the text in one of its forms, in any case. */
export const containsText = (label: string, text: string): boolean =>
  [...formsOf(text), wideForm(text)].some((form) => lowerCased(label).includes(lowerCased(form)));
