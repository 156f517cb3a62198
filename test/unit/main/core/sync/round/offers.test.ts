import { afterEach, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '#core/api/client';
import { createServerClock } from '#core/api/server-clock';
import { createReadLimiter } from '#core/sync/rate/read-limiter';
import { createOffers, OPTIONAL_PATHS, type Offers } from '#core/sync/round/offers';
import { makeService, ORIGIN, type ServiceFixture } from '../../../../../support/sync/service-fixture';
import type { HttpResult } from '#core/ports/ports';
import { silent } from '../../store/cache-fixture';
import type { Profile } from '#service/context';

let shiftMs = 0;
const clock = { now: () => Date.now() + shiftMs };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const timers = { after: () => () => undefined };

/** What a proxy answers that knows no route. */
const noRoute = (url: string) => ({
  kind: 'answer' as const,
  status: 404,
  headers: { 'content-type': 'text/html' },
  text: '<html><body>404 Not Found</body></html>',
  url,
});

/**
 * The real service answers the probes; what it offers is told apart by the status and envelope it really
 * gives.
 */
const probed = async (
  profile: Profile,
  httpErrors: boolean,
  /** A route that a proxy does not know at the first probe. */
  unknown?: string,
  answer: (url: string) => HttpResult = noRoute,
): Promise<{ offers: Offers; client: ApiClient; service: ServiceFixture; close: () => void }> => {
  const service = makeService({ dataset: 'empty', profile, httpErrors });
  const body = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=company';
  const signedIn = await service.wire.push({
    method: 'POST',
    url: `${ORIGIN}/v1/oauth2/access_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    timeoutMs: 5000,
  });
  const token =
    signedIn.kind === 'answer' ? (JSON.parse(signedIn.text) as { access_token: string }).access_token : '';
  const client = createApiClient({
    baseUrl: ORIGIN,
    headerStyle: 'raw',
    transport: service.wire,
    clock,
    serverClock: createServerClock(null),
    session: {
      token: () => token,
      renew: async () => ({ kind: 'expired' }),
      accepted: () => undefined,
    } as never,
  });
  const state = new Map<string, string>();
  const cache = {
    state: (key: string) => state.get(key) ?? null,
    setState: (key: string, json: string) => void state.set(key, json),
  };
  const offers = createOffers({
    cache: cache as never,
    client,
    readLimiter: createReadLimiter({ clock, timers, max: 3 }),
    clock,
    log: silent,
  });
  service.wire.intercept = (request) =>
    unknown !== undefined && request.url.includes(unknown) ? Promise.resolve(answer(request.url)) : undefined;
  expect(await offers.probe()).toBeNull();
  service.wire.intercept = () => undefined;
  return { offers, client, service, close: service.close };
};

afterEach(() => {
  shiftMs = 0;
});

describe('optional endpoints', () => {
  for (const httpErrors of [false, true]) {
    for (const [profile, offered] of [
      ['full', true],
      ['contract', false],
    ] as const) {
      it(`[PL12] every one is ${offered ? 'offered' : 'not offered'} in profile ${profile}${httpErrors ? ', error codes being statuses too' : ''}`, async () => {
        const { offers, close } = await probed(profile, httpErrors);
        expect(Object.fromEntries(OPTIONAL_PATHS.map((path) => [path, offers.offered(path)]))).toEqual(
          Object.fromEntries(OPTIONAL_PATHS.map((path) => [path, offered])),
        );
        close();
      });
    }
  }
  it("[PL12] one record's 404 says nothing about its route", async () => {
    const { offers, client, close } = await probed('full', true);
    expect((await client.read('/v1/company/info', { company_id: '999' })).kind).toBe('refused');
    expect(offers.offered('/v1/company/info')).toBe(true);
    close();
  });

  // Every refusal has HTTP 200 and the code 404 (contract B); only the message tells them apart.
  it.each([
    ['/v1/invoices/receiptRegistration/list', 'Route not found', false],
    ['/v1/invoices/receiptRegistration/list', 'Not Found', false],
    ['/v1/invoices/receiptRegistration/list', 'No Privilege', true],
    ['/v1/lead/info', 'Route not found', false],
    ['/v1/lead/info', 'Not Found', true],
    ['/v1/lead/info', 'Not Found Resource', true],
  ])('[PL12] %s with HTTP 200, code 404 and "%s": offered is %s', async (path, message, offered) => {
    const answer = (url: string) => ({
      kind: 'answer' as const,
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify({ code: 404, message, now: '2026-05-12 10:00:00', data: {} }),
      url,
    });
    const { offers, close } = await probed('full', false, path, answer);
    expect(offers.offered(path)).toBe(offered);
    close();
  });

  it('[PL12] a route that the first probe did not find is probed again after five minutes, then daily', async () => {
    const PATH = '/v1/lead/info';
    const { offers, close } = await probed('full', true, PATH);
    expect(offers.offered(PATH)).toBe(false);
    shiftMs += 4 * MINUTE_MS;
    await offers.probe();
    expect(offers.offered(PATH)).toBe(false);
    shiftMs += MINUTE_MS;
    await offers.probe();
    expect(offers.offered(PATH)).toBe(true);
    close();
  });

  describe('after a route that was offered is not found', () => {
    const PATH = '/v1/invoices/receiptRegistration/list';
    /** A day after the first probe; while `isAway`, a proxy answers that it knows no route. */
    const awayAfterADay = async () => {
      const made = await probed('full', true);
      let isAway = true;
      made.service.wire.intercept = (request) =>
        isAway && request.url.includes(PATH) ? Promise.resolve(noRoute(request.url)) : undefined;
      shiftMs = DAY_MS;
      await made.offers.probe();
      const probesOf = async (): Promise<number> => {
        const before = made.service.wire.seen.length;
        await made.offers.probe();
        return made.service.wire.seen.slice(before).filter((line) => line.includes(PATH)).length;
      };
      return {
        ...made,
        probesOf,
        returns: () => {
          isAway = false;
        },
      };
    };

    it('[PL12] it stays offered until a second probe five minutes later does not find it either', async () => {
      const { offers, probesOf, close } = await awayAfterADay();
      expect(offers.offered(PATH)).toBe(true);
      shiftMs += 4 * MINUTE_MS;
      expect(await probesOf()).toBe(0);
      expect(offers.offered(PATH)).toBe(true);
      shiftMs += MINUTE_MS;
      expect(await probesOf()).toBe(1);
      expect(offers.offered(PATH)).toBe(false);
      close();
    });

    it('[PL12] a probe without a result is repeated after a minute, not at every step', async () => {
      const { service, offers, close } = await awayAfterADay();
      let asked = 0;
      service.wire.intercept = (request) => {
        if (!request.url.includes(PATH)) return undefined;
        asked += 1;
        const headers = { 'content-type': 'text/html' };
        return Promise.resolve({ kind: 'answer', status: 502, headers, text: '', url: request.url });
      };
      shiftMs += 5 * MINUTE_MS;
      for (let step = 0; step < 5; step += 1) await offers.probe();
      const atOnce = asked;
      shiftMs += 2 * MINUTE_MS;
      await offers.probe();
      expect([atOnce > 0, asked]).toEqual([true, 2 * atOnce]);
      expect(offers.offered(PATH)).toBe(true);
      close();
    });

    it('[PL12] it is offered as before if the second probe finds it', async () => {
      const { offers, probesOf, returns, close } = await awayAfterADay();
      returns();
      shiftMs += 5 * MINUTE_MS;
      expect(await probesOf()).toBe(1);
      expect(offers.offered(PATH)).toBe(true);
      shiftMs += HOUR_MS;
      expect(await probesOf()).toBe(0);
      close();
    });

    it('[PL12] once it is not offered, it is probed hourly for a day, then daily', async () => {
      const { offers, probesOf, returns, close } = await awayAfterADay();
      shiftMs += 5 * MINUTE_MS;
      await probesOf();
      for (let hour = 1; hour <= 23; hour += 1) {
        shiftMs += HOUR_MS;
        expect(await probesOf()).toBe(1);
      }
      shiftMs += HOUR_MS;
      expect(await probesOf()).toBe(0);
      returns();
      shiftMs += DAY_MS;
      expect(await probesOf()).toBe(1);
      expect(offers.offered(PATH)).toBe(true);
      close();
    });
  });
});
