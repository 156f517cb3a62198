/**
 * A text in lower case, for comparisons that ignore case. `toLowerCase` makes `ς` of a Σ at the end of a word and
 * `σ` of any other, so a part of a word may not be found in the whole word. Here both letters are `σ`.
 */
export const lowerCased = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
