import { call } from '@orpc/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpResult } from '../../../src/main/core/ports/ports';
import { AppError } from '../../../src/main/core/app-error';
import { WAREHOUSE_LIST_PATH } from '../../../src/shared/http-api/lookups';
import { makeCore, type CoreFixture, type FixtureOptions } from '../../support/sync/core-fixture';
import { CLIENT, PASSWORD } from '../../support/sync/connection';
import { differences, makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';
import type { ServiceOptions } from '../../../src/service/create-service';

let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

const connect = (credentials: typeof CLIENT | typeof PASSWORD = CLIENT) =>
  fixture.core.accounts.connect({
    baseUrl: ORIGIN,
    credentials,
    headerStyle: 'raw',
    name: 'Test',
    selfUserId: null,
  });
const connected = async (
  options: Partial<ServiceOptions> = {},
  pull: FixtureOptions['pull'] = {},
  credentials: typeof CLIENT | typeof PASSWORD = CLIENT,
) => {
  service = makeService({ dataset: 20, ...options });
  fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 3, ...pull } });
  expect(await connect(credentials)).toMatchObject({ ok: true });
  await workspace().pull.round();
};
const workspace = () => fixture.core.accounts.current()!;
const answer = (status: number, text: string, headers: Record<string, string> = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers,
  text,
  url: ORIGIN,
});
const stateOf = (resource: string) =>
  workspace()
    .pull.state()
    .resources.find((r) => r.resource === resource)!;

