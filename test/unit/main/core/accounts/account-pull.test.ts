/** What an account adds to its pull: the read of a delivered change, and the check of the connection. */
import { describe, expect, it } from 'vitest';
import { createRefresh, createServiceAnswers, openHeartbeat } from '#core/accounts/workspace/account-pull';
import type { Outcome } from '#core/api/classify-read';
import type { Connectivity } from '#core/sync/rate/connectivity';
import { VirtualTime } from '../../../../simulation/virtual-time';

describe('[PL13] the read of a delivered change', () => {
  it('happens once, soon, for all kinds that were delivered', async () => {
    const time = new VirtualTime(0);
    const read: string[][] = [];
    const refresh = createRefresh(time, (resources) => void read.push([...resources]));
    refresh.soon('lead');
    refresh.soon('company');
    refresh.soon('lead');
    expect(read).toEqual([]);
    await time.advance(1_000);
    expect(read).toEqual([['lead', 'company']]);
    refresh.soon('receipt');
    await time.advance(1_000);
    expect(read).toEqual([['lead', 'company'], ['receipt']]);
  });

  it('does not happen after the account is closed', async () => {
    const time = new VirtualTime(0);
    const read: unknown[] = [];
    const refresh = createRefresh(time, (resources) => void read.push(resources));
    refresh.cancel();
    refresh.soon('lead');
    refresh.cancel();
    await time.advance(10_000);
    expect(read).toEqual([]);
  });
});

describe('the check of the connection', () => {
  const check = async (outcome: Outcome, back: Connectivity['state'] extends () => infer S ? S : never) => {
    const time = new VirtualTime(0);
    const seen: { answers: unknown[]; urgent: unknown[]; resumed: number; path: string } = {
      answers: [],
      urgent: [],
      resumed: 0,
      path: '',
    };
    let state = { ...back, connectivity: 'offline' as const } as typeof back;
    const heartbeat = openHeartbeat(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the check uses
      {
        ports: { clock: time, timers: time, random: { next: () => 0.5 } },
        attention: { inUse: () => true },
      } as unknown as Parameters<typeof openHeartbeat>[0],
      {
        connectivity: { state: () => state },
        client: {
          read: async (path: string) => {
            seen.path = path;
            state = back;
            return outcome;
          },
        },
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the check uses
      } as unknown as Parameters<typeof openHeartbeat>[1],
      {
        resume: () => {
          seen.resumed += 1;
        },
        readLimiter: {
          run: async (request: () => Promise<unknown>, urgent?: boolean) => {
            seen.urgent.push(urgent);
            seen.answers.push(await request());
          },
        },
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the check uses
      } as unknown as Parameters<typeof openHeartbeat>[2],
    );
    heartbeat.start();
    await time.advance(5_000);
    heartbeat.close();
    return seen;
  };
  const online = { connectivity: 'online', since: 0, lastAnswerAt: 4_000 } as const;
  const offline = { connectivity: 'offline', since: 0, lastAnswerAt: null } as const;

  it('that gets an answer lets the pull go on', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of an answer
    const outcome = { kind: 'ok', data: [], text: '[]', now: null } as unknown as Outcome;
    const { answers, urgent, resumed, path } = await check(outcome, online);
    expect([answers, urgent]).toEqual([[{ ok: true }], [true]]);
    expect(path).toMatch(/warehouse/);
    expect(resumed).toBe(1);
  });

  it('that fails hands the trouble to the limit of reads, which keeps a Retry-After', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of an answer
    const outcome = { kind: 'rate-limited', retryAfterMs: 30_000 } as unknown as Outcome;
    const { answers, resumed } = await check(outcome, offline);
    expect(answers[0]).toEqual({ ok: false, trouble: outcome });
    expect(resumed).toBe(0);
  });
});

describe('[PL27] the question whether the service answers', () => {
  const ask = async (
    outcome: { kind: string },
    over: { signedIn?: boolean; closed?: boolean; expires?: boolean } = {},
  ) => {
    const seen = { reads: 0, patience: [] as unknown[] };
    const parts = { session: over.signedIn === false ? 'expired' : 'signed-in' };
    const answers = createServiceAnswers(
      {
        session: { state: () => parts.session },
        client: {
          read: async () => {
            seen.reads += 1;
            // A refused token ends the sign-in while the read is under way.
            if (outcome.kind === 'unauthorized' || over.expires === true) parts.session = 'expired';
            return outcome;
          },
        },
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the question uses
      } as unknown as Parameters<typeof createServiceAnswers>[0],
      {
        readLimiter: {
          run: (request: () => Promise<unknown>, _urgent: boolean, patienceMs: number) => {
            seen.patience.push(patienceMs);
            return request();
          },
        },
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the question uses
      } as unknown as Parameters<typeof createServiceAnswers>[1],
      () => over.closed === true,
    );
    const isAnswered = await answers();
    return { ...seen, isAnswered };
  };

  it.each(['ok', 'refused', 'forbidden', 'not-offered'])('takes %s as an answer', async (kind) => {
    expect(await ask({ kind })).toMatchObject({ isAnswered: true, reads: 1, patience: [5_000] });
  });
  it.each(['offline', 'captive-portal', 'rate-limited', 'server-error', 'unauthorized'])(
    'does not take %s as one',
    async (kind) => {
      expect(await ask({ kind })).toMatchObject({ isAnswered: false, reads: 1 });
    },
  );
  it('sends nothing without a sign-in, or for a closed account', async () => {
    expect(await ask({ kind: 'ok' }, { signedIn: false })).toMatchObject({ isAnswered: false, reads: 0 });
    expect(await ask({ kind: 'ok' }, { closed: true })).toMatchObject({ isAnswered: false, reads: 0 });
  });
  it('is not answered if the sign-in ends during the read: a new copy could not be downloaded', async () => {
    expect(await ask({ kind: 'ok' }, { expires: true })).toMatchObject({ isAnswered: false, reads: 1 });
  });
});
