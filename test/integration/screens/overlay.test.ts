/**
 * Pending work on the screens, as a window reads it: a whole core, called through its router, and the real
 * service with a connection that can be cut.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, cut, mend } = rig;

const open = async (...[options]: Parameters<typeof rig.connect>): Promise<void> => {
  await rig.connect({ dataset: 40, ...options });
  await rig.releaseAll();
};
const settled = () =>
  vi.waitFor(
    async () => {
      expect((await window().outbox.summary()).waiting).toBe(0);
    },
    { timeout: 10_000, interval: 10 },
  );
const submit = async (command: object): Promise<string> => {
  const result = await window().outbox.submit({
    command: { schema: 1, target: null, children: [], ...command },
  });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.id;
};
const companies = (view: object = {}) =>
  window().records.page({ view: { resource: 'company', ...view }, start: 0, limit: 100 });
const pool = async (): Promise<string> => (await window().records.lookup({ name: 'pool' }))[0]?.id ?? '1';

describe('pending work on the screens', () => {
  it('is left out of a page that asks for the records of the service, before its delivery', async () => {
    await open();
    const before = await companies();
    const known = before.rows.find((row) => String(row.values.tel ?? '') !== '');
    cut();
    await submit({ kind: 'company', fields: { name: 'Zephyrine', pool_id: await pool() }, children: [] });
    await submit({ kind: 'company', target: known?.id, fields: { tel: '021-1', pool_id: await pool() } });
    expect((await companies()).total).toBe(before.total + 1);
    expect(
      await window().records.page({
        view: { resource: 'company' },
        start: 0,
        limit: 100,
        withPending: false,
      }),
    ).toEqual(before);
  });

  it('[OB34] a company, its receipt and its note are shown at once, and never twice before and after delivery', async () => {
    await open();
    const { total } = await companies();
    cut();
    const company = await submit({
      kind: 'company',
      fields: { name: 'Zephyrine 瑾璐贸易', pool_id: await pool(), tel: '021-5550123' },
      children: [{ ref: 'local:c1', fields: { name: '张伟', email: 'zhang@zephyrine.example' } }],
    });
    const receipt = await submit({
      kind: 'receipt',
      fields: { amount: '1200.50', currency: 'USD', company_id: company },
    });
    const note = await submit({
      kind: 'trailNote',
      fields: { company_id: company, content: 'Met at the fair', remark_type: 101 },
    });
    const groups = async (id: string) =>
      Object.fromEntries(
        (await window().records.related({ resource: 'company', id })).map((group) => [
          group.resource,
          group.rows.map((row) => row.id),
        ]),
      );
    const hits = async (text: string) =>
      (await window().records.search({ text, resources: ['company'] })).map((hit) => hit.id);

    expect((await companies()).rows[0]).toMatchObject({
      id: company,
      pending: { intents: [{ state: 'queued' }] },
    });
    expect((await companies()).total).toBe(total + 1);
    for (const text of ['zephyrine', '瑾璐', '5550123', 'zhang@zephyrine'])
      expect(await hits(text), text).toEqual([company]);
    expect(await groups(company)).toEqual({ trail: [note], receipt: [receipt] });
    expect(await window().records.get({ resource: 'receipt', id: receipt })).toMatchObject({
      title: 'Zephyrine 瑾璐贸易 · 1200.50 USD',
      values: { company_info: { id: company, name: 'Zephyrine 瑾璐贸易' } },
      raw: '',
      detailState: 'held',
    });

    await rig.fixture.reopen();
    expect((await companies()).rows[0]?.id).toBe(company);
    const seen: string[][] = [];
    let watching = true;
    const watch = (async () => {
      while (watching) {
        const { rows, total: now } = await companies({ search: 'zephyrine' });
        seen.push(rows.map((row) => row.id));
        expect(now).toBe(1);
        expect(await hits('zephyrine')).toHaveLength(1);
        await new Promise((resolve) => {
          setTimeout(resolve, 3);
        });
      }
    })();
    mend();
    await workspace().pull.round();
    await settled();
    const realId = (await window().records.get({ resource: 'company', id: company }))?.movedTo ?? '';
    expect(realId).toMatch(/^[1-9]\d*$/);
    await vi.waitFor(
      async () => {
        expect((await companies({ search: 'zephyrine' })).rows[0]).not.toHaveProperty('pending');
      },
      { timeout: 10_000, interval: 20 },
    );
    watching = false;
    await watch;
    expect(new Set(seen.map((ids) => ids.join()))).toEqual(new Set([company, realId]));
    expect((await companies()).total).toBe(total + 1);
    await vi.waitFor(
      async () => {
        await workspace().pull.round();
        const after = await groups(realId);
        expect([after.trail?.length, after.receipt?.length]).toEqual([1, 1]);
        expect(
          [...(after.trail ?? []), ...(after.receipt ?? [])].every((id) => !id.startsWith('local:')),
        ).toBe(true);
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(await groups(company)).toEqual(await groups(realId));
  });

  it('[OB34] in the contract profile, accepted values are still shown after the copy is downloaded again', async () => {
    await open({ profile: 'contract' });
    const [row] = (await companies()).rows;
    const id = row!.id;
    await submit({
      kind: 'company',
      target: id,
      fields: { pool_id: await pool(), name: 'Renamed Ltd', tel: '0800-777' },
      children: [{ ref: 'local:c1', fields: { name: 'Eve' } }],
    });
    await settled();
    await vi.waitFor(
      async () => {
        expect((await window().records.get({ resource: 'company', id }))?.pending).toBeUndefined();
      },
      { timeout: 10_000, interval: 20 },
    );
    const directory = rig.fixture.directory;
    const { profileId } = workspace();
    await rig.fixture.core.close();
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(directory, 'accounts', profileId, `cache.db${suffix}`), { force: true });
    cut();
    await rig.fixture.reopen();
    const shown = { values: { name: 'Renamed Ltd', tel: '0800-777', customers: [{ name: 'Eve' }] } };
    expect(await window().records.get({ resource: 'company', id })).toMatchObject({
      ...shown,
      pending: { intents: [{ state: 'applied' }] },
    });
    expect((await companies({ search: 'renamed' })).rows.map((found) => found.id)).toEqual([id]);
    mend();
    await workspace().pull.round();
    const record = await window().records.get({ resource: 'company', id });
    expect(record).toMatchObject(shown);
    expect(record?.pending).toBeUndefined();
    expect(record?.asSent?.tel?.at).toMatch(/^\d{4}-/);
    expect(
      (await companies({ filters: [{ field: 'tel', op: 'contains', text: '777' }] })).rows.map(
        (found) => found.id,
      ),
    ).toEqual([id]);
  });

  it("[OB34] a receipt has no list in the contract profile and stays as sent, under the service's id", async () => {
    await open({ profile: 'contract' });
    const [company] = (await companies()).rows;
    const receipt = await submit({
      kind: 'receipt',
      fields: {
        amount: '99.90',
        currency: 'EUR',
        company_id: company!.id,
        handler: [
          (await window().records.page({ view: { resource: 'user' }, start: 0, limit: 1 })).rows[0]!.id,
        ],
      },
    });
    await settled();
    const { rows, total } = await window().records.page({
      view: { resource: 'receipt' },
      start: 0,
      limit: 10,
    });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      values: { amount: '99.90', company_info: { name: company!.values.name } },
      pending: { intents: [{ id: receipt, state: 'applied' }] },
    });
    expect(rows[0]?.id).toMatch(/^[1-9]\d*$/);
    await workspace().pull.round();
    expect(
      (await window().records.related({ resource: 'company', id: company!.id }))
        .find((group) => group.resource === 'receipt')
        ?.rows.map((row) => row.id),
    ).toEqual([rows[0]?.id]);
  });

  it('[OB34] a record that was deleted on the service still shows its pending edit', async () => {
    await open();
    const [row] = (await companies()).rows;
    cut();
    await submit({
      kind: 'company',
      target: row!.id,
      fields: { pool_id: await pool(), remark: 'call back' },
    });
    workspace().cache.tombstone('company', [row!.id]);
    expect((await companies()).rows.find((one) => one.id === row!.id)).toMatchObject({
      removed: true,
      pending: { intents: [{ state: 'queued' }] },
    });
  });
});
