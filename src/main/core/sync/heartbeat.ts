/**
 * Notices within seconds that the service is gone, or back, while somebody works in a window: any answer, to whatever
 * question, counts as a sign of life; only after `REST_MS` without one is the cheapest read asked for.
 * Offline it asks more often, slower step by step, so that coming back is noticed within `OFFLINE_STEPS_MS`
 * at most (a quarter more or less, so that desks that were cut off together do not ask together). Nobody at
 * a window, a sign-in pending or an unknown service: no requests. It holds no state of its
 * own on disk, and does not decide what online means (`connectivity` does).
 */
import type { Clock, Random, Timers } from '../ports/ports';
import type { Connectivity } from './connectivity';
import { isOver } from './is-over';

const REST_MS = 15_000;
const OFFLINE_STEPS_MS = [2_000, 4_000, 8_000] as const;

export interface Heartbeat {
  start(): void;
  /** Connectivity changed: what is due is reckoned anew. */
  changed(): void;
  close(): void;
}

export interface HeartbeatOptions {
  clock: Clock;
  timers: Timers;
  connectivity: Pick<Connectivity, 'state'>;
  random: Pick<Random, 'next'>;
  /** Somebody works in a window. */
  awake: () => boolean;
  /** One cheap read, heard by `connectivity`. */
  probe: () => Promise<unknown>;
  /** The service answers again. */
  onBack: () => void;
}

export const createHeartbeat = ({
  clock,
  timers,
  random,
  connectivity,
  awake,
  probe,
  onBack,
}: HeartbeatOptions): Heartbeat => {
  let [started, closed, probing, failures, lastBeatAt] = [false, false, false, 0, 0];
  let cancel: (() => void) | null = null;

  const schedule = (): void => {
    cancel?.();
    cancel = null;
    if (!started || closed || probing) return;
    const { connectivity: state, lastAnswerAt } = connectivity.state();
    // Asked in vain, or answered in a way that says neither (forbidden, a server error): the last beat counts
    // as well.
    const quietSince = Math.max(lastAnswerAt ?? 0, lastBeatAt);
    const delayMs =
      state === 'offline'
        ? (OFFLINE_STEPS_MS[Math.min(failures, OFFLINE_STEPS_MS.length - 1)] ?? REST_MS) *
          (0.75 + 0.5 * random.next())
        : quietSince + REST_MS - clock.now();
    cancel = timers.after(Math.min(REST_MS, Math.max(1, delayMs)), () => {
      cancel = null;
      void beat();
    });
  };
  const beat = async (): Promise<void> => {
    const { connectivity: before, lastAnswerAt } = connectivity.state();
    lastBeatAt = clock.now();
    const quiet =
      before === 'offline' || (before === 'online' && isOver(clock.now(), lastAnswerAt ?? 0, REST_MS));
    if (quiet && awake()) {
      probing = true;
      // A probe that breaks tells nothing; the next one is due all the same.
      await probe().catch(() => undefined);
      probing = false;
      const { connectivity: now } = connectivity.state();
      failures = now === 'offline' && before === 'offline' ? failures + 1 : 0;
      if (!closed && before === 'offline' && now === 'online') onBack();
    }
    schedule();
  };

  return {
    start: () => {
      started = true;
      schedule();
    },
    changed: () => {
      if (connectivity.state().connectivity !== 'offline') failures = 0;
      schedule();
    },
    close: () => {
      closed = true;
      cancel?.();
      cancel = null;
    },
  };
};
