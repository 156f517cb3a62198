/**
 * Checks the connection while a window is in use, so that a lost or restored connection is noticed within
 * seconds. Every answer counts. Only after `REST_MS` without an answer it makes one small read. Offline it
 * asks in growing steps of `OFFLINE_STEPS_MS`, each ± 25 %, so that many installations do not ask at the same
 * moment. If no window is in use, a sign-in is needed, or the service is unknown, it makes no requests. It
 * stores nothing on disk. `connectivity` decides what online means.
 */
import type { Clock, Random, Timers } from '../../ports/ports';
import type { Connectivity } from './connectivity';
import { isOver } from './is-over';

const REST_MS = 15_000;
const OFFLINE_STEPS_MS = [2_000, 4_000, 8_000] as const;

export interface Heartbeat {
  start(): void;
  /** The connectivity changed: computes the time of the next check. */
  changed(): void;
  close(): void;
}

export interface HeartbeatOptions {
  clock: Clock;
  timers: Timers;
  connectivity: Pick<Connectivity, 'state'>;
  random: Pick<Random, 'next'>;
  /** A window is in use. */
  awake: () => boolean;
  /** Makes one small read; `connectivity` gets its outcome. */
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
    // The last check also counts if it got no answer, or one that says nothing about the connection
    // (forbidden, a server error).
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
      // A failed probe gives no information; the next one is due as usual.
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
