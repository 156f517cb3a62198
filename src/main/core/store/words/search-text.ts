/**
 * Words of the search index and of a query, by one set of rules, so that what was indexed is what is looked
 * for:
 * - letters and digits make words, folded in case, width and diacritics; a query word matches as a prefix;
 * - scripts written without spaces are indexed as pairs of characters plus the last one, so one or two find a name;
 * - digit runs of numbers, ids and phones are indexed with their endings, so a fragment finds them;
 * - traditional and simplified characters are one; a Chinese name is also found by its pinyin (`name-words.ts`);
 * - an emoji is a word; everything else, query syntax included, only separates.
 */
import { addNameWords, type NameQuery, nameQueries } from './name-words';
import { hasPinyin } from './pinyin';
import { toSimplified } from './simplified';

/** Moves when the same text has other words: what was indexed before is indexed anew (`renew-words.ts`). */
export const WORDS_VERSION = 2;

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
const LONGEST_NAME = 200;

const HAN = /\p{Script=Han}/u;

const folded = (text: string): string => {
  const plain = text.normalize('NFKD').replace(MARKS, '').normalize('NFKC').toLowerCase();
  return HAN.test(plain) ? toSimplified(plain) : plain;
};

/** Adds the words of a free text. */
export const addWords = (text: string, into: Set<string>): void => {
  const short = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  if (!NON_ASCII.test(short)) addAsciiWords(short.toLowerCase(), into);
  else for (const part of short.split(' ')) addPart(part, into, false);
};

/** Adds the words of the name of a person or a company: those of its text, and those of its pinyin. */
export const addName = (name: string, into: Set<string>): void => {
  if (!NON_ASCII.test(name)) addWords(name, into);
  else if (name.length > LONGEST_NAME) {
    addWords(name, into);
    for (const word of nameWords(name.slice(0, LONGEST_NAME))) into.add(word);
  } else for (const part of name.split(' ')) addPart(part, into, true);
};

const addPart = (part: string, into: Set<string>, isName: boolean): void => {
  if (!NON_ASCII.test(part)) {
    addAsciiWords(part.toLowerCase(), into);
    return;
  }
  const { words, ofName } = wordsOfPart(part, isName);
  for (const word of words) into.add(word);
  if (isName) for (const word of ofName ?? []) into.add(word);
};

/** Words of a text without spaces: those of the text, and those of its pinyin once it was met in a name. */
interface PartWords {
  readonly words: readonly string[];
  ofName: readonly string[] | null;
}

/**
 * Parts of texts recur from record to record: the names of people, the company in the name of its order.
 * Folding one is most of the cost of its words. Words of a part that was met lately are kept twice as long.
 */
const MOST_PARTS = 4000;
let parts = new Map<string, PartWords>();
let partsBefore: ReadonlyMap<string, PartWords> = new Map();

const wordsOfPart = (part: string, isName: boolean): PartWords => {
  let known = parts.get(part);
  if (known === undefined) {
    known = partsBefore.get(part) ?? { words: foldedWords(part), ofName: null };
    if (parts.size >= MOST_PARTS) [partsBefore, parts] = [parts, new Map()];
    parts.set(part, known);
  }
  // Names read without the dictionary have no words of pinyin, and are read again with it.
  if (isName && known.ofName === null && hasPinyin()) known.ofName = nameWords(part);
  return known;
};

const nameWords = (part: string): readonly string[] => {
  if (!HAN.test(part)) return [];
  const words = new Set<string>();
  addNameWords(folded(part), words);
  return [...words];
};

const foldedWords = (part: string): readonly string[] => {
  const words = new Set<string>();
  for (const word of folded(part).match(TOKEN) ?? []) {
    if (!UNSPACED.test(word)) words.add(word);
    else for (const run of word.match(UNSPACED_OR_NOT) ?? []) addRun(run, words);
  }
  return [...words];
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
 * stands. Letters may also be the pinyin of a name (`names`), or a slip of other words (`meant`, each as it
 * stands).
 */
export interface QueryTerm {
  word: string;
  prefix: boolean;
  names: readonly NameQuery[];
  meant?: readonly string[];
}

/** What every match of `text` has; empty when there is no word in it. */
export const queryTerms = (text: string): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>();
  const add = (word: string, prefix: boolean): void => {
    terms.set(`${word}${prefix ? '*' : ''}`, { word, prefix, names: prefix ? nameQueries(word) : [] });
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

const begins = (words: NameQuery): string => words.map((word) => `"${word}"*`).join(' AND ');

const termSql = ({ word, prefix, names, meant = [] }: QueryTerm): string => {
  const ways = [
    `"${word}"${prefix ? '*' : ''}`,
    ...names.map((words) => (words.length === 1 ? begins(words) : `(${begins(words)})`)),
    ...meant.map((other) => `"${other}"`),
  ];
  return ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' OR ')})`;
};

/** An FTS5 query that every term must match; null when there is none. */
export const termsQuery = (terms: readonly QueryTerm[]): string | null =>
  terms.length === 0 ? null : terms.map(termSql).join(' AND ');

/** An FTS5 query that every word of `text` must match; null when there is no word in it. */
export const matchQuery = (text: string): string | null => termsQuery(queryTerms(text));

/** The same question put to one record's index text. */
export const matchesText = (indexed: string, terms: readonly QueryTerm[]): boolean => {
  const padded = ` ${indexed} `;
  return terms.every(
    ({ word, prefix, names, meant = [] }) =>
      padded.includes(prefix ? ` ${word}` : ` ${word} `) ||
      names.some((words) => words.every((begun) => padded.includes(` ${begun}`))) ||
      meant.some((other) => padded.includes(` ${other} `)),
  );
};
