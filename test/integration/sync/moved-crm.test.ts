/** A CRM that moved to another address: the account follows it, if the new address proves to be the same CRM. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpResult } from '../../../src/main/core/ports/ports';
import type { ServiceOptions } from '../../../src/service/create-service';
import { inProcessTransport } from '../../../src/main/node/in-process-transport';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

const MOVED = 'http://127.0.0.1:8081';
const LEAD = { kind: 'lead', schema: 1, target: null, fields: { name: 'Unsent' }, children: [] };
const GONE: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' };

describe('[AU18] an account whose CRM moved', () => {
  const services: ServiceFixture[] = [];
  let fixture: CoreFixture | undefined;
  afterEach(async () => {
    await fixture?.dispose();
    fixture = undefined;
    for (const service of services.splice(0)) service.close();
  });
  /** Every request, as `GET http://…`. */
  const seen: string[] = [];
  const network = { isOldGone: false };

  /** An account with a copy at the old address. `at`: what answers at the new one; the same CRM by default. */
  const open = async (at?: Partial<ServiceOptions>, first: Partial<ServiceOptions> = {}) => {
    seen.length = 0;
    network.isOldGone = false;
    const old = makeService({ dataset: 12, ...first });
    services.push(old);
    const other = at === undefined ? null : makeService({ dataset: 12, ...at }, MOVED);
    if (other) services.push(other);
    const same = inProcessTransport((request) => old.service.fetch(request), MOVED);
    const send =
      (name: 'read' | 'push') =>
      async (request: Parameters<typeof same.read>[0]): Promise<HttpResult> => {
        seen.push(`${request.method} ${request.url.replace(/\?.*$/, '')}`);
        if (request.url.startsWith(MOVED)) return (other?.wire ?? same)[name](request);
        return network.isOldGone ? GONE : old.wire[name](request);
      };
    fixture = await makeCore({ transport: { read: send('read'), push: send('push') } });
    const connected = await fixture.core.accounts.connect({
      baseUrl: ORIGIN,
      credentials: PASSWORD,
      headerStyle: 'raw',
      name: 'Work',
      selfUserId: null,
    });
    if (!connected.ok) throw new Error(JSON.stringify(connected));
    await fixture.core.accounts.current()!.pull.round();
    return { id: connected.state.account?.id ?? '', old, other };
  };
  const window = () => createRouterClient(fixture!.core.router);
  const move = (accountId: string, baseUrl = MOVED) =>
    window().accounts.move({ accountId, baseUrl, credentials: PASSWORD });
  const json = (name: string): unknown => JSON.parse(readFileSync(join(fixture!.directory, name), 'utf8'));
  const leads = (service: ServiceFixture): number =>
    Number(
      service.database
        .prepare(`SELECT count(*) FROM record WHERE resource = 'lead' AND doc LIKE '%Unsent%'`)
        .pluck()
        .get(),
    );
  const pushed = (): string[] => seen.filter((one) => one.startsWith('POST') && one.includes('/push'));

  it('follows it: unsent work goes to the new address once, and nothing to the old one', async () => {
    const { id, old } = await open();
    network.isOldGone = true;
    expect(await window().outbox.submit({ command: LEAD })).toMatchObject({ ok: true });
    await window().outbox.release({ kind: 'lead' });
    const { text } = await window().outbox.export();
    seen.length = 0;
    expect(await move(id)).toMatchObject({ ok: true, state: { account: { id, baseUrl: MOVED } } });
    await vi.waitFor(() => expect(leads(old)).toBe(1), { timeout: 10_000 });
    expect(pushed()).toEqual([`POST ${MOVED}/v1/lead/push`]);
    expect(seen.filter((one) => one.includes(ORIGIN))).toEqual([]);
    const profile = { id, baseUrl: MOVED, formerBaseUrls: [ORIGIN] };
    expect(json('accounts.json')).toMatchObject({ profiles: [profile] });
    expect(json(`accounts/${id}/account.json`)).toMatchObject(profile);
    // A copy of the Outbox that was made at the old address is still one of this account.
    const foreign = { ...(JSON.parse(text) as object), accountId: 'a-elsewhere' };
    expect(await window().outbox.restore({ text: JSON.stringify(foreign) })).toMatchObject({ ok: true });
    await fixture!.reopen();
    expect((await window().accounts.state()).account).toMatchObject({ id, baseUrl: MOVED });
  });

  it.each(['contract', 'live'] as const)(
    'follows it in the %s profile of the service, which shows records in another way',
    async (profile) => {
      const { id } = await open(undefined, { profile });
      expect(await move(id)).toMatchObject({ ok: true });
    },
  );

  it('follows it although the account is signed out', async () => {
    const { id } = await open();
    await window().accounts.signOut({ accountId: id, data: 'keep' });
    network.isOldGone = true;
    expect(await move(id)).toMatchObject({ ok: true, state: { account: { id, baseUrl: MOVED } } });
  });

  it.each([
    ['is empty', { dataset: 'empty' as const }],
    ['has other records, as a test system', { seed: 8 }],
  ])('stays if the new address %s, and says what differs', async (_, at) => {
    const { id } = await open(at);
    await window().outbox.submit({ command: LEAD });
    await window().outbox.release({ kind: 'lead' });
    seen.length = 0;
    const outcome = await move(id);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'other-crm' } });
    const compared = outcome.ok ? [] : (outcome.compared ?? []);
    expect(compared.length).toBeGreaterThan(1);
    expect(compared.every(({ asked, equal }) => asked > 0 && equal === 0)).toBe(true);
    // Nothing but the sign-in is posted there.
    expect(seen.filter((one) => one.startsWith(`POST ${MOVED}`))).toEqual([
      `POST ${MOVED}/v1/oauth2/access_token`,
    ]);
    expect((await window().accounts.state()).account).toMatchObject({ id, baseUrl: ORIGIN });
    expect(json('accounts.json')).toMatchObject({ profiles: [{ id, baseUrl: ORIGIN }] });
  });

  it('keeps an item in doubt in doubt, because the old address may have accepted it', async () => {
    const { id, old } = await open();
    await window().outbox.submit({ command: LEAD });
    old.wire.intercept = async (request, pass) => {
      if (!request.url.includes('/lead/push')) return pass();
      await pass();
      network.isOldGone = true;
      return { kind: 'failure', reason: 'reset', unsent: false, detail: 'reset' };
    };
    await window().outbox.release({ kind: 'lead' });
    await vi.waitFor(() => expect(leads(old)).toBe(1), { timeout: 10_000 });
    await vi.waitFor(async () =>
      expect(await window().outbox.list({})).not.toMatchObject([{ state: 'sending' }]),
    );
    seen.length = 0;
    expect(await move(id)).toMatchObject({ ok: true });
    await vi.waitFor(
      async () => expect(await window().outbox.list({})).toMatchObject([{ state: 'applied' }]),
      {
        timeout: 15_000,
      },
    );
    expect(pushed()).toEqual([]);
    expect(leads(old)).toBe(1);
  });

  it('stays if the new address shows an older copy of the CRM', async () => {
    // Of a copy as small as that of the other tests, more than these records would be compared.
    const { id, other } = await open({ dataset: 30 }, { dataset: 30 });
    for (const resource of ['company', 'order', 'lead'])
      other?.database
        .prepare(
          `DELETE FROM record WHERE resource = :resource AND id IN
             (SELECT id FROM record WHERE resource = :resource ORDER BY id DESC LIMIT 3)`,
        )
        .run({ resource });
    const outcome = await move(id);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'other-crm' } });
    expect(outcome.ok ? [] : outcome.compared?.slice(0, 2)).toEqual([
      { resource: 'company', asked: 5, equal: 2 },
      { resource: 'order', asked: 5, equal: 2 },
    ]);
  });

  it('stays if there is no local copy to compare', async () => {
    const { id } = await open();
    await window().outbox.submit({ command: LEAD });
    await window().accounts.signOut({ accountId: id, data: 'remove' });
    seen.length = 0;
    expect(await move(id)).toEqual({ ok: false, error: { code: 'other-crm' }, compared: [] });
    expect(await move(id, `${ORIGIN}/v1/`)).toMatchObject({ ok: false, error: { code: 'same-address' } });
    expect(seen).toEqual([]);
  });

  it('stays if the local copy turns out to be damaged, and tells this when the account opens', async () => {
    const { id } = await open();
    await window().accounts.signOut({ accountId: id, data: 'keep' });
    const copy = join(fixture!.directory, 'accounts', id, 'cache.db');
    writeFileSync(copy, readFileSync(copy).fill(0, 0, 4096));
    expect(await move(id)).toMatchObject({ ok: false, error: { code: 'other-crm' }, compared: [] });
    const opened = await window().accounts.signIn({ accountId: id, credentials: PASSWORD });
    expect(opened).toMatchObject({ ok: true, state: { notices: [{ code: 'cache-damaged' }] } });
  });

  it('is one account at the new address after a kill between the two files', async () => {
    const { id } = await open();
    const { files } = fixture!.ports;
    const write = files.writeText.bind(files);
    vi.spyOn(files, 'writeText').mockImplementation((name, text) => {
      if (name.endsWith('account.json')) throw new Error('killed');
      write(name, text);
    });
    expect(await move(id)).toMatchObject({ ok: true });
    expect(json(`accounts/${id}/account.json`)).toMatchObject({ baseUrl: ORIGIN });
    vi.restoreAllMocks();
    await fixture!.reopen();
    const { accounts } = await window().accounts.state();
    expect(accounts.map(({ baseUrl }) => baseUrl)).toEqual([MOVED]);
    expect(json(`accounts/${id}/account.json`)).toMatchObject({ baseUrl: MOVED });
  });

  it('stays if the disk refuses the new address', async () => {
    const { id } = await open();
    const refusing = vi.spyOn(fixture!.ports.files, 'writeText').mockImplementation(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    });
    expect(await move(id)).toMatchObject({ ok: false, error: { code: 'disk-full' } });
    refusing.mockRestore();
    expect((await window().accounts.state()).account).toMatchObject({ id, baseUrl: ORIGIN });
    seen.length = 0;
    await fixture!.core.accounts.current()!.pull.round();
    expect(seen.filter((one) => one.includes(MOVED))).toEqual([]);
  });
});
