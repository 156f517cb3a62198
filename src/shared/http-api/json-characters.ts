/** Characters of JSON, and the ends of its strings, for code that searches a text without parsing it. */
export const QUOTE = 34;
const BACKSLASH = 92;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const COMMA = 44;
export const COLON = 58;

/** Returns true if the quote at `quote` is a character of its string: an odd number of backslashes precedes it. */
export const isEscaped = (text: string, quote: number): boolean => {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
};

/** The place of the quote that ends the string whose first quote is at `opening`; the text's length without one. */
export const closingQuote = (text: string, opening: number): number => {
  let quote = text.indexOf('"', opening + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote;
};
