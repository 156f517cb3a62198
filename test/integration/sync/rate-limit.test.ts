/**
 * One 429 pauses the whole account, whatever request got it: a list, a push, a token request, the test of a
 * sign-in. The whole core and the real service; requests are timed when they are sent.
 */
import { describe, expect, it } from 'vitest';
import type { HttpRequest, HttpResult } from '../../../src/main/core/ports/ports';
import { PASSWORD } from '../../support/sync/connection';
import { makeRig } from '../../support/sync/make-rig';
import { ORIGIN } from '../../support/sync/service-fixture';
import { inCiOnly } from '../../support/thorough';

const rig = makeRig();
const WAIT_S = 2;
const TOO_MANY: HttpResult = {
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': String(WAIT_S) },
  text: '{"code":429,"message":"Too many requests"}',
  url: ORIGIN,
};
/** HTTP status 200 with the error in the envelope, as these services send most errors. */
const IN_ENVELOPE: HttpResult = { ...TOO_MANY, status: 200 };
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
/** Records which requests were sent and when, after the service answered "too many" to the first match. */
const refuseFirst = (matches: (request: HttpRequest) => boolean, answer: HttpResult = TOO_MANY) => {
  const left: { at: number; line: string }[] = [];
  let refusedAt: number | null = null;
  rig.service.wire.intercept = (request) => {
    const at = performance.now();
    if (refusedAt !== null) left.push({ at, line: `${request.method} ${new URL(request.url).pathname}` });
    if (refusedAt !== null || !matches(request)) return undefined;
    refusedAt = at;
    return Promise.resolve(answer);
  };
  return {
    refused: () => refusedAt !== null,
    /** The requests that were sent before the wait was over. */
    tooEarly: () =>
      left.filter(({ at }) => at < (refusedAt ?? 0) + WAIT_S * 1000 - 20).map(({ line }) => line),
    later: () => left.map(({ line }) => line),
  };
};
const COMPANY_PUSH = '/v1/company/pushCompanyAndCustomers';
const submit = async (name: string): Promise<string> => {
  const done = await rig.window().outbox.submit({
    command: { kind: 'company', schema: 1, target: null, fields: { name, pool_id: '0' }, children: [] },
    base: null,
  });
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.id;
};
const stateOf = (id: string) => rig.workspace().outbox.get(id)?.intent.state;
/** Starts all kinds of requests at once: a round, a record that a user opens, a push, and a read-back. */
const askForAll = async (): Promise<void> => {
  const { pull, cache } = rig.workspace();
  const [order = ''] = cache.liveIds('order');
  void pull.round();
  void pull.details.fetchOne('order', order);
  await submit('During the wait');
};

describe('a rate limit', () => {
  it.each([
    ['HTTP 429', TOO_MANY],
    ['an envelope with code 429', IN_ENVELOPE],
  ])('[HT4] %s to a push stops reads and pushes', async (_, answer) => {
    await rig.connect();
    await rig.releaseAll();
    const watch = refuseFirst((request) => request.url.includes(COMPANY_PUSH), answer);
    const id = await submit('First');
    await expect.poll(watch.refused).toBe(true);
    await askForAll();
    await pause(WAIT_S * 1000);
    expect(watch.tooEarly()).toEqual([]);
    await expect.poll(() => stateOf(id), { timeout: 15_000 }).toBe('applied');
    expect(watch.later().some((line) => line.includes('/list'))).toBe(true);
  });

  it('[HT4] a 429 to a list stops pushes and the other reads', async () => {
    await rig.connect();
    await rig.releaseAll();
    const watch = refuseFirst((request) => request.url.includes('/order/list'));
    void rig.workspace().pull.round();
    await expect.poll(watch.refused).toBe(true);
    await pause(50);
    await askForAll();
    await pause(WAIT_S * 1000);
    // At most two other requests were in progress at that moment.
    expect(watch.tooEarly().filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(watch.tooEarly().length).toBeLessThanOrEqual(2);
    await expect
      .poll(() => watch.later().filter((line) => line.includes(COMPANY_PUSH)).length, { timeout: 15_000 })
      .toBe(1);
  });

  inCiOnly(() => {
    it('[HT4] a 429 to a token request stops all requests', async () => {
      await rig.connect();
      await rig.releaseAll();
      rig.service.service.context.tokens.expireAll();
      const watch = refuseFirst((request) => request.url.includes('/oauth2/'));
      void rig.workspace().pull.round();
      await expect.poll(watch.refused).toBe(true);
      await pause(50);
      await askForAll();
      await pause(WAIT_S * 1000);
      expect(watch.tooEarly().filter((line) => line.startsWith('POST'))).toEqual([]);
      expect(watch.tooEarly().length).toBeLessThanOrEqual(2);
      expect(rig.workspace().session.state()).toBe('signed-in');
    });
  });

  inCiOnly(() => {
    it('[HT4] a 429 to the test read of a sign-in stops all requests of the account', async () => {
      await rig.connect();
      await rig.releaseAll();
      const watch = refuseFirst((request) => request.url.includes('/oauth2/'));
      const { accounts } = rig.fixture.core;
      expect(await accounts.signIn(rig.workspace().profileId, PASSWORD)).toMatchObject({
        ok: false,
        error: { code: 'rate-limited' },
      });
      await askForAll();
      await pause(WAIT_S * 1000);
      expect(watch.tooEarly()).toEqual([]);
    });
  });

  it('[HT4] the wait survives a restart of the core, for at most a day', async () => {
    await rig.connect();
    const forTwoHours = { ...TOO_MANY, headers: { 'retry-after': '7200' } } as HttpResult;
    const watch = refuseFirst((request) => request.url.includes('/order/list'), forTwoHours);
    void rig.workspace().pull.round();
    await expect.poll(watch.refused).toBe(true);
    await pause(100);
    const seen = watch.later().length;
    await rig.fixture.reopen();
    await pause(500);
    expect(watch.later()).toHaveLength(seen);
  });
});
