/**
 * Converts traditional Chinese characters to simplified ones, so that 東昇 and 东升 are the same word for a
 * search. It converts character by character with OpenCC's table, and uses the first of several simplified
 * forms.
 */
import pairs from 'opencc-js/dict/TSCharacters';

let table: Map<string, string> | null = null;

/** The table is read when the first text needs it, because most sessions have no such text. */
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
