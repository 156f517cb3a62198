/**
 * How Chinese names are read: pinyin without tones, a syllable for each character. Names only: the reading of
 * a name is what a rep types, the reading of a long text would only make the index larger.
 *
 * The dictionary takes tens of milliseconds to load, so it is loaded once something is to be written
 * (`loadPinyin`), never on the way to the first screen. Words written without it are incomplete; who writes
 * records waits for it.
 */
type Reader = (name: string) => string[];

let reader: Reader | null = null;
let loading: Promise<void> | null = null;

const load = async (): Promise<void> => {
  const { pinyin } = await import('pinyin-pro');
  // `v`: ü as v, as it is typed.
  reader = (name) => pinyin(name, { toneType: 'none', type: 'array', v: true });
};

export const hasPinyin = (): boolean => reader !== null;

/** Resolves when names can be read; at once from then on. After a failure the next call tries again. */
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
