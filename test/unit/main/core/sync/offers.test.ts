import { describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '#core/api/client';
import { createServerClock } from '#core/api/server-clock';
import { createReadLimiter } from '#core/sync/read-limiter';
import { createOffers, OPTIONAL_PATHS, type Offers } from '#core/sync/offers';
import { makeService, ORIGIN } from '../../../../support/sync/service-fixture';
import { silent } from '../store/cache-fixture';
import type { Profile } from '#service/context';

const clock = { now: Date.now };
const timers = { after: () => () => undefined };

/**
 * The real service answers the probes; what it offers is told apart by the status and envelope it really
 * gives.
 */
const probed = async (
  profile: Profile,
  httpErrors: boolean,
): Promise<{ offers: Offers; client: ApiClient; close: () => void }> => {
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
    session: { token: () => token, renew: async () => ({ kind: 'expired' }) } as never,
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
  expect(await offers.probe()).toBeNull();
  return { offers, client, close: service.close };
};

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
});
