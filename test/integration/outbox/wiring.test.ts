/**
 * The outbox as a window uses it: a whole core, called through its router, and the real service with a
 * connection that can be cut.
 */
import { describe, expect, it, vi } from 'vitest';
import {
  COMPANY_INFO_PATH,
  COMPANY_LIST_PATH,
  COMPANY_PUSH_PATH,
} from '../../../src/shared/http-api/company';
import { RECEIPT_PUSH_PATH } from '../../../src/shared/http-api/receipt';
import { PASSWORD } from '../../support/sync/connection';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, cut, mend, connect: open, releaseAll: release } = rig;

const settled = () =>
  vi.waitFor(
    async () => {
      expect((await window().outbox.summary()).waiting).toBe(0);
    },
    { timeout: 10_000, interval: 20 },
  );
const posted = (path: string): number =>
  rig.service.wire.seen.filter((line) => line === `POST ${path}`).length;
const countOf = (resource: string): number =>
  rig.service.database
    .prepare('SELECT count(*) FROM record WHERE resource = ?')
    .pluck()
    .get(resource) as number;

const newCompany = (name: string, poolId: string) => ({
  command: {
    kind: 'company',
    schema: 1,
    target: null,
    fields: { name, pool_id: poolId, short_name: '远洋' },
    children: [
      { ref: 'local:c1', fields: { name: '张伟', email: 'zhang@ocean.example', main_customer_flag: 1 } },
      { ref: 'local:c2', fields: { name: 'Ann Lee', email: 'ann@ocean.example' } },
    ],
  },
});
const poolId = async (): Promise<string> => (await window().records.lookup({ name: 'pool' }))[0]?.id ?? '1';

