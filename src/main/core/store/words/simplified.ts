/**
 * Converts traditional Chinese characters to simplified ones, so that 東昇 and 东升 are the same word for a
 * search. It converts character by character with OpenCC's table, and uses the first of several simplified
 * forms.
 */
import pairs from 'opencc-js/dict/TSCharacters';

interface Forms {
  simplified: ReadonlyMap<string, string>;
  /** Matches the characters that have a simplified form. Most texts have none. */
  traditional: RegExp;
}
let known: Forms | null = null;

/** The table is read when the first text needs it, because most sessions have no such text. */
const readForms = (): Forms => {
  const simplified = new Map(
    pairs.split('|').flatMap((pair): [string, string][] => {
      const [from = '', to = ''] = pair.split(' ');
      return from === '' || to === '' || from === to ? [] : [[from, to]];
    }),
  );
  return { simplified, traditional: new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu') };
};

export const toSimplified = (text: string): string => {
  known ??= readForms();
  const { simplified, traditional } = known;
  return text.replace(traditional, (character) => simplified.get(character) ?? character);
};
