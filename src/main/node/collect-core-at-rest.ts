/**
 * Frees the core's memory while it has nothing to do. V8 runs a garbage collection only when a thread
 * allocates, so a thread at rest keeps the rows of its last answers: some twenty megabytes. The collection is
 * V8's `last-resort`, as in the page (`renderer/app/collect-at-rest.ts`). It takes less than a tenth of a
 * second, in which the core answers nothing; therefore it runs only after an interval with little work.
 *
 * V8 has `gc` only on request, and then only in contexts that are made afterwards.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Gc = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

export const LOOK_EVERY_MS = 10_000;
/** With less work than this since the last look, the thread is at rest. Reminders and the like take less. */
const QUIET_MS = 200;
/** With less work than this since the last collection, there is not much to free. */
const WORTH_MS = 1000;

export interface CoreRest {
  /** For how long this thread has worked, in all. */
  workedMs(): number;
  /** Null if there is no such function. */
  collect: (() => void) | null;
}

const workOfThisThread = (): number => performance.eventLoopUtilization().active;

/** Null if this V8 gives no collection on request; the core works without it. */
const collectionOfThisThread = (): (() => void) | null => {
  try {
    setFlagsFromString('--expose-gc');
    const gc: Gc = runInNewContext('gc');
    return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  } catch {
    return null;
  }
};

/** Runs as long as the thread, and does not keep it running. */
export const collectCoreAtRest = ({
  workedMs = workOfThisThread,
  collect = collectionOfThisThread(),
}: Partial<CoreRest> = {}): void => {
  if (collect === null) return;
  let atLastLook = workedMs();
  let atLastCollection = atLastLook;
  const look = (): void => {
    const now = workedMs();
    const isQuiet = now - atLastLook < QUIET_MS;
    atLastLook = now;
    if (!isQuiet || now - atLastCollection < WORTH_MS) return;
    collect();
    atLastLook = workedMs();
    atLastCollection = atLastLook;
  };
  setInterval(look, LOOK_EVERY_MS).unref();
};
