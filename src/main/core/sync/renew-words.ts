/**
 * Has the words of all records made anew after an update, in the background: a few records to a turn of the
 * event loop, so that no window waits for it. What is left when the account closes goes on the next time.
 */
import type { Log, Timers } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';
import { loadPinyin } from '../store/words/pinyin';

/** After the first screen has had its time. */
const BEGIN_AFTER_MS = 3_000;
const PIECE = 40;
/** Pieces between two words to the windows of how far it is. */
const TELL_EVERY = 50;

/**
 * Before records are written: loads what reads names. A copy without it is better than none: the words are then
 * made anew at the next start.
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
  /** The disk has room for unsent work alone: nothing is written until the next start. */
  isLow: () => boolean;
  onState: () => void;
}

/** Begins it; the returned function ends it. */
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
