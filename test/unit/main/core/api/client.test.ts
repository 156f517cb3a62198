/** The client of the service: what it sends with each request, and what it remembers of it. */
import { describe, expect, it } from 'vitest';
import { createApiClient, type ApiClientOptions } from '#core/api/client';
import { createServerClock } from '#core/api/server-clock';
import type { HttpRequest, HttpResult } from '#core/ports/ports';

const answer = (text: string): HttpResult => ({ kind: 'answer', status: 200, headers: {}, text, url: '' });
const OK = answer('{"code":200,"message":"success","now":"2026-11-23 10:00:00","data":{}}');

const clientOver = (
  answers: (HttpResult | Promise<HttpResult>)[],
  {
    token = 'T',
    renews = false,
    ...more
  }: { token?: string | null; renews?: boolean; headerStyle?: 'raw' | 'bearer' } = {},
) => {
  const sent: HttpRequest[] = [];
  const time = { now: 1000 };
  const heard: string[] = [];
  const renewals: (string | null)[] = [];
  const take = async (request: HttpRequest): Promise<HttpResult> => {
    sent.push(request);
    time.now += 30;
    return await (answers.shift() ?? OK);
  };
  const options: ApiClientOptions = {
    baseUrl: 'https://crm.example/api',
    headerStyle: 'raw',
    transport: { read: take, push: take },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client calls these two
    session: {
      token: () => token,
      renew: async (used: string | null) => (renewals.push(used), { kind: renews ? 'renewed' : 'expired' }),
      accepted: () => undefined,
    } as unknown as ApiClientOptions['session'],
    clock: { now: () => time.now },
    serverClock: createServerClock(),
    onOutcome: ({ kind }) => void heard.push(kind),
    ...more,
  };
  return { client: createApiClient(options), sent, time, heard, renewals };
};

