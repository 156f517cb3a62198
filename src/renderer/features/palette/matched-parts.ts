/** Splits a text at the words of a search, ignoring case, to show why a record was found. */
export const matchedParts = (text: string, wanted: string): { part: string; matched: boolean }[] => {
  const words = wanted
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ part: text, matched: false }];
  // Match the longest words first; otherwise a shorter word could mark only the beginning of a longer one.
  const pattern = new RegExp(`(${words.toSorted((a, b) => b.length - a.length).join('|')})`, 'iu');
  return text
    .split(pattern)
    .flatMap((part, index) => (part === '' ? [] : [{ part, matched: index % 2 === 1 }]));
};
