import { describe, expect, it } from 'vitest';
import type { HttpResult } from '#core/ports/ports';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import { fullDisk } from '../../../../support/outbox/full-disk';
import {
  accepted,
  companyCommand,
  NOTHING_FOUND,
  outboxBench,
} from '../../../../support/outbox/outbox-bench';

const unsent: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'ECONNREFUSED' };
const throttled = (seconds: number): HttpResult => ({
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': String(seconds) },
  url: '',
  text: '{"code":429,"message":"slow down"}',
});
const offline = { kind: 'offline', reason: 'connect', detail: 'ECONNREFUSED' } as const;
const HOUR = 3_600_000;

const goOffline = (bench: ReturnType<typeof outboxBench>): void => {
  bench.gateway.push = async () => unsent;
  bench.gateway.read = async () => offline;
};
const comeBack = (bench: ReturnType<typeof outboxBench>): number => {
  let made = 50;
  bench.gateway.push = async () => accepted({ company_id: made++, customers: [] });
  bench.gateway.read = async () => NOTHING_FOUND;
  bench.pushes.length = 0;
  bench.outbox.reconnected();
  return bench.time.now();
};

describe('[OB46] back online', () => {
  it.each([1, 7, 23])(
    'after %i hours without a connection the first push leaves within 10 s',
    async (hours) => {
      const bench = outboxBench();
      goOffline(bench);
      const ids = ['Acme', 'Beta', 'Gamma'].map((name) => bench.submit(companyCommand(name)));
      await bench.time.advance(hours * HOUR);
      expect(bench.outbox.get(ids[0] ?? '')?.intent.notBefore).toBeGreaterThan(bench.time.now() - 300_000);
      const at = comeBack(bench);
      await bench.time.advance(10_000);
      expect(bench.pushes).toHaveLength(3);
      expect((bench.pushes[0]?.at ?? Infinity) - at).toBeLessThan(10_000);
      expect(bench.outbox.summary().waiting).toBe(0);
    },
  );

  it('the delay is random, so that many installations do not return at the same moment', async () => {
    const moments = new Set<number>();
    for (let n = 0; n < 8; n++) {
      const bench = outboxBench();
      for (let turn = 0; turn < n; turn++) bench.submit(companyCommand(`Before ${turn}`));
      await bench.time.advance(30_000);
      goOffline(bench);
      bench.submit(companyCommand('Acme'));
      await bench.time.advance(HOUR);
      const at = comeBack(bench);
      await bench.time.advance(10_000);
      moments.add((bench.pushes[0]?.at ?? 0) - at);
    }
    expect(moments.size).toBeGreaterThan(3);
  });

  it('a Retry-After that is not over is kept', async () => {
    const bench = outboxBench();
    bench.gateway.push = async () => throttled(900);
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(10_000);
    goOffline(bench);
    await bench.time.advance(60_000);
    comeBack(bench);
    await bench.time.advance(600_000);
    expect(bench.pushes).toEqual([]);
    await bench.time.advance(300_000);
    expect(bench.pushes).toHaveLength(1);
  });

  it('an item that waits because of errors of the service keeps waiting', async () => {
    const bench = outboxBench();
    bench.gateway.push = async () => ({ ...unsent, reason: 'reset', unsent: false });
    bench.gateway.read = async () => ({ kind: 'server-error', status: 502, detail: 'bad gateway' });
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR + 1);
    const waits = bench.outbox.list()[0]?.notBefore ?? 0;
    expect(waits).toBeGreaterThan(bench.time.now());
    bench.outbox.reconnected();
    expect(bench.outbox.list()[0]?.notBefore).toBe(waits);
  });
});

