/**
 * Learns the difference between the server's wall clock and ours from the `now` of answers, which has no zone (contract
 * A). The offset contains zone and clock error together. `now` has whole seconds, so a sample is wrong by up to 0.5 s
 * plus half the round trip. The sample with the quickest answer of the last ten minutes is used, unless two later ones
 * in a row show that a clock was set since. A quicker sample with a very different time may come from a cache in
 * between.
 */
import { formatServerTime, parseServerTime, type ServerTime } from '#shared/domain/time';

const SAMPLE_LIFE_MS = 10 * 60_000;
/** Two samples that differ by more than this and their round trips were taken by differently set clocks. */
const JUMP_MS = 60_000;

export interface ServerClock {
  /**
   * Adds a sample: the `now` of an answer, and the times of this computer's clock when the request was sent and the
   * answer received.
   */
  learn(now: string | null, sentAt: number, receivedAt: number): void;
  offsetMs(): number | null;
  /** Server wall-clock time for an instant of ours; UTC+8 while nothing is learnt (contract B). */
  at(epochMs: number): ServerTime;
}

export const createServerClock = (remembered: number | null = null): ServerClock => {
  let best: { offsetMs: number; roundTripMs: number; takenAt: number } | null = null;
  /** The offset of the last sample, if it differs so much from the best one that a clock was set. */
  let jumped: number | null = null;
  const offset = (): number | null => best?.offsetMs ?? remembered;
  return {
    learn: (now, sentAt, receivedAt) => {
      const server = now === null ? undefined : parseServerTime(now);
      if (server === undefined) return;
      const roundTripMs = receivedAt - sentAt;
      const offsetMs = Math.round(server + 500 - (sentAt + receivedAt) / 2);
      if (best !== null && receivedAt - best.takenAt < SAMPLE_LIFE_MS) {
        const tolerance = JUMP_MS + roundTripMs + best.roundTripMs;
        const isJump = Math.abs(offsetMs - best.offsetMs) >= tolerance;
        const isConfirmed = isJump && jumped !== null && Math.abs(offsetMs - jumped) < tolerance;
        jumped = isJump ? offsetMs : null;
        if (isJump ? !isConfirmed : roundTripMs > best.roundTripMs) return;
      }
      jumped = null;
      best = { offsetMs, roundTripMs, takenAt: receivedAt };
    },
    offsetMs: offset,
    at: (epochMs) => formatServerTime(epochMs, offset() ?? 8 * 3_600_000),
  };
};
