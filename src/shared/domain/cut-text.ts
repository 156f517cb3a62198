/**
 * The first `length` characters of a text. A character beyond the first 65,536, such as an emoji, takes two places; it
 * is left out if only its first half would stay. Pure.
 */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
