/**
 * Makes the words of the search index and of queries by the same rules:
 * - letters and digits form words, without differences of case, width and diacritics, and `ø` is `o`; a query
 * word matches as a prefix; a word with an apostrophe is found with and without it;
 * - Arabic letters that writers exchange are one letter, and Arabic and Persian digits are the usual ones;
 * - scripts written without spaces are indexed as pairs of characters plus the last one, so one or two
 * characters find a name;
 * - digit runs of numbers, phones and accounts are indexed with their endings, so a fragment finds them; an id of the
 *   service is found by its beginning, because nobody types a part of it, and many ids contain any few digits;
 * - traditional and simplified characters are the same; a Chinese name is also found by its pinyin
 * (`name-words.ts`);
 * - an emoji or a flag is a word; everything else, including query syntax and ®, © and ™, separates words.
 */
import { LONGEST_TEXT } from '#shared/domain/push-value';
import { addNameWords, type NameQuery, nameQueries } from './name-words';
import { hasPinyin } from './pinyin';
import { toSimplified } from './simplified';

/**
 * Increase this number when the same text gets other words. All records are then indexed again
 * (`renew-words.ts`).
 */
export const WORDS_VERSION = 12;

const TOKEN = /[\p{L}\p{N}\p{M}]+|\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
/**
 * What is between two parts of one word, and what many people do not type: characters without a shape in Persian and
 * Indic scripts, and an apostrophe (L'Oréal).
 */
