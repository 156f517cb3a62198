/**
 * The text by which a name is sorted. SQLite compares texts by their code points: Ä comes after Z, and Chinese
 * characters come in the order of their radicals. Here letters are compared without case, width and diacritics,
 * as in the search, and Chinese characters by their pinyin. Latin names come before Chinese ones.
 */
import { plainForm } from './search-text';

const NON_ASCII = /[^\0-\x7f]/;
const HAN = /[\u4e00-\u9fff]/g;
/** Characters that have another reading in company names than alone, each with a character of that reading. */
const OTHER_READING = /重(?=庆)|厦(?=门)|六(?=安)|蚌(?=埠)|番(?=禺)|长/g;
const READ_AS: Readonly<Record<string, string>> = {
  重: '崇',
  厦: '夏',
  六: '陆',
  蚌: '泵',
  番: '潘',
  长: '常',
};
const [FIRST_HAN, LAST_HAN] = [0x4e00, 0x9fff];
/** Names that begin with so many equal characters may come in any order. */
const LONGEST = 200;

/** The text to sort `text` by. ASCII text is sorted as it is, because SQLite ignores its case (NOCASE). */
export const sortText = (text: string): string =>
  NON_ASCII.test(text)
    ? plainForm(text.slice(0, LONGEST))
        .replace(OTHER_READING, (character) => READ_AS[character] ?? character)
        .replace(HAN, inOrder)
    : text;

let places: Uint16Array | null = null;

/**
 * The character whose code point is the place of the given one in the order of pinyin. Making the table takes
 * about 120 ms, so it is made when the first Chinese name is met.
 */
const inOrder = (character: string): string => {
  places ??= placesOfPinyin();
  return String.fromCharCode(places[character.charCodeAt(0) - FIRST_HAN] ?? 0);
};

const placesOfPinyin = (): Uint16Array => {
  const codes = Array.from({ length: LAST_HAN - FIRST_HAN + 1 }, (_, i) => FIRST_HAN + i);
  const { compare } = new Intl.Collator('zh-u-co-pinyin');
  const sorted = codes.toSorted((a, b) => compare(String.fromCharCode(a), String.fromCharCode(b)));
  const made = new Uint16Array(codes.length);
  for (const [place, code] of sorted.entries()) made[code - FIRST_HAN] = FIRST_HAN + place;
  return made;
};
