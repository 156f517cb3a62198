/**
 * Renews the search words of all records after an update, in the background: a few records per turn of the
 * event loop, so that no window waits. If the account closes before the end, it continues at the next
 * opening.
 */
import type { Log, Timers } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import { loadPinyin } from '../../store/words/pinyin';

/** Starts after the first screen has loaded. */
const BEGIN_AFTER_MS = 3_000;
const PIECE = 40;
/** The number of pieces between two progress messages to the windows. */
const TELL_EVERY = 50;

/**
 * Loads the pinyin dictionary before records are written. If that fails, records are stored without pinyin,
 * and their words are renewed at the next start.
 */
export const readyForNames = async (
  cache: Pick<CacheStore, 'restartWords'>,
  log: Pick<Log, 'warn'>,
): Promise<void> => {
  try {
    await loadPinyin();
  } catch (cause) {
    log.warn('names are copied without their pinyin', { cause: String(cause) });
    cache.restartWords();
  }
};

export interface RenewWordsOptions {
  cache: Pick<CacheStore, 'renewWords' | 'renewedWords'>;
  timers: Timers;
  log: Log;
  /** Returns true if the disk has room only for unsent work. Then nothing is written until the next start. */
  isLow: () => boolean;
  onState: () => void;
}

/** Starts the renewal; the returned function stops it. */
export const renewWords = ({ cache, timers, log, isLow, onState }: RenewWordsOptions): (() => void) => {
  let closed = false;
  let cancel = (): void => undefined;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      cancel = timers.after(0, resolve);
    });
  const run = async (): Promise<void> => {
    if (closed || cache.renewedWords() === null) return;
    await loadPinyin();
    log.info('words of the search are made anew', { done: cache.renewedWords() });
    for (let piece = 1; !closed && !isLow() && cache.renewWords(PIECE); piece += 1) {
      if (piece % TELL_EVERY === 0) onState();
      await turn();
    }
    if (!closed) onState();
  };
  cancel = timers.after(BEGIN_AFTER_MS, () => {
    run().catch((cause: unknown) =>
      log.warn('words of the search were not made anew', { cause: String(cause) }),
    );
  });
  return () => {
    closed = true;
    cancel();
  };
};