const JOINER = /['\u2019\u02bc\u200c\u200d]+/;
/** As `TOKEN`, but a word with joiners is one token. */
const JOINED_TOKEN =
  /[\p{L}\p{N}\p{M}]+(?:['\u2019\u02bc\u200c\u200d]+[\p{L}\p{N}\p{M}]+)*|\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
const WITH_APOSTROPHE = /[a-z\d]+(?:'[a-z\d]+)+/g;
/** Scripts written without spaces. Unicode does not count the mark of a long vowel (ー) to one script. */
const UNSPACED_SCRIPTS = [
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}`,
  String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`,
].join('');
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]+`, 'u');
const UNSPACED_OR_NOT = new RegExp(`[${UNSPACED_SCRIPTS}]+|[^${UNSPACED_SCRIPTS}]+`, 'gu');
// Latin, Hebrew and Arabic marks; vowel signs of other scripts carry meaning and stay.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const NON_ASCII = /[^\0-\x7f]/;
const DIGITS = /\d+/g;
const SHORTEST_FRAGMENT = 3;
const LONGEST_NAME = 200;

const HAN = /\p{Script=Han}/u;

/** Letters that Unicode does not decompose, as they are typed on a keyboard without them. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  // Persian and Arabic keyboards have different characters for the same two letters.
  ی: 'ي',
  ک: 'ك',
  // The sigma at the end of a word. A part of a word may end in any sigma.
  ς: 'σ',
};
const UNDECOMPOSED = /[øłđðħıßæœþیکς]/g;
/**
 * Characters without a shape inside a word: the soft hyphen, the word joiner, the invisible operators, the marks of
 * the direction, and the selectors of another form of the same emoji or Chinese character.
 */
const INVISIBLE = /[\u00ad\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\p{Variation_Selector}]/gu;
/** Characters without a width between words: the zero-width space, and the byte order mark. */
const INVISIBLE_SPACE = /[\u200b\ufeff]/g;

/** Texts without width, diacritics and invisible characters, such as most Chinese names: for speed. */
const IN_ONE_FORM = /^[ -~\u4e00-\u9fff]*$/;

/** The stroke that only makes an Arabic word longer. */
const TATWEEL = /\u0640/g;
/** Letters that many writers of Arabic exchange: the last letter of Mustafa, and of the word for a company. */
const EXCHANGED = /[ىة]/g;
/** Arabic and Persian digits. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const ARABIC = /[\u0600-\u06ff]/;

const withAsciiDigits = (text: string): string =>
  text.replaceAll(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));

const withOneForm = (arabic: string): string =>
  withAsciiDigits(arabic)
    .replaceAll(TATWEEL, '')
    .replaceAll(EXCHANGED, (letter) => (letter === 'ى' ? 'ي' : 'ه'));

/** Unicode counts the first two among the emoji, and writes the third as two letters. Nobody types them. */
const TRADE_MARKS = /[®©™]/g;

/** A text in the form in which the search compares words. */
export const folded = (text: string): string => {
  const plain = plainForm(text.replace(TRADE_MARKS, ' '));
  return ARABIC.test(plain) ? withOneForm(plain) : plain;
};

/** A text in simplified characters, without case, width and diacritics. Names are sorted by it (`sort-text.ts`). */
export const plainForm = (text: string): string => {
  if (IN_ONE_FORM.test(text)) return toSimplified(text.toLowerCase());
  const plain = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(INVISIBLE_SPACE, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => TYPED_AS[letter] ?? letter);
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

/**
 * The words of a text without spaces. `ofName` has those of its pinyin; it is null until the text occurs in a
 * name.
 */
interface PartWords {
  readonly words: readonly string[];
  ofName: readonly string[] | null;
}

/**
 * The same parts of texts occur in many records: the names of people, the company in the name of its order.
 * Folding a part takes most of the time, so its words are kept. When `parts` is full it becomes
 * `partsBefore`, and a part that occurs again moves back.
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
  // Without the dictionary a name gets no words of pinyin. They are added when it is loaded.
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
  const text = folded(part);
  // A word with a joiner is found as a whole and by its parts.
  const parts = text.split(JOINER);
  const forms = parts.length > 1 ? [parts.join(' '), parts.join('')] : [text];
  for (const word of forms.flatMap((form) => form.match(TOKEN) ?? [])) {
    if (!UNSPACED.test(word)) words.add(word);
    else for (const run of word.match(UNSPACED_OR_NOT) ?? []) addRun(run, words);
  }
  return [...words];
};

/**
 * A plain loop, because it runs for most texts of most records and a regular expression takes twice as long.
 */
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
  // As with other joiners, the word is found as a whole too.
  if (text.includes("'"))
    for (const word of text.match(WITH_APOSTROPHE) ?? []) into.add(word.replaceAll("'", ''));
};

const addRun = (run: string, into: Set<string>): void => {
  if (!UNSPACED.test(run)) {
    into.add(run);
    return;
  }
  const characters = Array.from(run);
  characters.forEach((character, i) => into.add(character + (characters[i + 1] ?? '')));
};

/** Full-width, Arabic and Persian digits, full-width signs, and the hyphens of typography, become the usual ones. */
const withUsualDigits = (text: string): string =>
  NON_ASCII.test(text)
    ? withAsciiDigits(text.normalize('NFKC'))
        .replace(INVISIBLE, '')
        .replace(INVISIBLE_SPACE, ' ')
        .replace(/\p{Pd}/gu, '-')
    : text;

/**
 * Adds the endings of every digit run and of all digits without separators, because people group the digits
 * of a phone differently.
 */
export const addFragments = (text: string, into: Set<string>): void => {
  const runs = withUsualDigits(text).match(DIGITS) ?? [];
  for (const run of runs.length > 1 ? [...runs, runs.join('')] : runs) {
    for (let from = 0; from + SHORTEST_FRAGMENT <= run.length && from < 32; from += 1)
      into.add(run.slice(from));
  }
};

/** The index text of a set of words. */
export const indexText = (words: ReadonlySet<string>): string => [...words].join(' ');

/**
 * A word that a query looks for: as a prefix, or exactly if it is a pair of an unspaced script. It may also
 * match the pinyin of a name, the parts of a joined word or the groups of a number (`names`: all of them, as
 * prefixes), the words of a number as it was typed (`typed`: exactly, the last one as a prefix), or words that
 * differ by a typing error (`meant`, exactly).
 */
export interface QueryTerm {
  word: string;
  prefix: boolean;
  names: readonly NameQuery[];
  typed?: readonly string[];
  meant?: readonly string[];
}

const WITH_COUNTRY = /^\s*(?:\+|00)[\d\s()./-]+$/;
const WITH_TRUNK_ZERO = /^\s*\(?0[\d\s()./-]{8,}$/;
/** ITU-T E.164: the country codes of one and of two digits; all others have three. */
const COUNTRY_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

const nationalDigits = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '');
  if (WITH_COUNTRY.test(text)) return digits.replace(/^00/, '').replace(COUNTRY_CODE, '');
  return WITH_TRUNK_ZERO.test(text) ? digits : '';
};

/**
 * The digits of a phone number without country code and without the 0 before the area code, because a record
 * has the code in a field of its own; null for other texts.
 */
const nationalNumber = (typed: string): string | null => {
  const number = nationalDigits(withUsualDigits(typed)).replace(/^0+/, '');
  return number.length >= SHORTEST_FRAGMENT ? number : null;
};

/**
 * A number with a leading 0 may be a phone, a date, a product code or a barcode. A phone in the text of a note is found
 * only as it is written there, because the endings of its digits are not in the index. So the words as typed match too.
 */
const phoneTerm = (number: string, text: string): QueryTerm => ({
  word: number,
  prefix: true,
  names: [],
  typed: text.match(DIGITS) ?? [],
});

const GROUPED = /^[\d\s()./-]+$/;
/** The fewest digits of a local number without its area code. */
const SHORTEST_PHONE = 7;

/**
 * Digits in groups may be a phone, which the record has in other groups. Its words are the endings of digit runs, so
 * the last group of two digits (`12 34 56 78`) is none of them. All digits together match too. Null for other texts.
 */
const groupedTerm = (usual: string): QueryTerm | null => {
  const groups = usual.match(DIGITS) ?? [];
  const word = groups.join('');
  return groups.length > 1 && word.length >= SHORTEST_PHONE && GROUPED.test(usual)
    ? { word, prefix: true, names: [groups] }
    : null;
};

/** How a pasted homepage address begins. The record may have the address without it. */
const WEB_ADDRESS = /^\s*(?:https?:\/\/)?(?:www\.)?(?=[^\s/.])/i;

/** The terms that every match of `typed` has; empty if it contains no word. */
export const queryTerms = (typed: string): QueryTerm[] => {
  const text = typed.replace(WEB_ADDRESS, '');
  const number = nationalNumber(text);
  if (number !== null) return [phoneTerm(number, withUsualDigits(text))];
  const grouped = groupedTerm(withUsualDigits(text));
  if (grouped !== null) return [grouped];
  const terms = new Map<string, QueryTerm>();
  const add = (word: string, prefix: boolean, names: readonly NameQuery[] = []): void => {
    terms.set(`${word}${prefix ? '*' : ''}`, { word, prefix, names });
  };
  for (const token of folded(text).match(JOINED_TOKEN) ?? []) {
    const parts = token.split(JOINER).filter((part) => part !== '');
    for (const run of parts.join('').match(UNSPACED_OR_NOT) ?? []) {
      const characters = UNSPACED.test(run) ? Array.from(run) : [];
      if (characters.length <= 1) add(run, true, [...nameQueries(run), ...(parts.length > 1 ? [parts] : [])]);
      else characters.slice(1).forEach((character, i) => add(`${characters[i]}${character}`, false));
    }
  }
  return [...terms.values()];
};

const allOf = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] ?? '') : `(${words.join(' AND ')})`;
const typedSql = (words: readonly string[]): string =>
  allOf(words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`));

