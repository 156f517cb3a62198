/**
 * The pinyin of Chinese names: without tones, one syllable per character. It is used for names only, because
 * reps type the pinyin of names; that of long texts would only make the index larger.
 *
 * The dictionary takes tens of milliseconds to load, so it is loaded before the first write (`loadPinyin`)
 * and not before the first screen. Words that are made without it are incomplete, so the pull waits for it
 * before it writes records.
 */
type Reader = (name: string) => string[];

let reader: Reader | null = null;
let loading: Promise<void> | null = null;

const load = async (): Promise<void> => {
  const { pinyin } = await import('pinyin-pro');
  // `v`: ü is written as v, as people type it.
  reader = (name) => pinyin(name, { toneType: 'none', type: 'array', v: true });
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
