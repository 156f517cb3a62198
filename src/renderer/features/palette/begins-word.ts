/** Which commands of the palette a text finds. Pure. */
import { compared } from '#shared/domain/exact-hit';

/**
 * Returns true if the text begins a word of a label: at least two letters of it, or one Chinese character at any place.
 * Case, width and accents do not count. An empty text finds everything.
 */
export const beginsWord = (label: string, text: string): boolean => {
  const [inLabel, wanted] = [compared(label), compared(text)];
  return /^[\p{Script=Latin}\d]/u.test(wanted)
    ? wanted.length > 1 &&
        inLabel.split(' ').some((_, at, words) => words.slice(at).join(' ').startsWith(wanted))
    : inLabel.includes(wanted);
};