describe('a request', () => {
  it('says what it takes, what it brings and who asks', async () => {
    const { client, sent } = clientOver([]);
    await client.read('/v1/a', { page: 2 });
    await client.readByPost('/v1/b', '{"x":1}');
    await client.push('/v1/c', '{"y":2}');
    const json = { accept: 'application/json', 'content-type': 'application/json', authorization: 'T' };
    expect(sent).toMatchObject([
      { method: 'GET', url: 'https://crm.example/api/v1/a?page=2', timeoutMs: 30_000 },
      { method: 'POST', url: 'https://crm.example/api/v1/b', body: '{"x":1}', timeoutMs: 30_000 },
      { method: 'POST', url: 'https://crm.example/api/v1/c', body: '{"y":2}', timeoutMs: 60_000 },
    ]);
    expect(sent.map(({ headers }) => headers)).toEqual([
      { accept: 'application/json', 'cache-control': 'no-cache', authorization: 'T' },
      { ...json, 'cache-control': 'no-cache' },
      json,
    ]);
  });

  it('without an answer is offline, but only its own trouble if the service answered another one meanwhile', async () => {
    const failure = (reason: 'timeout' | 'reset' | 'other' | 'connect'): HttpResult => ({
      kind: 'failure',
      reason,
      unsent: false,
      detail: reason,
    });
    const busy = answer('{"code":503,"message":"busy"}');
    for (const [reason, meanwhile, kind] of [
      ['timeout', null, 'offline'],
      ['timeout', busy, 'offline'],
      ['timeout', OK, 'unanswered'],
      ['reset', OK, 'unanswered'],
      ['other', OK, 'unanswered'],
      ['connect', OK, 'offline'],
    ] as const) {
      const late = Promise.withResolvers<HttpResult>();
      const { client } = clientOver([late.promise, ...(meanwhile ? [meanwhile] : [])]);
      const slow = client.read('/v1/a');
      if (meanwhile) await client.read('/v1/b');
      late.resolve(failure(reason));
      expect([reason, (await slow).kind]).toEqual([reason, kind]);
    }
  });

  it('that gets a web page is offline, but only its own trouble if the service answered another one since', async () => {
    const page = answer('<html><body>Sign in</body></html>');
    const kindsOf = async (...reads: [path: string, result: HttpResult][]): Promise<string[]> => {
      const { client } = clientOver(reads.map(([, result]) => result));
      const kinds: string[] = [];
      for (const [path] of reads) kinds.push((await client.read(path)).kind);
      return kinds;
    };
    const blocked = await kindsOf(['a', page], ['a', page], ['b', OK], ['a', page], ['a', page]);
    expect(blocked).toEqual(['captive-portal', 'captive-portal', 'ok', 'bad-answer', 'bad-answer']);
    // A portal begins: another path gets a page too.
    const portal = await kindsOf(['a', page], ['b', OK], ['a', page], ['b', page], ['a', OK], ['a', page]);
    expect(portal).toEqual(['captive-portal', 'ok', 'bad-answer', 'captive-portal', 'ok', 'captive-portal']);
    const late = Promise.withResolvers<HttpResult>();
    const other = clientOver([late.promise, OK]).client;
    const slow = other.read('/v1/a');
    await other.read('/v1/b');
    late.resolve(page);
    expect((await slow).kind).toBe('bad-answer');
  });

  it('that a cache answered tells no time', async () => {
    const old = '{"code":200,"message":"success","now":"2026-11-23 09:00:00","data":{}}';
    const { client } = clientOver([
      { kind: 'answer', status: 200, headers: { age: '3600' }, text: old, url: '' },
    ]);
    await client.read('/v1/a');
    expect(client.serverClock.offsetMs()).toBeNull();
  });

  it('that alone was too slow has more time the next time', async () => {
    const late = Promise.withResolvers<HttpResult>();
    const { client, sent } = clientOver([late.promise]);
    const slow = client.read('/v1/a');
    await client.read('/v1/b');
    late.resolve({ kind: 'failure', reason: 'timeout', unsent: false, detail: '' });
    await slow;
    await client.read('/v1/a');
    // It was answered quickly.
    await client.read('/v1/a');
    expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 30_000, 60_000, 30_000]);
  });

  it('carries the token as the service wants it', async () => {
    const { client, sent } = clientOver([], { headerStyle: 'bearer' });
    await client.read('/v1/a');
    expect(sent[0]?.headers.authorization).toBe('Bearer T');
  });

  it('is not made without a sign-in; a push has no token then, and the service decides', async () => {
    const { client, sent, heard } = clientOver([], { token: null });
    expect(await client.read('/v1/a')).toEqual({ kind: 'unauthorized', detail: 'no token' });
    expect([sent, heard]).toEqual([[], ['unauthorized']]);
    await client.push('/v1/c', '{}');
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['accept', 'content-type']);
  });

  it('whose token the service does not take is renewed once, and the refusal is told', async () => {
    const { client, sent, renewals } = clientOver([answer('{"code":401,"message":"expired"}')]);
    expect(await client.read('/v1/a')).toMatchObject({ kind: 'unauthorized' });
    expect([sent.length, renewals]).toEqual([1, ['T']]);
  });

  it('[HT1] needs no sign-in if its error in the words of OAuth is not about the sign-in', async () => {
    const error = (word: string): HttpResult => ({
      kind: 'answer',
      status: 400,
      headers: {},
      text: JSON.stringify({ error: word, message: 'start_time is wrong' }),
      url: '',
    });
    const words = [
      'invalid_request',
      'invalid_scope',
      'temporarily_unavailable',
      'invalid_grant',
      'invalid_client',
    ];
    const { client } = clientOver(words.map(error));
    const kinds: string[] = [];
    for (const word of words) kinds.push((await client.read(`/v1/${word}`)).kind);
    expect(kinds).toEqual(['bad-answer', 'bad-answer', 'server-error', 'oauth-error', 'oauth-error']);
  });

  it('[AU3] that alone refuses new tokens fails alone, and gets another token after a rest', async () => {
    const no: HttpResult = { kind: 'answer', status: 401, headers: {}, text: '{"code":401}', url: '' };
    const { client, renewals, time } = clientOver([no, no, OK, no, no, OK], { renews: true });
    expect((await client.read('/v1/a')).kind).toBe('unauthorized');
    await client.read('/v1/b');
    expect((await client.read('/v1/a')).kind).toBe('bad-answer');
    expect(renewals).toHaveLength(1);
    time.now += 30_000;
    expect((await client.read('/v1/a')).kind).toBe('ok');
    expect(renewals).toHaveLength(2);
  });

  it('is remembered with its result and time, the newest first; of many the latest hundred', async () => {
    const { client } = clientOver([
      OK,
      answer('{"code":200,"message":"success","data":{}}'),
      { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' },
    ]);
    await client.read('/v1/a');
    await client.push('/v1/c', '{}');
    await client.push('/v1/d', '{}');
    expect(client.requests()).toEqual([
      { at: 1060, method: 'POST', path: '/v1/d', outcome: 'connect', durationMs: 30 },
      { at: 1030, method: 'POST', path: '/v1/c', outcome: 'HTTP 200', durationMs: 30 },
      { at: 1000, method: 'GET', path: '/v1/a', outcome: 'ok', durationMs: 30 },
    ]);
    for (let n = 0; n < 120; n += 1) await client.read(`/v1/${n}`);
    expect(client.requests()).toHaveLength(100);
    expect(client.requests()[0]?.path).toBe('/v1/119');
  });
});

