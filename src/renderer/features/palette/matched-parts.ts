/** Where the words of a search stand in a text, case aside, for showing why something was found. */
export const matchedParts = (text: string, wanted: string): { part: string; matched: boolean }[] => {
  const words = wanted
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ part: text, matched: false }];
  // The longest first, so that a word is not marked only by its beginning.
  const pattern = new RegExp(`(${words.toSorted((a, b) => b.length - a.length).join('|')})`, 'iu');
  return text
    .split(pattern)
    .flatMap((part, index) => (part === '' ? [] : [{ part, matched: index % 2 === 1 }]));
};
