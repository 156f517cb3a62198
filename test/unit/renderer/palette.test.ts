import { describe, expect, it } from 'vitest';
import { matchedParts } from '../../../src/renderer/features/palette/matched-parts';

const marked = (text: string, wanted: string): string => matchedParts(text, wanted).map(({ part, matched }) => (matched ? `[${part}]` : part)).join('');

describe('matches in what was found', () => {
  it.each([
    ['Silk Road Trading', 'trad silk', '[Silk] Road [Trad]ing'], ['青岛天和国际物流', '天和', '青岛[天和]国际物流'], ['SO2605161327', '2605', 'SO[2605]161327'], ['a+b (c)', '(c', 'a+b [(c])'],
    ['Aa', '', 'Aa'], ['Ørsted', 'x', 'Ørsted'], ['salesale', 'sale sales', '[sales]ale'],
  ])('%s, looked for as “%s”', (text, wanted, expected) => expect(marked(text, wanted)).toBe(expected));
});
