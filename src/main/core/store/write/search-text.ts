/**
 * Words of the search index and of a query, by one set of rules, so that what was indexed is what is looked
 * for:
 * - letters and digits make words, folded in case, width and diacritics; a query word matches as a prefix;
 * - scripts written without spaces are indexed as pairs of characters plus the last one, so one or two find a name;
 * - digit runs of numbers, ids and phones are indexed with their endings, so a fragment finds them;
 * - an emoji is a word; everything else, query syntax included, only separates.
 */
const TOKEN = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const UNSPACED_OR_NOT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
// Latin, Hebrew and Arabic marks; vowel signs of other scripts carry meaning and stay.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const NON_ASCII = /[^\0-\x7f]/;
const DIGITS = /\d+/g;
const SHORTEST_FRAGMENT = 3;
const LONGEST_TEXT = 4000;

const folded = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').normalize('NFKC').toLowerCase();

/** Adds the words of a free text. */
export const addWords = (text: string, into: Set<string>): void => {
  const short = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  if (!NON_ASCII.test(short)) {
    addAsciiWords(short.toLowerCase(), into);
    return;
  }
  for (const word of foldedWords(short)) into.add(word);
};

/**
 * Names of people and companies recur from record to record; folding one is most of the cost of its words.
 */
const RECENT = new Map<string, readonly string[]>();
const MOST_RECENT = 4000;

const foldedWords = (text: string): readonly string[] => {
  const known = RECENT.get(text);
  if (known) return known;
  const words = new Set<string>();
  for (const word of folded(text).match(TOKEN) ?? []) {
    if (!UNSPACED.test(word)) words.add(word);
    else for (const run of word.match(UNSPACED_OR_NOT) ?? []) addRun(run, words);
  }
  if (RECENT.size >= MOST_RECENT) RECENT.clear();
  const list = [...words];
  RECENT.set(text, list);
  return list;
};

/** A plain loop: this runs for most texts of most records, where a regular expression costs twice as much. */
const addAsciiWords = (text: string, into: Set<string>): void => {
  let start = -1;
  for (let i = 0; i <= text.length; i += 1) {
    const c = text.charCodeAt(i);
    if ((c >= 97 && c <= 122) || (c >= 48 && c <= 57)) {
      if (start === -1) start = i;
    } else if (start !== -1) {
      into.add(text.slice(start, i));
      start = -1;
    }
  }
};

const addRun = (run: string, into: Set<string>): void => {
  if (!UNSPACED.test(run)) {
    into.add(run);
    return;
  }
  const characters = Array.from(run);
  characters.forEach((character, i) => into.add(character + (characters[i + 1] ?? '')));
};

/**
 * Adds the endings of every digit run, and of the whole with its separators dropped: a phone is typed in any
 * grouping.
 */
export const addFragments = (text: string, into: Set<string>): void => {
  const runs = text.match(DIGITS) ?? [];
  for (const run of runs.length > 1 ? [...runs, runs.join('')] : runs) {
    for (let from = 0; from + SHORTEST_FRAGMENT <= run.length && from < 32; from += 1)
      into.add(run.slice(from));
  }
};

/** The index text of a set of words. */
export const indexText = (words: ReadonlySet<string>): string => [...words].join(' ');

/**
 * A word of the index that a query asks for: by its beginning, or, a pair of an unspaced script, as it
 * stands.
 */
export interface QueryTerm {
  word: string;
  prefix: boolean;
}

/** What every match of `text` has; empty when there is no word in it. */
export const queryTerms = (text: string): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>();
  const add = (word: string, prefix: boolean): void => {
    terms.set(`${word}${prefix ? '*' : ''}`, { word, prefix });
  };
  for (const word of folded(text).match(TOKEN) ?? []) {
    for (const run of word.match(UNSPACED_OR_NOT) ?? []) {
      const characters = UNSPACED.test(run) ? Array.from(run) : [];
      if (characters.length <= 1) add(run, true);
      else characters.slice(1).forEach((character, i) => add(`${characters[i]}${character}`, false));
    }
  }
  return [...terms.values()];
};

/** An FTS5 query that every word of `text` must match; null when there is no word in it. */
export const matchQuery = (text: string): string | null => {
  const terms = queryTerms(text);
  return terms.length === 0
    ? null
    : terms.map(({ word, prefix }) => `"${word}"${prefix ? '*' : ''}`).join(' AND ');
};

/** The same question put to one record's index text. */
export const matchesText = (indexed: string, terms: readonly QueryTerm[]): boolean => {
  const padded = ` ${indexed} `;
  return terms.every(({ word, prefix }) => padded.includes(prefix ? ` ${word}` : ` ${word} `));
};
