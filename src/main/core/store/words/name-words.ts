/**
 * Search words of Chinese names in Latin letters: syllables (`dongsheng`) and first letters (`dsjck`).
 *
 * For each character of a name, the index has the three syllables and the five first letters that begin
 * there. A query of up to three syllables, or five letters, is the beginning of such a word. A longer query
 * consists of all such words that overlap in it. These words begin with a mark that no other word has, so
 * that `lin` can match the name 林 apart from the word Lindner. No word begins in a legal form (有限公司), because
 * nobody searches for it. The beginning of a name also has words with its reading as a surname.
 */
import { surnameSyllablesOf, syllablesOf } from './pinyin';

const SYLLABLES_MARK = '²';
const LETTERS_MARK = '¹';
const SYLLABLES = 3;
const LETTERS = 5;
/** One letter would match nearly every name. */
const SHORTEST = 2;
const LONGEST = 40;
const MOST_READINGS = 3;

const HAN_RUN = /\p{Script=Han}+/gu;
const LEGAL_FORM = /(?:股份|集团)?(?:有限责任|有限)?公司$|(?:工作室|经营部)$/;

/** Adds the words of the Chinese parts of a name, which are in simplified characters already. */
export const addNameWords = (name: string, into: Set<string>): void => {
  for (const [i, run] of (name.match(HAN_RUN) ?? []).entries()) {
    const syllables = syllablesOf(run);
    if (syllables === null) continue;
    const form = LEGAL_FORM.exec(run);
    const begins =
      form === null || form.index === 0 ? syllables.length : Array.from(run.slice(0, form.index)).length;
    addReading(syllables, begins, into);
    const surname = i === 0 ? surnameSyllablesOf(run) : [];
    if (surname.length > 0)
      addReading(
        syllables.map((syllable, at) => surname[at] ?? syllable),
        Math.min(begins, surname.length),
        into,
      );
  }
};

/** Adds the words that start at the first `begins` characters. */
const addReading = (syllables: readonly string[], begins: number, into: Set<string>): void => {
  for (let at = 0; at < begins; at += 1) {
    into.add(SYLLABLES_MARK + syllables.slice(at, at + SYLLABLES).join(''));
    const letters = syllables.slice(at, at + LETTERS).map((syllable) => syllable[0] ?? '');
    into.add(LETTERS_MARK + letters.join(''));
  }
};

/** The beginnings of words. A text matches if it has a word for each of them. */
export type NameQuery = readonly string[];

const byLetters = (word: string): NameQuery => {
  if (word.length <= LETTERS) return [LETTERS_MARK + word];
  const count = word.length - LETTERS + 1;
  return Array.from({ length: count }, (_, at) => LETTERS_MARK + word.slice(at, at + LETTERS));
};

const SYLLABLE =
  /^(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uan|uai|ueng|an|en|in|un|vn|ai|ei|ui|ao|ou|iu|ie|ue|ve|er|ia|ua|uo|io|a|o|e|i|u|v)$/;
const LONGEST_SYLLABLE = 6;
/** ü after l and n as passports write it. */
const YU = /^([ln])yu(e?)$/;
const isSyllable = (text: string): boolean => SYLLABLE.test(text) || YU.test(text);
/** Returns true for a syllable or its beginning, because the last one may be typed in part. */
const isBegun = (text: string): boolean =>
  isSyllable(text) || /^(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|[a-z]{1,5})$/.test(text);

/**
 * Splits letters into syllables in at most `most` ways, with the longest syllables first. The last syllable
 * may be incomplete.
 */
const readings = (letters: string, most: number): string[][] => {
  if (letters === '') return [[]];
  const found: string[][] = [];
  for (let size = Math.min(LONGEST_SYLLABLE, letters.length); size > 0 && found.length < most; size -= 1) {
    const head = letters.slice(0, size);
    const isLast = size === letters.length;
    if (!(isLast ? isBegun(head) : isSyllable(head))) continue;
    for (const rest of readings(letters.slice(size), most - found.length)) found.push([head, ...rest]);
  }
  return found;
};

/** After l and n, `u` may stand for ü, which the index has as `v`; `yu` always does. */
const U = /^([ln])u(e?)$/;
/** Most ways of reading the `u` of one word. */
const MOST_OF_U = 4;
const withV = (syllables: readonly string[]): string[][] => {
  let ways: string[][] = [[]];
  for (const syllable of syllables) {
    const plain = syllable.replace(YU, '$1v$2');
    const heard = U.test(plain) ? [plain, plain.replace(U, '$1v$2')] : [plain];
    ways = ways.flatMap((way) => heard.map((one) => [...way, one])).slice(0, MOST_OF_U);
  }
  return ways;
};

const bySyllables = (syllables: readonly string[]): NameQuery => {
  if (syllables.length <= SYLLABLES) return [SYLLABLES_MARK + syllables.join('')];
  const count = syllables.length - SYLLABLES + 1;
  return Array.from(
    { length: count },
    (_, at) => SYLLABLES_MARK + syllables.slice(at, at + SYLLABLES).join(''),
  );
};

/** The queries that read a typed word of Latin letters as a Chinese name; empty for other words. */
export const nameQueries = (word: string): NameQuery[] => {
  if (!/^[a-z]+$/.test(word) || word.length < SHORTEST || word.length > LONGEST) return [];
  const queries = new Map<string, NameQuery>();
  for (const query of [byLetters(word), ...readings(word, MOST_READINGS).flatMap(withV).map(bySyllables)])
    queries.set(query.join(' '), query);
  return [...queries.values()];
};
