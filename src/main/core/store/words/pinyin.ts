/**
 * The pinyin of Chinese names: without tones, one syllable per character. It is used for names only, because reps type
 * the pinyin of names; For long texts it would only make the index larger.
 *
 * The dictionary takes tens of milliseconds to load, so it is loaded before the first write (`loadPinyin`)
 * and not before the first screen. Words that are made without it are incomplete, so the pull waits for it
 * before it writes records.
 */
type Reader = (name: string, asSurname?: boolean) => string[];

let reader: Reader | null = null;
let loading: Promise<void> | null = null;

const load = async (): Promise<void> => {
  const { pinyin } = await import('pinyin-pro');
  // `v`: ü is written as v, as people type it.
  reader = (name, asSurname = false) =>
    pinyin(name, { toneType: 'none', type: 'array', v: true, surname: asSurname ? 'head' : 'off' });
};

export const hasPinyin = (): boolean => reader !== null;

/** Resolves when the dictionary is loaded. After a failure the next call tries again. */
export const loadPinyin = (): Promise<void> =>
  (loading ??= load().catch((cause: unknown) => {
    loading = null;
    throw cause;
  }));

/** One syllable for each character of a run of Han characters; null until the dictionary is loaded. */
export const syllablesOf = (run: string): string[] | null => {
  const syllables = reader?.(run) ?? null;
  return syllables !== null && syllables.length === Array.from(run).length ? syllables : null;
};

/** A surname has at most two characters. */
const LONGEST_SURNAME = 2;
/**
 * Names begin with few different pairs of characters, and most have no other reading, so the result is kept
 * for each pair. It is emptied when it is full.
 */
const MOST_BEGINNINGS = 4000;
const surnames = new Map<string, readonly (string | undefined)[]>();

/**
 * The syllables of a name's first characters that differ if they are a surname: 单 is shan and not dan;
 * undefined where the reading is the same. Empty without another reading, and until the dictionary is loaded.
 */
export const surnameSyllablesOf = (run: string): readonly (string | undefined)[] => {
  if (reader === null) return [];
  const beginning = Array.from(run.slice(0, 2 * LONGEST_SURNAME))
    .slice(0, LONGEST_SURNAME)
    .join('');
  let known = surnames.get(beginning);
  if (known === undefined) {
    const [usual, other] = [reader(beginning), reader(beginning, true)];
    const isOther = usual.length === other.length && other.some((syllable, i) => syllable !== usual[i]);
    known = isOther ? other.map((syllable, i) => (syllable === usual[i] ? undefined : syllable)) : [];
    if (surnames.size >= MOST_BEGINNINGS) surnames.clear();
    surnames.set(beginning, known);
  }
  return known;
};