const termSql = ({ word, prefix, names, typed, meant = [] }: QueryTerm): string => {
  const ways = [
    `"${word}"${prefix ? '*' : ''}`,
    ...names.map((words) => allOf(words.map((begun) => `"${begun}"*`))),
    ...(typed === undefined ? [] : [typedSql(typed)]),
    ...meant.map((other) => `"${other}"`),
  ];
  return ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' OR ')})`;
};

/** The FTS5 query for records that match all terms; null without terms. */
export const termsQuery = (terms: readonly QueryTerm[]): string | null =>
  terms.length === 0 ? null : terms.map(termSql).join(' AND ');

/** The FTS5 query for records that match all words of `text`; null if it contains no word. */
export const matchQuery = (text: string): string | null => termsQuery(queryTerms(text));

const hasTyped = (padded: string, words: readonly string[]): boolean =>
  words.every((word, at) => padded.includes(at === words.length - 1 ? ` ${word}` : ` ${word} `));

/** Returns true if the index text of a record matches all terms, as the FTS5 query would. */
export const matchesText = (indexed: string, terms: readonly QueryTerm[]): boolean => {
  const padded = ` ${indexed} `;
  return terms.every(
    ({ word, prefix, names, typed, meant = [] }) =>
      padded.includes(prefix ? ` ${word}` : ` ${word} `) ||
      (typed !== undefined && hasTyped(padded, typed)) ||
      names.some((words) => words.every((begun) => padded.includes(` ${begun}`))) ||
      meant.some((other) => padded.includes(` ${other} `)),
  );
};
