/** The connection of an account: what it knows at the start, and whom it tells that the service answers. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEMO_CREDENTIALS, demoProfile } from '#core/accounts/demo-account';
import { openConnection } from '#core/accounts/workspace/account-connection';
import { createThrottle } from '#core/api/throttle';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { serverToLocal } from '#shared/domain/time';
import { TOKEN_PATH, WAREHOUSE_LIST_PATH } from '#shared/http-api/lookups';
import { VirtualTime } from '../../../../simulation/virtual-time';
import { memoryLog, memorySecrets } from '../../../../support/sync/core-fixture';

const START = Date.parse('2026-01-01T02:00:00Z');
const SERVICE = 'https://crm.example';
const OFFSET_MS = 8 * 3_600_000;
const NO_ROUTE: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' };
const answer = (status: number, body: object): HttpResult => ({
  kind: 'answer',
  status,
  headers: {},
  url: '',
  text: JSON.stringify(body),
});
const OK = answer(200, { code: 200, message: 'success', now: '2026-01-01 10:00:00', data: { list: [] } });
const STORED = JSON.stringify({ kind: 'token', accessToken: 'stored' });

const connect = async ({
  demo = false,
  stored = null as string | null,
  offset = null as string | null,
  at = START,
  states = new Map<string, string>(offset === null ? [] : [['server-offset', offset]]),
} = {}) => {
  const time = new VirtualTime(at);
  const log = memoryLog();
  const secrets = memorySecrets();
  const profile = { ...demoProfile(), id: 'a-1', demo, baseUrl: SERVICE };
  if (stored !== null) secrets.all.set('account/a-1/session', stored);
  const requests: HttpRequest[] = [];
  const service = { answer: OK };
  const opened: unknown[] = [];
  const disk = { isFull: false };
  const told: string[] = [];
  const closed = { is: false };
  const throttle = createThrottle(time);
  const send = async (request: HttpRequest): Promise<HttpResult> => {
    requests.push(request);
    return service.answer;
  };
  const connection = await openConnection({
    ports: {
      clock: time,
      log,
      secrets,
      transport: (account) => {
        opened.push(account);
        return { read: send, push: send };
      },
    },
    profile,
    throttle,
    cache: {
      state: (key) => states.get(key) ?? null,
      setState: (key, value) => {
        if (disk.isFull) throw new Error('disk full');
        states.set(key, value ?? '');
      },
    },
    isClosed: () => closed.is,
    onSession: (session) => void told.push(`session ${session.state()}`),
    onKept: (isKept) => void (isKept || told.push('not kept')),
    onReached: () => void told.push('reached'),
    onConnectivity: () => void told.push(connection.connectivity.state().connectivity),
  });
  const read = () => connection.client.read(WAREHOUSE_LIST_PATH, {}, { timeoutMs: 1_000 });
  return {
    connection,
    time,
    log,
    secrets,
    requests,
    service,
    opened,
    states,
    disk,
    told,
    closed,
    throttle,
    read,
  };
};

describe('opening', () => {
  it('reads only the disk: the stored sign-in, and nothing from the service', async () => {
    const { connection, requests, opened, told } = await connect({ stored: STORED });
    expect([connection.session.state(), connection.session.token()]).toEqual(['signed-in', 'stored']);
    expect([requests, told]).toEqual([[], []]);
    expect(opened).toEqual([{ baseUrl: SERVICE, demo: false }]);
  });

  it('without a stored sign-in needs one', async () => {
    const { connection } = await connect();
    expect([connection.session.state(), connection.connectivity.state().connectivity]).toEqual([
      'signed-out',
      'unknown',
    ]);
  });

  it('of the demo signs in by itself, in this process', async () => {
    const { connection, opened, requests, service } = await connect({ demo: true });
    expect([connection.session.state(), opened]).toEqual(['signed-in', [{ baseUrl: SERVICE, demo: true }]]);
    service.answer = answer(200, { token_type: 'Bearer', access_token: 'new' });
    expect(await connection.session.renew(null)).toEqual({ kind: 'renewed' });
    expect(requests.map(({ url }) => url)).toEqual([`${SERVICE}${TOKEN_PATH}`]);
    expect(requests[0]?.body).toContain(encodeURIComponent(DEMO_CREDENTIALS.username));
  });

  it('of any other account never uses the sign-in of the demo', async () => {
    const { connection, requests } = await connect();
    expect(await connection.session.renew(null)).toEqual({ kind: 'expired' });
    expect(requests).toEqual([]);
  });
});

describe('a sign-in', () => {
  const TOKEN = { accessToken: 't', refreshToken: null, expiresAt: null };

  it('is announced, and used for the next request', async () => {
    const { connection, told, read, requests } = await connect();
    await connection.session.adopt({ kind: 'token', accessToken: 't' }, TOKEN);
    expect(told).toEqual(['session signed-in']);
    await read();
    expect(requests[0]?.headers).toMatchObject({ authorization: 't' });
  });

  it('that the keychain does not take is told', async () => {
    const { connection, told, secrets } = await connect();
    secrets.set = () => Promise.reject(new Error('the keychain is locked'));
    await connection.session.adopt({ kind: 'token', accessToken: 't' }, TOKEN);
    expect(told).toEqual(['session signed-in', 'not kept']);
  });
});

describe('the service', () => {
  it('that answers again is told once, until it is away again', async () => {
    const { told, read, service } = await connect({ stored: STORED });
    await read();
    await read();
    expect(told).toEqual(['reached', 'online']);
    service.answer = NO_ROUTE;
    await read();
    await read();
    expect(told).toEqual(['reached', 'online', 'offline']);
    service.answer = OK;
    await read();
    expect(told.slice(3)).toEqual(['reached', 'online']);
  });

  it('that never answered is not told as reached', async () => {
    const { told, read, service } = await connect({ stored: STORED });
    service.answer = NO_ROUTE;
    await read();
    expect(told).toEqual(['offline']);
  });

  it('that answers only after the account is closed changes nothing', async () => {
    const { told, read, closed, states } = await connect({ stored: STORED });
    closed.is = true;
    await read();
    expect([told, [...states]]).toEqual([['online'], []]);
  });

  it('is not asked during a rate limit, which any answer may begin', async () => {
    const { read, requests, service, throttle } = await connect({ stored: STORED });
    service.answer = { ...answer(429, {}), ...({ headers: { 'retry-after': '30' } } as const) };
    await read();
    expect(throttle.until()).toBe(START + 30_000);
    service.answer = OK;
    expect(await read()).toMatchObject({ kind: 'rate-limited' });
    expect(requests).toHaveLength(1);
  });

  it('is not asked while the user has switched the account offline', async () => {
    const { connection, read, requests } = await connect({ stored: STORED });
    connection.transport.setOffline(true);
    expect(await read()).toMatchObject({ kind: 'offline' });
    // An edit is not sent either, and it is certain that it was not.
    const pushed = await connection.client.push('/v1/lead/push', '{}');
    expect(pushed).toMatchObject({ kind: 'failure', unsent: true });
    expect(requests).toEqual([]);
  });
});

describe('the clock of the service', () => {
  it('is known from the last run, before anything is asked', async () => {
    const { connection } = await connect({ offset: String(OFFSET_MS) });
    expect(connection.serverClock.offsetMs()).toBe(OFFSET_MS);
    expect((await connect()).connection.serverClock.offsetMs()).toBeNull();
  });

  it('is stored when the service is reached, and when it is asked for', async () => {
    const { connection, states, read, service, time } = await connect({ stored: STORED });
    await read();
    const first = Number(states.get('server-offset'));
    expect(Math.abs(first - OFFSET_MS)).toBeLessThan(1_000);
    await time.advance(3_600_000);
    service.answer = OK;
    await read();
    expect(states.get('server-offset')).toBe(String(first));
    connection.rememberOffset();
    expect(Number(states.get('server-offset'))).toBe(first - 3_600_000);
  });

  it('has the summer time of this computer, if both had the same zone when it was learnt in winter', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.useRealTimers();
    });
    const winter = await connect({ stored: STORED });
    winter.service.answer = answer(200, {
      code: 200,
      message: 'success',
      now: '2026-01-01 03:00:00',
      data: { list: [] },
    });
    await winter.read();
    // Started again in summer, without a connection.
    const at = Date.parse('2026-06-01T08:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    const { connection } = await connect({ at, states: winter.states });
    const { serverClock } = connection;
    expect(serverToLocal('2026-06-01 10:00:00', serverClock.offsetMs(at))).toBe('2026-06-01 10:00:00');
    expect(serverClock.at(at)).toBe('2026-06-01 10:00:00');
    // The computer is in another zone now, so its own clocks say nothing about those of the service.
    vi.stubEnv('TZ', 'America/New_York');
    expect(serverToLocal('2026-06-01 10:00:00', serverClock.offsetMs(at))).toBe('2026-06-01 05:00:00');
  });

  it('is not stored while it is unknown', async () => {
    const { connection, states } = await connect();
    connection.rememberOffset();
    expect([...states]).toEqual([]);
  });

  it('that the disk does not take is learned again: the account goes on', async () => {
    const { read, disk, log, told } = await connect({ stored: STORED });
    disk.isFull = true;
    expect(await read()).toMatchObject({ kind: 'ok' });
    expect(told).toEqual(['reached', 'online']);
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { error: 'Error: disk full' } }]);
  });
});
