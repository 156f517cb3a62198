/**
 * Learns the difference between the server's wall clock and ours from the `now` of answers, which has no zone (contract
 * A). The offset contains zone and clock error together. `now` has whole seconds, so a sample is wrong by up to 0.5 s
 * plus half the round trip. The sample with the quickest answer of the last ten minutes is used, unless two later ones
 * in a row show that a clock was set since. A quicker sample with a very different time may come from a cache in
 * between. A service in this computer's time zone has its summer time, also before the next answer (ADR 14).
 */
import { formatServerTime, offsetAt, parseServerTime, type ServerTime } from '#shared/domain/time';

const SAMPLE_LIFE_MS = 10 * 60_000;
/** Two samples that differ by more than this and their round trips were taken by differently set clocks. */
const JUMP_MS = 60_000;

export interface LearntOffset {
  offsetMs: number;
  /** The time of this computer's clock when it was learnt; null if an earlier version stored the offset. */
  learntAt: number | null;
}

export interface ServerClock {
  /**
   * Adds a sample: the `now` of an answer, and the times of this computer's clock when the request was sent and the
   * answer received.
   */
  learn(now: string | null, sentAt: number, receivedAt: number): void;
  /** The offset at an instant of ours; without one, as it was learnt. */
  offsetMs(epochMs?: number): number | null;
  /** What the next run of the app has to know. */
  learnt(): LearntOffset | null;
  /** Server wall-clock time for an instant of ours; UTC+8 while nothing is learnt (contract B). */
  at(epochMs: number): ServerTime;
}

export const createServerClock = (
  remembered: number | null = null,
  rememberedAt: number | null = null,
): ServerClock => {
  let best: { offsetMs: number; roundTripMs: number; takenAt: number } | null = null;
  /** The offset of the last sample, if it differs so much from the best one that a clock was set. */
  let jumped: number | null = null;
  const learnt = (): LearntOffset | null => {
    if (best !== null) return { offsetMs: best.offsetMs, learntAt: best.takenAt };
    return remembered === null ? null : { offsetMs: remembered, learntAt: rememberedAt };
  };
  const offset = (epochMs?: number): number | null => {
    const known = learnt();
    if (known === null || known.learntAt === null || epochMs === undefined) return known?.offsetMs ?? null;
    return offsetAt(known.offsetMs, known.learntAt, epochMs);
  };
  return {
    learn: (now, sentAt, receivedAt) => {
      const server = now === null ? undefined : parseServerTime(now);
      if (server === undefined) return;
      const roundTripMs = receivedAt - sentAt;
      const offsetMs = Math.round(server + 500 - (sentAt + receivedAt) / 2);
      if (best !== null && receivedAt - best.takenAt < SAMPLE_LIFE_MS) {
        const tolerance = JUMP_MS + roundTripMs + best.roundTripMs;
        const expected = offsetAt(best.offsetMs, best.takenAt, receivedAt);
        const isJump = Math.abs(offsetMs - expected) >= tolerance;
        const isConfirmed = isJump && jumped !== null && Math.abs(offsetMs - jumped) < tolerance;
        jumped = isJump ? offsetMs : null;
        if (isJump ? !isConfirmed : roundTripMs > best.roundTripMs) return;
      }
      jumped = null;
      best = { offsetMs, roundTripMs, takenAt: receivedAt };
    },
    offsetMs: offset,
    learnt,
    at: (epochMs) => formatServerTime(epochMs, offset(epochMs) ?? 8 * 3_600_000),
  };
};