describe('the pull under faults', () => {
  it('[PL12] with the contract profile, the app shows what is not offered and completes the rest', async () => {
    await connected({ profile: 'contract' });
    expect(stateOf('receipt').state).toBe('not-offered');
    expect(stateOf('order').state).toBe('complete');
    expect(workspace().pull.offers.offered('/v1/company/info')).toBe(false);
    expect(stateOf('outboundInvoice').detailsExpected).not.toBeNull();
    expect(
      differences(workspace().cache, service.database, ['company', 'order', 'trail', 'quotation']),
    ).toEqual([]);
  });

  it('[PL12] a 404 page of a deployment fails a kind that was offered, and does not hide it', async () => {
    await connected();
    service.wire.intercept = async (request, pass) =>
      request.url.includes('/receiptRegistration/list')
        ? answer(404, '<html><body>404 Not Found</body></html>', { 'content-type': 'text/html' })
        : pass();
    await workspace().pull.round();
    expect(stateOf('receipt')).toMatchObject({ state: 'failed', error: { code: 'server-error' } });
    service.wire.intercept = null;
    await workspace().pull.round();
    expect(stateOf('receipt').state).toBe('complete');
  });

  it('[PL24] a record whose details the service refuses is not waited for', async () => {
    await connected({}, { detailBudget: 500 });
    const { records } = stateOf('company');
    expect(stateOf('company')).toMatchObject({ details: records, detailsExpected: records });
    const [id = ''] = workspace().cache.liveIds('company');
    workspace().cache.dropDetails('company', { before: '9999', after: 0, limit: 1000 });
    service.wire.intercept = async (request, pass) =>
      new URL(request.url).searchParams.get('company_id') === id
        ? answer(200, '{"code":404,"message":"Not Found Resource","data":{}}')
        : pass();
    await workspace().pull.round();
    expect(stateOf('company')).toMatchObject({ details: records - 1, detailsExpected: records - 1 });
  });

  it('[HT2] a captive portal counts as offline and changes no data', async () => {
    await connected();
    const before = workspace().cache.counts('order').live;
    service.wire.intercept = async () =>
      answer(200, '<html><body>Hotel Wi-Fi: please sign in</body></html>', { 'content-type': 'text/html' });
    await workspace().pull.round();
    expect(workspace().pull.state()).toMatchObject({
      connectivity: 'offline',
      error: { code: 'captive-portal' },
    });
    expect(workspace().cache.counts('order').live).toBe(before);
    service.wire.intercept = null;
    await workspace().pull.round();
    expect(workspace().pull.state()).toMatchObject({ connectivity: 'online', error: null });
  });

  it.each([
    ['order', '/order/list'],
    // The first route that is probed.
    ['receipt', '/receiptRegistration/list'],
  ])('[HT2] a web page in place of the list of one kind fails this list alone: %s', async (kind, path) => {
    const page = answer(403, '<html><body>Blocked</body></html>', { 'content-type': 'text/html' });
    service = makeService({ dataset: 20 });
    fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 3 } });
    service.wire.intercept = async ({ url }, pass) => (url.includes(path) ? page : pass());
    await connect();
    for (let round = 0; round < 4; round += 1) await workspace().pull.round();
    expect(workspace().pull.state()).toMatchObject({ connectivity: 'online', error: null });
    expect(stateOf(kind).state).toBe('failed');
    expect(stateOf('trail').state).toBe('complete');
    expect(differences(workspace().cache, service.database, ['company', 'trail', 'quotation'])).toEqual([]);
    service.wire.intercept = null;
    await workspace().pull.round();
    expect(stateOf(kind).state).toBe('complete');
  });

  it.each([
    ['purchaseOrder', '/purchaseOrder/list'],
    ['receipt', '/receiptRegistration/list'],
  ])('[AU3] a list that refuses every token fails alone if the others accept it: %s', async (kind, path) => {
    service = makeService({ dataset: 20 });
    fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 3 } });
    service.wire.intercept = async ({ url }, pass) =>
      url.includes(path) ? answer(401, '{"code":401,"message":"Unauthorized"}') : pass();
    await connect();
    for (let round = 0; round < 4; round += 1) await workspace().pull.round();
    expect(workspace().pull.state()).toMatchObject({ connectivity: 'online', error: null });
    expect(stateOf(kind).state).toBe('failed');
    expect(stateOf('trail').state).toBe('complete');
    expect(differences(workspace().cache, service.database, ['company', 'trail', 'quotation'])).toEqual([]);
    const renewals = service.wire.seen.filter((line) => line.includes('oauth2')).length;
    for (let round = 0; round < 3; round += 1) await workspace().pull.round();
    expect(service.wire.seen.filter((line) => line.includes('oauth2')).length - renewals).toBe(0);
    service.wire.intercept = null;
    await workspace().pull.round();
    expect(stateOf(kind).state).toBe('complete');
  });

  it('[PL4] a list whose answers do not tell the time is copied to its end, and its edits arrive', async () => {
    await connected();
    const { cache, pull } = workspace();
    service.wire.intercept = async (request, pass) => {
      const passed = await pass();
      return passed.kind === 'answer' && request.url.includes('/order/list')
        ? { ...passed, text: passed.text.replace(/"now":\s*"[^"]*",?/, '') }
        : passed;
    };
    pull.refetch('order');
    await pull.round();
    await pull.round();
    expect(stateOf('order')).toMatchObject({ state: 'complete', completeAsOf: expect.any(String) });
    const [id = ''] = cache.liveIds('order');
    service.service.touch('order', id, { remark: 'edited since' });
    await pull.round();
    expect(cache.get('order', id)?.row.values.remark).toBe('edited since');
  });

  it('after a round that was cut off, the details that a person opens are kept', async () => {
    await connected();
    const { cache, pull } = workspace();
    const id = cache.liveIds('order').find((one) => cache.get('order', one)?.detailAt === null) ?? '';
    service.wire.intercept = async () => ({
      kind: 'failure',
      reason: 'connect',
      unsent: true,
      detail: 'no route',
    });
    await pull.round();
    expect(pull.state().error).toMatchObject({ code: 'offline' });
    service.wire.intercept = null;
    expect(await pull.details.fetchOne('order', id)).toEqual({ held: true, trouble: null });
    expect(cache.get('order', id)?.detailAt).not.toBeNull();
  });

  it('[PL16] the return of the service is noticed by an account that may not read the list of the check', async () => {
    await connected();
    const answerWith = (isCut: boolean) => {
      service.wire.intercept = async (request, pass) => {
        if (isCut) return { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' };
        return request.url.includes(WAREHOUSE_LIST_PATH)
          ? answer(200, '{"code":403,"message":"no permission warehouse scopes"}')
          : pass();
      };
    };
    answerWith(true);
    await workspace().pull.round();
    expect(workspace().pull.state().connectivity).toBe('offline');
    answerWith(false);
    expect(await workspace().serviceAnswers()).toBe(true);
    expect(workspace().pull.state().connectivity).toBe('online');
  });

  it('[AU3] an expired token is renewed once, and nothing is dropped', async () => {
    await connected();
    service.service.context.tokens.expireAll();
    service.wire.seen.length = 0;
    await workspace().pull.round();
    expect(service.wire.seen.filter((line) => line.includes('oauth2'))).toHaveLength(1);
    expect(workspace().pull.state()).toMatchObject({ connectivity: 'online', error: null });
  });

  it('[AU3] a refresh token renews a password session with one request', async () => {
    await connected({}, {}, PASSWORD);
    service.service.context.tokens.expireAll();
    service.wire.seen.length = 0;
    await workspace().pull.round();
    expect(service.wire.seen.filter((line) => line.includes('oauth2'))).toEqual([
      'POST /v1/oauth2/refresh_token',
    ]);
  });

  it('[AU4] when renewal is refused, the screen asks for a sign-in, and reading from disk continues', async () => {
    await connected({}, {}, PASSWORD);
    service.service.context.tokens.expireAll(true);
    await workspace().pull.round();
    expect(workspace().pull.state().connectivity).toBe('sign-in');
    expect(fixture.core.accounts.state().account?.auth).toBe('expired');
    expect(workspace().cache.page({ resource: 'order' } as never, 0, 10).rows).toHaveLength(10);
    expect(await fixture.core.accounts.signIn(workspace().profileId, PASSWORD)).toMatchObject({ ok: true });
    await workspace().pull.round();
    expect(workspace().pull.state()).toMatchObject({ connectivity: 'online', error: null });
  });

  it('[AU4] the screen asks for the sign-in again after the connection was lost and came back meanwhile', async () => {
    await connected({}, {}, PASSWORD);
    const { pull, cache } = workspace();
    const [id = ''] = cache.liveIds('order');
    service.service.context.tokens.expireAll(true);
    await pull.round();
    service.wire.intercept = async () => ({
      kind: 'failure',
      reason: 'connect',
      unsent: true,
      detail: 'no route',
    });
    await pull.details.fetchOne('order', id);
    expect(pull.state().connectivity).toBe('offline');
    service.wire.intercept = null;
    await pull.details.fetchOne('order', id);
    expect(pull.state().connectivity).toBe('sign-in');
  });

  it('[AU3] a new token that the service refuses for a while does not ask the user to sign in', async () => {
    await connected({}, {}, PASSWORD);
    service.wire.intercept = async (request, pass) =>
      request.url.includes('oauth2') ? pass() : answer(401, '{"error":"access_denied"}');
    await workspace().pull.round();
    expect(workspace().pull.state()).toMatchObject({ error: { code: 'unauthorized' } });
    expect(workspace().pull.state().connectivity).not.toBe('sign-in');
    expect(fixture.core.accounts.state().account?.auth).toBe('signed-in');
  });

  it('[AU4] the pull continues when a later renewal succeeds without the user', async () => {
    await connected();
    service.service.context.tokens.expireAll();
    service.wire.intercept = async (request, pass) =>
      request.url.includes('oauth2') ? answer(401, '{"error":"invalid_client"}') : pass();
    await workspace().pull.round();
    expect(workspace().pull.state().connectivity).toBe('sign-in');
    service.wire.intercept = null;
    await workspace().client.read('/v1/user/list');
    expect(fixture.core.accounts.state().account?.auth).toBe('signed-in');
    await vi.waitFor(() => expect(workspace().pull.state()).toMatchObject({ error: null }), 20_000);
    expect(workspace().pull.state().connectivity).toBe('online');
  });

  it('[PL10] a list that is never answered, and one record that is not, stop nothing else', async () => {
    for (const reason of ['timeout', 'reset'] as const) {
      service = makeService({ dataset: 40 });
      fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 200 } });
      let order: string | null = null;
      service.wire.intercept = async ({ url }, pass) => {
        if (url.includes('/order/info?order_id')) order ??= url;
        if (url !== order && !url.includes('/trail/list')) return pass();
        await new Promise((resolve) => {
          setTimeout(resolve, 40);
        });
        return { kind: 'failure', reason, unsent: false, detail: reason };
      };
      await connect();
      for (let round = 0; round < 3; round += 1) await workspace().pull.round();
      expect(stateOf('trail')).toMatchObject({ state: 'failed' });
      expect(workspace().pull.state()).toMatchObject({ connectivity: 'online', error: null });
      expect(differences(workspace().cache, service.database, ['company', 'order', 'quotation'])).toEqual([]);
      expect(stateOf('company').details).toBeGreaterThan(0);
      expect(stateOf('order').details).toBeGreaterThan(20);
      if (reason === 'reset') continue;
      await fixture.dispose();
      service.close();
    }
  });

  it('[PL10] a failed list is shown as failed, the others complete, and the round does not count as fresh', async () => {
    service = makeService({ dataset: 40 });
    fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 0 } });
    service.wire.intercept = (request) =>
      request.url.includes('/order/list')
        ? Promise.resolve(answer(200, '{"code":200,"message":"success","da'))
        : undefined;
    await connect();
    await workspace().pull.round();
    expect(stateOf('order')).toMatchObject({ state: 'failed', error: { code: 'bad-answer' } });
    expect(stateOf('company').state).toBe('complete');
    expect(workspace().pull.state().freshAsOf).toBeNull();
    service.wire.intercept = null;
    await workspace().pull.round();
    expect(stateOf('order').state).toBe('complete');
    expect(workspace().pull.state().freshAsOf).not.toBeNull();
  });

  it('[PL4] the watermark does not pass rows that did not arrive', async () => {
    await connected();
    const mark = () => JSON.parse(workspace().cache.state('pull/order/live')!).watermark as string;
    const before = mark();
    service.database
      .prepare(
        "UPDATE record SET update_time = '2099-01-01 00:00:00', doc = replace(doc, '\"order_no\":\"', '\"order_no\":\"new ') WHERE resource = 'order' AND removed = 0",
      )
      .run();
    let pages = 0;
    service.wire.intercept = (request) =>
      request.url.includes('/order/list') && !request.url.includes('removed') && (pages += 1) > 0
        ? Promise.resolve(answer(502, 'bad gateway'))
        : undefined;
    await workspace().pull.round();
    expect(pages).toBeGreaterThan(0);
    expect(mark()).toBe(before);
  });

  it('[PL7] a record missing once stays, missing twice is deleted, and one that reappears stays', async () => {
    await connected({}, { censusMs: 0, recheckMs: 0 });
    const [first, second] = workspace().cache.liveIds('company') as [string, string];
    const hide = (id: string, removed: number) =>
      service.database
        .prepare("UPDATE record SET removed = ? WHERE resource = 'company' AND id = ?")
        .run(removed, BigInt(id));
    service.wire.intercept = (request) =>
      request.url.includes('removed=1')
        ? Promise.resolve(
            answer(200, '{"code":200,"message":"success","data":{"list":[],"totalItem":0,"count":0}}'),
          )
        : undefined;
    hide(first, 2);
    hide(second, 2);
    await workspace().pull.round();
    expect(workspace().cache.liveIds('company')).toEqual(expect.arrayContaining([first, second]));
    hide(second, 0);
    await workspace().pull.round();
    await workspace().pull.round();
    expect(workspace().cache.liveIds('company')).not.toContain(first);
    expect(workspace().cache.liveIds('company')).toContain(second);
  });

  it('[HT4] after a rate limit the pull waits as long as the service asks', async () => {
    await connected();
    const times: number[] = [];
    service.wire.intercept = (request) => {
      if (!request.url.includes('/purchaseOrder/list')) return undefined;
      times.push(performance.now());
      return times.length === 1
        ? Promise.resolve(answer(429, '{"code":429,"message":"Too many"}', { 'retry-after': '1' }))
        : undefined;
    };
    await workspace().pull.round();
    expect(times.length).toBeGreaterThan(1);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
    expect(workspace().pull.state().error).toBeNull();
  });

  it.each([
    ['nested 20,000 levels deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'nested too deep'],
    ['of three million characters', `"${'x'.repeat(3_000_000)}"`, 'too long'],
  ])('[HT10] a record %s is left out and counted; the rest of its list is copied', async (_, value, why) => {
    // One order of the service contains it, in every list and in its details.
    const poison =
      (id: string): NonNullable<typeof service.wire.intercept> =>
      async (_, pass) => {
        const result = await pass();
        return result.kind === 'answer'
          ? {
              ...result,
              text: result.text.replaceAll(`{"order_id":${id},`, `{"order_id":${id},"x":${value},`),
            }
          : result;
      };
    const isHeld = (id: string): boolean => workspace().cache.liveIds('order').includes(id);
    const rows = (): number =>
      workspace().cache.page(
        { resource: 'order', sort: [{ field: 'amount', direction: 'desc' }] } as never,
        0,
        100,
      ).rows.length;
    service = makeService({ dataset: 40 });
    const id = String(
      service.database.prepare("SELECT id FROM record WHERE resource = 'order' LIMIT 1").pluck().get(),
    );
    service.wire.intercept = poison(id);
    fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 3 } });
    expect(await connect()).toMatchObject({ ok: true });
    await workspace().pull.round();
    expect(isHeld(id)).toBe(false);
    expect(rows()).toBe(39);
    expect(workspace().cache.drift()).toContainEqual(
      expect.objectContaining({ resource: 'order', field: '*', sample: why }),
    );
    expect(stateOf('order')).toMatchObject({ state: 'complete' });
    service.wire.intercept = null;
    workspace().pull.refetch('order');
    await workspace().pull.round();
    await workspace().pull.round();
    expect(isHeld(id)).toBe(true);
    // A record that was copied before it became unreadable stays as it was.
    service.wire.intercept = poison(id);
    service.database
      .prepare("UPDATE record SET update_time = '2026-11-02 09:00:00' WHERE resource = 'order' AND id = ?")
      .run(id);
    await workspace().pull.round();
    await workspace().pull.round();
    expect(isHeld(id)).toBe(true);
    expect(rows()).toBe(40);
  });

  it('[PL11] ids above 2^53 keep every digit', async () => {
    await connected();
    const id = '9223372036854775801';
    const at = service.database
      .prepare(
        "SELECT CAST(id AS TEXT) AS id, doc FROM record WHERE resource = 'order' AND removed = 0 LIMIT 1",
      )
      .get() as { id: string; doc: string };
    service.database
      .prepare(
        "UPDATE record SET id = ?, update_time = '2098-01-01 00:00:00', doc = ? WHERE resource = 'order' AND id = ?",
      )
      .run(BigInt(id), at.doc.replaceAll(at.id, id), BigInt(at.id));
    await workspace().pull.round();
    expect(workspace().cache.get('order', id)?.raw).toContain(`"order_id":${id}`);
  });

  it('[AU5] after a restart without network or token the last account opens with its data', async () => {
    await connected();
    fixture.secrets.all.clear();
    service.wire.intercept = async () => ({
      kind: 'failure',
      reason: 'dns',
      unsent: true,
      detail: 'ENOTFOUND',
    });
    const core = await fixture.reopen();
    expect(core.accounts.state().account).toMatchObject({ name: 'Test', auth: 'expired' });
    expect(workspace().cache.counts('order').live).toBeGreaterThan(10);
    await workspace().pull.round();
    expect(workspace().pull.state().newestPagesRead).toBe(true);
  });

  it('[AU12] a new account is listed on disk before its folder and its token, and not listed if it did not open', async () => {
    service = makeService({ dataset: 30 });
    fixture = await makeCore({ transport: service.wire });
    const { ports, core, secrets } = fixture;
    const { ensureDirectory } = ports.files;
    const profiles = (): unknown[] =>
      (JSON.parse(ports.files.readText('accounts.json')!) as { profiles: unknown[] }).profiles;
    let within: { profiles: number; secrets: number } | undefined;
    ports.files.ensureDirectory = () => {
      within = { profiles: profiles().length, secrets: secrets.all.size };
      throw new AppError('disk-full', 'no room');
    };
    const connection = {
      baseUrl: ORIGIN,
      credentials: PASSWORD,
      headerStyle: 'raw' as const,
      name: 'Test',
      selfUserId: null,
    };
    expect(await core.accounts.connect(connection)).toMatchObject({
      ok: false,
      error: { code: 'disk-full' },
    });
    expect(within).toEqual({ profiles: 1, secrets: 0 });
    expect(profiles()).toEqual([]);
    expect(core.accounts.state().accounts).toEqual([]);
    ports.files.ensureDirectory = ensureDirectory;
    expect(await core.accounts.connect(connection)).toMatchObject({
      ok: true,
      state: { accounts: [{ name: 'Test' }] },
    });
  });

  it('[AU2] a token of another person does not join a profile', async () => {
    await connected({}, {}, PASSWORD);
    const claims = Buffer.from(JSON.stringify({ sub: '424242' })).toString('base64url');
    service.wire.intercept = (request) =>
      request.url.includes('access_token')
        ? Promise.resolve(
            answer(
              200,
              JSON.stringify({
                token_type: 'Bearer',
                access_token: `eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJl`,
              }),
            ),
          )
        : request.url.includes('/user/list')
          ? Promise.resolve(
              answer(200, '{"code":200,"message":"success","now":"2026-01-01 00:00:00","data":[]}'),
            )
          : undefined;
    expect(
      await fixture.core.accounts.signIn(workspace().profileId, {
        ...PASSWORD,
        username: 'other@demo.example',
      }),
    ).toEqual({ ok: false, error: { code: 'account-mismatch' } });
  });

  it('[AU7] signing out keeps data or removes the cache, never the outbox', async () => {
    await connected();
    const id = workspace().profileId;
    fixture.ports.files.open(`accounts/${id}/outbox.db`).exec('CREATE TABLE kept (x)');
    const state = await fixture.core.accounts.signOut(id, 'remove');
    expect(state.account).toBeNull();
    expect(state.accounts).toEqual([]);
    expect(fixture.ports.files.exists(`accounts/${id}/cache.db`)).toBe(false);
    expect(fixture.ports.files.exists(`accounts/${id}/outbox.db`)).toBe(true);
    expect(fixture.secrets.all.size).toBe(0);
  });

  it('[AU7] if the keychain refuses a sign-out, nothing changes and the user is told', async () => {
    await connected();
    const id = workspace().profileId;
    const { secrets } = fixture;
    const erase = secrets.delete;
    secrets.delete = () => Promise.reject(new Error('the keychain is locked'));
    const signOut = () =>
      call(fixture.core.router.accounts.signOut, { accountId: id, data: 'remove' as const });
    await expect(signOut()).rejects.toMatchObject({ code: 'no-keychain' });
    expect(fixture.core.accounts.state().account).toMatchObject({ id, auth: 'signed-in' });
    expect(fixture.ports.files.exists(`accounts/${id}/cache.db`)).toBe(true);
    secrets.delete = erase;
    expect(await signOut()).toMatchObject({ account: null });
    expect(secrets.all.size).toBe(0);
  });
});
