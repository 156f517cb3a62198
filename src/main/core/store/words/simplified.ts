/**
 * Traditional Chinese characters as their simplified forms, so that 東昇 and 东升 are one word to the search.
 * Character by character, by OpenCC's table; where one has several simplified forms, the first.
 */
import pairs from 'opencc-js/dict/TSCharacters';

let table: Map<string, string> | null = null;

/** Read when the first text needs it: most starts show no such text. */
const readTable = (): Map<string, string> =>
  new Map(
    pairs.split('|').flatMap((pair): [string, string][] => {
      const [from = '', to = ''] = pair.split(' ');
      return from === '' || to === '' ? [] : [[from, to]];
    }),
  );

export const toSimplified = (text: string): string => {
  table ??= readTable();
  const forms = table;
  return text.replace(/\p{Script=Han}/gu, (character) => forms.get(character) ?? character);
};