describe('the outbox through the window', () => {
  it('[OB26] takes a company and its receipt offline, survives a restart, and delivers each once, parent first', async () => {
    await open();
    const [companies, receipts] = [countOf('company'), countOf('receipt')];
    const pool = await poolId();
    cut();
    const company = await window().outbox.submit(newCompany('Ocean Trading 远洋贸易', pool));
    if (!company.ok) throw new Error(`refused: ${JSON.stringify(company)}`);
    const receipt = await window().outbox.submit({
      command: {
        kind: 'receipt',
        schema: 1,
        target: null,
        fields: { amount: '1200.50', currency: 'USD', company_id: company.id },
        children: [],
      },
    });
    expect(receipt).toMatchObject({ ok: true, outcome: 'new' });
    expect((await window().sync.state()).waiting).toBe(2);
    // Both kinds wait for their first review, so nothing is sent by itself.
    const { holds, held } = await window().outbox.summary();
    expect([holds, held]).toMatchObject([{ company: 'review', receipt: 'review' }, 2]);

    await rig.fixture.reopen();
    expect((await window().outbox.list({})).map(({ kind, state }) => [kind, state])).toEqual([
      ['company', 'queued'],
      ['receipt', 'queued'],
    ]);
    await release();
    expect((await window().outbox.summary()).held).toBe(0);
    await window().outbox.hold({ id: company.id, held: true });
    expect((await window().outbox.summary()).held).toBe(1);
    await window().outbox.hold({ id: company.id, held: false });
    expect(countOf('company')).toBe(companies);
    mend();
    await workspace().pull.round();
    await settled();
    expect([countOf('company') - companies, countOf('receipt') - receipts]).toEqual([1, 1]);
    expect([posted(COMPANY_PUSH_PATH), posted(RECEIPT_PUSH_PATH)]).toEqual([1, 1]);
    const [made] = await window().outbox.list({ states: ['applied'] });
    expect(made?.realId).toMatch(/^[1-9]\d*$/);
    // What was delivered is read back by a round of its own.
    await vi.waitFor(
      () => {
        expect(workspace().cache.liveIds('company')).toContain(made!.realId!);
      },
      { timeout: 5000, interval: 20 },
    );
  });

  it('[OB20] starts an edit with the cached values and the pending ones', async () => {
    await open();
    const [row] = (await window().records.page({ view: { resource: 'company' }, start: 0, limit: 1 })).rows;
    const id = row!.id;
    const start = await window().outbox.editBase({ kind: 'company', ref: id });
    expect(start?.base?.fields.name).toBe(row!.values.name);
    expect(start?.base?.readAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    cut();
    const edited = await window().outbox.submit({
      command: {
        kind: 'company',
        schema: 1,
        target: id,
        fields: { pool_id: await poolId(), remark: 'met at the fair' },
        children: [],
      },
      base: start!.base,
    });
    expect(edited).toMatchObject({ ok: true });
    const again = await window().outbox.editBase({ kind: 'company', ref: id });
    expect(again?.current.fields.remark).toBe('met at the fair');
    expect(again?.base?.fields.remark).not.toBe('met at the fair');
    expect(again?.pending).toHaveLength(1);
    expect(await window().outbox.editBase({ kind: 'company', ref: '999999999999999999' })).toBeNull();
  });

  it('shows companies with the same name, e-mail or phone, including pending ones', async () => {
    await open();
    cut();
    await window().outbox.submit(newCompany('Ocean Trading 远洋贸易', await poolId()));
    const found = await window().outbox.possibleDuplicates({
      names: ['ocean trading-远洋贸易'],
      emails: ['ZHANG@ocean.example'],
      phones: [],
    });
    expect(found[0]).toMatchObject({ resource: 'company', because: ['name', 'email'] });
    expect(found[0]?.id).toMatch(/^local:/);
    const colleague = { names: [], emails: ['li@ocean.example'], phones: [] };
    expect((await window().outbox.possibleDuplicates(colleague))[0]).toMatchObject({ because: ['domain'] });
    const [row] = (await window().records.page({ view: { resource: 'company' }, start: 0, limit: 1 })).rows;
    const same = await window().outbox.possibleDuplicates({
      names: [String(row!.values.name).toUpperCase()],
      emails: [],
      phones: [],
    });
    expect(same.map(({ id }) => id)).toContain(row!.id);
    const form = / (?:GmbH|Inc\.|Ltd\.?|LLC|B\.V\.|S\.r\.l\.)$/;
    const { rows } = await window().records.page({ view: { resource: 'company' }, start: 0, limit: 100 });
    const known = rows.find(({ values }) => form.test(String(values.name)));
    const bare = String(known!.values.name).replace(form, '');
    for (const spelling of [bare, `${bare} Co., Ltd.`, `${bare.toUpperCase()} G.m.b.H.`]) {
      const spelt = { names: [spelling], emails: [], phones: [] };
      expect((await window().outbox.possibleDuplicates(spelt)).map(({ id }) => id)).toContain(known!.id);
    }
    expect(
      await window().outbox.possibleDuplicates({
        names: ['No such company anywhere'],
        emails: [],
        phones: [],
      }),
    ).toEqual([]);
  });

  it('shows a company with the same name that was delivered and is not read yet, but not to its own form', async () => {
    await open();
    await release();
    const saved = await window().outbox.submit(newCompany('Ocean Trading 远洋贸易', await poolId()));
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    rig.service.wire.intercept = async (request, pass) =>
      request.url.includes(COMPANY_LIST_PATH) && workspace().outbox.realIdOf(saved.id) !== null
        ? { kind: 'failure', reason: 'timeout', unsent: false, detail: 'slow' }
        : pass();
    await settled();
    const realId = workspace().outbox.realIdOf(saved.id);
    expect(workspace().cache.get('company', realId ?? '')).toBeNull();
    const same = { names: ['Ocean Trading 远洋贸易'], emails: [], phones: [] };
    expect(await window().outbox.possibleDuplicates(same)).toMatchObject([
      { resource: 'company', id: realId, because: ['name'] },
    ]);
    expect(await window().outbox.possibleDuplicates({ ...same, exceptId: realId })).toEqual([]);
  });

  it('[OB34] keeps the account closed while its outbox is from a newer version, and sets a damaged one aside', async () => {
    await open();
    const id = workspace().profileId;
    await rig.fixture.core.close();
    const database = rig.fixture.ports.files.open(`accounts/${id}/outbox.db`);
    database.pragma('user_version = 999');
    database.prepare("UPDATE meta SET value = '999' WHERE key = 'version'").run();
    database.close();
    const core = await rig.fixture.reopen();
    expect(core.accounts.current()).toBeNull();
    expect(await core.accounts.open(id)).toMatchObject({
      ok: false,
      error: { code: 'database-from-future' },
    });

    await core.close();
    rig.fixture.ports.files.setAside(`accounts/${id}/outbox.db`);
    rig.fixture.ports.files.writeText(
      `accounts/${id}/outbox.db`,
      'this is no database, though it is long enough to be looked at as one '.repeat(200),
    );
    await rig.fixture.reopen();
    expect(rig.fixture.core.accounts.current()).not.toBeNull();
    expect(rig.fixture.core.accounts.state().notices).toContainEqual({
      code: 'outbox-damaged',
      detail: `accounts/${id}/outbox.db.aside-2`,
    });
  });

  it('[OB20] compares an edit after another sign-in, which may read what the one before could not', async () => {
    await open();
    await release();
    const id = workspace().cache.liveIds('company')[0] ?? '';
    const edit = async (fields: object) => {
      const saved = await window().outbox.submit({
        command: {
          kind: 'company',
          schema: 1,
          target: id,
          fields: { pool_id: '0', ...fields },
          children: [],
        },
        base: { fields: { pool_id: '0', remark: '', short_name: '' }, children: [], readAt: null },
      });
      if (!saved.ok) throw new Error(JSON.stringify(saved));
      const stateOf = () => workspace().outbox.get(saved.id)?.intent;
      await expect.poll(() => stateOf()?.state, { timeout: 10_000 }).not.toMatch(/queued|sending/);
      return { state: stateOf()?.state, notes: stateOf()?.notes };
    };
    rig.service.wire.intercept = async (request, pass) =>
      request.url.includes(COMPANY_INFO_PATH)
        ? {
            kind: 'answer',
            status: 403,
            headers: {},
            text: '{"code":403,"message":"no scope"}',
            url: request.url,
          }
        : pass();
    expect(await edit({ short_name: 'Mine' })).toEqual({ state: 'applied', notes: ['could-not-compare'] });
    mend();
    rig.service.service.touch('company', id, { remark: 'Said by a colleague' });
    const { profileId } = workspace();
    expect(await window().accounts.signIn({ accountId: profileId, credentials: PASSWORD })).toMatchObject({
      ok: true,
    });
    expect(await edit({ remark: 'Said by me' })).toMatchObject({ state: 'conflict' });
  });
});
