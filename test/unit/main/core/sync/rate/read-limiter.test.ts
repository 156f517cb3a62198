import { describe, expect, it } from 'vitest';
import { createReadLimiter } from '../../../../../../src/main/core/sync/rate/read-limiter';

const good = { ok: true as const };
const makeReadLimiter = () => {
  let now = 0;
  const due: { at: number; run: () => void }[] = [];
  const readLimiter = createReadLimiter({
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
    readLimiter,
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

describe('the read limiter', () => {
  it('[HT4] never runs more requests than its limit', async () => {
    const { readLimiter } = makeReadLimiter();
    let [busy, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 12 }, () =>
        readLimiter.run(async () => {
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
  it('[HT4] halves its limit after a 429, stops all requests for as long as the service asks, and recovers slowly', async () => {
    const { readLimiter, advance } = makeReadLimiter();
    await readLimiter.run(async () => ({
      ok: false as const,
      trouble: { kind: 'rate-limited' as const, retryAfterMs: 5000 },
    }));
    expect(readLimiter.limit()).toBe(1);
    let done = false;
    const held = readLimiter.run(async () => {
      done = true;
      return good;
    });
    advance(4000);
    await settle();
    expect(done).toBe(false);
    advance(1001);
    await held;
    for (let i = 0; i < 20; i += 1) await readLimiter.run(async () => good);
    expect(readLimiter.limit()).toBe(2);
  });
  it('[HT4] the wait after a 429 is no longer than requested, however many wait, and urgent requests go first', async () => {
    const { readLimiter, advance } = makeReadLimiter();
    const limited = () =>
      readLimiter.run(async () => ({
        ok: false as const,
        trouble: { kind: 'rate-limited' as const, retryAfterMs: 5000 },
      }));
    await Promise.all([limited(), limited()]);
    const log: string[] = [];
    const all = [
      readLimiter.run(async () => {
        log.push('round');
        return good;
      }),
      readLimiter.run(async () => {
        log.push('round');
        return good;
      }),
    ];
    advance(2000);
    await settle();
    all.push(
      readLimiter.run(async () => {
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
  it('[HT4] two waits end with the longer one, in either order', async () => {
    const { readLimiter, advance } = makeReadLimiter();
    const limited = (retryAfterMs: number) =>
      readLimiter.run(async () => ({
        ok: false as const,
        trouble: { kind: 'rate-limited' as const, retryAfterMs },
      }));
    await Promise.all([limited(8000), limited(1000)]);
    let at = -1;
    const held = readLimiter.run(async () => {
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

  it('[HT4] gives up a request that would wait longer than a person does, and keeps the others', async () => {
    const { readLimiter, advance } = makeReadLimiter();
    const limited = (retryAfterMs: number) => ({
      ok: false as const,
      trouble: { kind: 'rate-limited' as const, retryAfterMs },
    });
    const sent: string[] = [];
    const send =
      (name: string, answer: typeof good | ReturnType<typeof limited> = good) =>
      async () => {
        sent.push(name);
        return answer;
      };
    await readLimiter.run(send('first', limited(50_000)));
    const patient = readLimiter.run(send('patient'));
    const person = readLimiter.run(send('person', limited(50_000)), true, 60_000);
    const probe = readLimiter.run(send('probe', limited(50_000)), true);
    advance(50_000);
    expect(await probe).toEqual(limited(50_000));
    expect(await person).toEqual(limited(50_000));
    expect(sent).toEqual(['first', 'probe']);
    expect(await readLimiter.run(send('hasty'), true, 40_000)).toEqual(limited(50_000));
    advance(50_000);
    expect(await patient).toEqual(good);
    expect(sent).toEqual(['first', 'probe', 'patient']);
  });

  it('[AU17] waits for no answer when the account closes, and sends nothing more', async () => {
    const { readLimiter } = makeReadLimiter();
    const ended = { ok: false, trouble: { kind: 'offline', reason: 'aborted' } };
    let sent = 0;
    const late = Promise.withResolvers<typeof good>();
    const runs = Array.from({ length: 5 }, () =>
      readLimiter.run(() => {
        sent += 1;
        return late.promise;
      }),
    );
    await settle();
    readLimiter.close();
    expect(await Promise.all(runs)).toMatchObject(runs.map(() => ended));
    expect(await readLimiter.run(async () => good, true)).toMatchObject(ended);
    expect(sent).toBe(3);
    late.reject(new Error('reset'));
    await settle();
  });

  it('[AU17] does not wait for the place of a background request when the account closes', async () => {
    const waits = new Set<number>();
    const readLimiter = createReadLimiter({
      clock: { now: () => 0 },
      timers: {
        after: (ms) => {
          waits.add(ms);
          return () => waits.delete(ms);
        },
      },
      max: 3,
      rate: {
        takePlace: () => 5_000,
        left: () => undefined,
        answered: () => undefined,
        troubled: () => undefined,
        perMinute: () => 12,
        lastMinute: () => 0,
      },
    });
    const run = readLimiter.run(async () => good);
    expect([...waits]).toEqual([5_000]);
    readLimiter.close();
    expect(await Promise.race([run, settle()])).toMatchObject({
      ok: false,
      trouble: { kind: 'offline', reason: 'aborted' },
    });
    expect([...waits]).toEqual([]);
  });
});