describe('[OB47] a clock that is changed', () => {
  const jumping = () => {
    const jump = { ms: 0 };
    const bench = outboxBench({ clock: (time) => ({ now: () => time.now() + jump.ms }) });
    return { jump, bench };
  };
  it.each(['while it runs', 'while it was closed'])(
    'back by a year %s: the queue continues within minutes',
    async (when) => {
      const { jump, bench } = jumping();
      goOffline(bench);
      bench.submit(companyCommand('Acme'));
      await bench.time.advance(HOUR);
      jump.ms = -365 * 24 * HOUR;
      if (when !== 'while it runs') bench.reopen();
      bench.gateway.push = async () => accepted({ company_id: 1, customers: [] });
      bench.gateway.read = async () => NOTHING_FOUND;
      bench.pushes.length = 0;
      await bench.time.advance(11 * 60_000);
      expect(bench.pushes).toHaveLength(1);
    },
  );
  it('back by a day: a Retry-After is waited for once more at most, not for a day', async () => {
    const { jump, bench } = jumping();
    bench.gateway.push = async () => throttled(120);
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(10_000);
    jump.ms = -24 * HOUR;
    bench.gateway.push = async () => accepted({ company_id: 1, customers: [] });
    bench.pushes.length = 0;
    bench.reopen();
    await bench.time.advance(100_000);
    expect(bench.pushes).toEqual([]);
    await bench.time.advance(200_000);
    expect(bench.pushes).toHaveLength(1);
  });
  it('back: a permitted kind does not count as not permitted', async () => {
    const { jump, bench } = jumping();
    let token = 1;
    let refusals = 0;
    bench.gateway.renew = async () => {
      token++;
      return 'renewed';
    };
    bench.gateway.tokenMark = () => `t${token}`;
    bench.gateway.push = async () => {
      if (refusals++ < 2) {
        jump.ms -= 24 * HOUR;
        return { kind: 'answer', status: 401, headers: {}, url: '', text: '{"error":"invalid_token"}' };
      }
      return accepted({ company_id: 1, customers: [] });
    };
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(600_000);
    expect(bench.outbox.summary()).toMatchObject({ holds: {}, counts: { applied: 1 } });
  });
});

it('[OB44] an error that cannot be recorded does not make the dispatcher loop', async () => {
  const disk = fullDisk();
  const bench = outboxBench({ through: disk.through });
  bench.outbox.pause(true);
  bench.submit(companyCommand('Acme'));
  bench.outbox.pause(false);
  disk.code = 'SQLITE_CONSTRAINT';
  disk.refusesAfter = 0;
  await bench.time.advance(HOUR);
  expect(bench.errors.length).toBeLessThan(200);
  disk.refusesAfter = null;
  await bench.time.advance(120_000);
  expect(bench.outbox.summary().counts).toEqual({ applied: 1 });
});

describe('[OB9] failures at the same time', () => {
  it('count once for the wait of the account', async () => {
    const bench = outboxBench({ settings: { concurrency: 4, reviewFirst: false } });
    bench.gateway.push = async () => {
      await new Promise<void>((resolve) => {
        bench.time.after(20_000, resolve);
      });
      return unsent;
    };
    for (const name of ['Acme', 'Beta', 'Gamma', 'Delta']) bench.submit(companyCommand(name));
    await bench.time.advance(20_100);
    expect(bench.pushes).toHaveLength(4);
    // The first wait, and not the fourth of 8 to 16 s.
    expect(bench.outbox.summary().quietUntil - bench.time.now()).toBeLessThanOrEqual(2_000);
  });
});

describe('[OB8] a read of the outbox that gets a 401', () => {
  /** Submits while every read gets a 401 for an hour; returns what the item waits for, and the pushes after. */
  const refusedForAnHour = async (isSignedIn: boolean) => {
    const bench = outboxBench({ gateway: { isSignedIn: () => isSignedIn } });
    bench.gateway.read = async () => ({ kind: 'unauthorized', detail: 'HTTP 401' });
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    const waits = bench.outbox.get(id)?.intent.waits;
    bench.gateway.read = async () => NOTHING_FOUND;
    await bench.time.advance(HOUR);
    return { waits, pushes: bench.pushes.length };
  };

  it('waits for a sign-in if the sign-in is over', async () => {
    expect(await refusedForAnHour(false)).toEqual({ waits: 'sign-in', pushes: 0 });
  });

  it('tries again by itself if the token was renewed meanwhile', async () => {
    expect(await refusedForAnHour(true)).toEqual({ waits: 'later', pushes: 1 });
  });
});

