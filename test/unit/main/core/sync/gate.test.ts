import { describe, expect, it } from 'vitest';
import { createGate } from '../../../../../src/main/core/sync/gate';

const good = { ok: true as const };
const makeGate = () => {
  let now = 0;
  const due: { at: number; run: () => void }[] = [];
  const gate = createGate({
    clock: { now: () => now },
    timers: {
      after: (ms, run) => {
        due.push({ at: now + ms, run });
        return () => undefined;
      },
    },
    max: 3,
  });
  return {
    gate,
    advance: (ms: number) => {
      now += ms;
      for (const timer of due.filter((t) => t.at <= now)) {
        due.splice(due.indexOf(timer), 1);
        timer.run();
      }
    },
  };
};
const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('the gate', () => {
  it('[HT4] never lets more than its limit through', async () => {
    const { gate } = makeGate();
    let [busy, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 12 }, () =>
        gate.run(async () => {
          busy += 1;
          most = Math.max(most, busy);
          await settle();
          busy -= 1;
          return good;
        }),
      ),
    );
    expect(most).toBe(3);
  });
  it('[HT4] halves after a rate limit, holds everyone for as long as asked, and recovers slowly', async () => {
    const { gate, advance } = makeGate();
    await gate.run(async () => ({
      ok: false as const,
      trouble: { kind: 'rate-limited' as const, retryAfterMs: 5000 },
    }));
    expect(gate.limit()).toBe(1);
    let done = false;
    const held = gate.run(async () => {
      done = true;
      return good;
    });
    advance(4000);
    await settle();
    expect(done).toBe(false);
    advance(1001);
    await held;
    for (let i = 0; i < 20; i += 1) await gate.run(async () => good);
    expect(gate.limit()).toBe(2);
  });
  it('[HT4] a rate limit holds no longer than it asked, however many are waiting, and a person goes first after it', async () => {
    const { gate, advance } = makeGate();
    const limited = () =>
      gate.run(async () => ({
        ok: false as const,
        trouble: { kind: 'rate-limited' as const, retryAfterMs: 5000 },
      }));
    await Promise.all([limited(), limited()]);
    const log: string[] = [];
    const all = [
      gate.run(async () => {
        log.push('round');
        return good;
      }),
      gate.run(async () => {
        log.push('round');
        return good;
      }),
    ];
    advance(2000);
    await settle();
    all.push(
      gate.run(async () => {
        log.push('person');
        return good;
      }, true),
    );
    advance(2999);
    await settle();
    expect(log).toEqual([]);
    advance(1);
    await settle();
    expect(log[0]).toBe('person');
    await Promise.all(all);
    expect(log).toEqual(['person', 'round', 'round']);
  });
  it('[HT4] a shorter hold does not outlast a longer one, nor the other way round', async () => {
    const { gate, advance } = makeGate();
    const limited = (retryAfterMs: number) =>
      gate.run(async () => ({
        ok: false as const,
        trouble: { kind: 'rate-limited' as const, retryAfterMs },
      }));
    await Promise.all([limited(8000), limited(1000)]);
    let at = -1;
    const held = gate.run(async () => {
      at = 0;
      return good;
    });
    advance(7999);
    await settle();
    expect(at).toBe(-1);
    advance(1);
    await held;
    expect(at).toBe(0);
  });
});