describe("the service's clock", () => {
  const SERVER = Date.parse('2026-11-23T10:00:00Z');

  it('believes two slow answers in a row that show that the clock of the server was set', () => {
    const clock = createServerClock();
    clock.learn('2026-09-21 10:00:00', 0, 10);
    const before = clock.offsetMs() ?? 0;
    clock.learn('2026-09-21 10:00:00', 1_000, 3_000);
    expect(clock.offsetMs()).toBe(before);
    clock.learn('2026-09-21 08:30:02', 2_000, 4_000);
    // One machine of the service may have another time than the others.
    clock.learn('2026-09-21 10:00:05', 4_000, 6_000);
    clock.learn('2026-09-21 08:30:06', 5_000, 7_000);
    expect(clock.offsetMs()).toBe(before);
    clock.learn('2026-09-21 08:30:08', 7_000, 9_000);
    expect((clock.offsetMs() ?? 0) - before).toBeCloseTo(-5_400_000, -4);
  });
  it('is taken from the quickest answer of the last ten minutes', () => {
    const clock = createServerClock();
    clock.learn('2026-11-23 10:00:00', 5000, 5400);
    expect(clock.offsetMs()).toBe(SERVER + 500 - 5200);
    clock.learn('2026-11-23 10:00:09', 6000, 6900);
    expect(clock.offsetMs()).toBe(SERVER + 500 - 5200);
    clock.learn('2026-11-23 10:00:01', 7000, 7100);
    expect(clock.offsetMs()).toBe(SERVER + 1500 - 7050);
    const later = 7100 + 10 * 60_000;
    clock.learn('2026-11-23 10:10:02', later - 1001, later - 1);
    expect(clock.offsetMs()).toBe(SERVER + 1500 - 7050);
    clock.learn('2026-11-23 10:10:03', later - 1000, later);
    expect(clock.offsetMs()).toBe(SERVER + 603_500 - (later - 500));
  });

  it('is the remembered one until an answer tells it, and eight hours ahead where nothing is known', () => {
    expect(createServerClock().at(0)).toBe('1970-01-01 08:00:00');
    const clock = createServerClock(3_600_000);
    clock.learn(null, 1, 2);
    clock.learn('soon', 1, 2);
    expect([clock.offsetMs(), clock.at(0)]).toEqual([3_600_000, '1970-01-01 01:00:00']);
  });
});