describe('a token that may not read the users', () => {
  const withoutUsers = (bench: ReturnType<typeof outboxBench>): void => {
    bench.gateway.read = async (path) =>
      path === USER_LIST_PATH ? { kind: 'forbidden', detail: 'no permission user scopes' } : NOTHING_FOUND;
  };

  it('sends a new record', async () => {
    const bench = outboxBench();
    withoutUsers(bench);
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    expect(bench.outbox.get(id)?.intent.state).toBe('applied');
    expect(bench.pushes).toHaveLength(1);
  });

  it('[OB8] has a kind that it may not send held, and does not try it for ever', async () => {
    const bench = outboxBench();
    withoutUsers(bench);
    bench.gateway.push = async () => ({
      kind: 'answer',
      status: 401,
      headers: {},
      url: '',
      text: '{"error":"invalid_token"}',
    });
    bench.submit(companyCommand('Acme', '5'));
    await bench.time.advance(HOUR);
    expect(bench.outbox.summary().holds).toEqual({ company: 'not-permitted' });
    expect(bench.pushes).toHaveLength(2);
  });
});

describe('a window is told', () => {
  /** A window that reads the item and the summary a moment after each change, and at no other time. */
  const windowOf = (bench: ReturnType<typeof outboxBench>, id: string) => {
    const read = () => {
      const { needsSignIn, quietUntil } = bench.outbox.summary();
      return {
        waits: bench.outbox.get(id)?.intent.waits,
        needsSignIn,
        isQuiet: quietUntil > bench.time.now(),
      };
    };
    let [shown, heard] = [read(), bench.changes.length];
    return {
      pass: async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 100) {
          await bench.time.advance(100);
          if (bench.changes.length > heard) [shown, heard] = [read(), bench.changes.length];
        }
        return { shown, now: read() };
      },
    };
  };

  it('that an item waits because the service answered its read with an error', async () => {
    const bench = outboxBench();
    bench.gateway.read = async () => {
      await new Promise<void>((resolve) => void bench.time.after(2_000, resolve));
      return { kind: 'server-error', status: 502, detail: 'bad gateway' };
    };
    const id = bench.submit(companyCommand('Acme'));
    const { shown, now } = await windowOf(bench, id).pass(2_500);
    expect(now.waits).toBe('later');
    expect(shown.waits).toBe('later');
  });

  it('that an item waits because of an error that nobody expected', async () => {
    const bench = outboxBench();
    bench.gateway.read = async () => {
      await new Promise<void>((resolve) => void bench.time.after(2_000, resolve));
      throw new Error('a fault in the code');
    };
    const id = bench.submit(companyCommand('Acme'));
    const { shown, now } = await windowOf(bench, id).pass(2_500);
    expect([shown.waits, now.waits]).toEqual(['later', 'later']);
  });

  it('that the user has to sign in, and that this is over', async () => {
    let isSignedIn = false;
    const bench = outboxBench({ gateway: { isSignedIn: () => isSignedIn } });
    bench.gateway.read = async () => {
      await new Promise<void>((resolve) => void bench.time.after(2_000, resolve));
      return { kind: 'unauthorized', detail: 'HTTP 401' };
    };
    const id = bench.submit(companyCommand('Acme'));
    const window = windowOf(bench, id);
    const refused = await window.pass(3_000);
    expect(refused.now).toMatchObject({ waits: 'sign-in', needsSignIn: true });
    expect(refused.shown).toMatchObject({ waits: 'sign-in', needsSignIn: true });
    isSignedIn = true;
    bench.outbox.pause(true);
    await window.pass(1_000);
    bench.outbox.kick();
    const signedIn = await window.pass(1_000);
    expect(signedIn.now).toMatchObject({ waits: 'paused', needsSignIn: false });
    expect(signedIn.shown).toEqual(signedIn.now);
  });
});
