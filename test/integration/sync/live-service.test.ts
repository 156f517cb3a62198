/**
 * The whole core with the bundled service in the forms of the live service: what it copies, what it reports
 * if a scope is missing, and what its screens show.
 */
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/sync/connection';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const NO_SCOPE = {
  kind: 'answer' as const,
  status: 200,
  headers: {},
  text: '{"code":403,"message":"no permission invoices scopes","now":"2026-01-01 00:00:00","data":{}}',
};
const first = async (resource: 'order' | 'company' | 'quotation' | 'purchaseOrder', search = '') => {
  const page = await rig.window().records.page({ view: { resource, search }, start: 0, limit: 1 });
  const row = page.rows[0];
  if (!row) throw new Error(`no ${resource}`);
  const record = await rig.window().records.get({ resource, id: row.id });
  if (!record) throw new Error(`no ${resource} ${row.id}`);
  return record;
};

describe('an installation on the live service', () => {
  it('copies every record, with details, and knows the names of former colleagues', async () => {
    await rig.connect({ profile: 'live' });
    const { resources } = await rig.window().sync.state();
    const truth = (of: 'order' | 'company' | 'trail') =>
      rig.service.service.truth(of).filter(({ removed }) => !removed).length;
    const held = (of: string) => resources.find(({ resource }) => resource === of)?.records;
    expect(held('company')).toBe(truth('company'));
    expect(held('order')).toBe(truth('order'));
    expect(held('trail')).toBe(truth('trail'));
    const names = await Promise.all(
      ['frozenUsers', 'deletedUsers'].map((name) => rig.window().records.lookup({ name })),
    );
    expect(names.flat().map(({ name }) => name)).toEqual(['Frozen colleague', 'Former colleague']);
    expect((await first('quotation')).values.product_list).not.toEqual([]);
    expect((await first('purchaseOrder')).values).toMatchObject({
      currency: expect.stringMatching(/^[A-Z]{3}$/),
    });
    const company = await first('company');
    expect(company.columns.filter(({ customName }) => customName !== undefined)).toHaveLength(72);
    const order = await first('order');
    expect(order.columns.find(({ key }) => key === '70330101')?.customName).toBe('Mark line 唛头行');
    const [line] = Object.values(order.values.product_list as Record<string, unknown>[]);
    expect(line).toMatchObject({ product_unit: expect.stringMatching(/./) });
  });

  it('finds a company by the phone of a contact that is given as a pair', async () => {
    await rig.connect({ profile: 'live' });
    const withPhone = rig.service.service
      .truth('company')
      .find(
        ({ detail, removed }) => !removed && (detail.customers as { tel: string }[])[0]?.tel.length === 11,
      );
    const [contact] = (withPhone?.detail.customers ?? []) as { tel: string }[];
    const record = await first('company', contact?.tel);
    expect(record.id).toBe(withPhone?.id);
    expect((record.values.customers as object[])[0]).toMatchObject({ tel: contact?.tel });
  });

  it('[PL20] says which kinds of record it may not read, and copies the rest', async () => {
    await rig.connect({ profile: 'live' });
    const full = await rig.window().sync.state();
    expect(full.resources.filter(({ state }) => state === 'no-permission')).toEqual([]);
    rig.service.wire.intercept = (request) =>
      new URL(request.url).pathname.startsWith('/v1/invoices/')
        ? Promise.resolve({ ...NO_SCOPE, url: request.url })
        : undefined;
    await rig.workspace().pull.round();
    const { resources } = await rig.window().sync.state();
    const refused = resources
      .filter(({ state }) => state === 'no-permission')
      .map(({ resource }) => resource);
    expect(refused.toSorted()).toEqual(['collection', 'order', 'outboundInvoice', 'quotation', 'receipt']);
    expect(resources.find(({ resource }) => resource === 'company')?.state).toBe('complete');
    expect(resources.filter(({ state }) => state === 'failed')).toEqual([]);
  });
});

describe('[PL20] a token asked for fewer modules', () => {
  const ABSENT = [
    'collection',
    'lead',
    'opportunity',
    'order',
    'outboundInvoice',
    'product',
    'purchaseOrder',
    'quotation',
    'receipt',
  ];
  const refused = async (): Promise<string[]> => {
    await rig.workspace().pull.round();
    const { resources } = await rig.window().sync.state();
    return resources
      .filter(({ state }) => state === 'no-permission')
      .map(({ resource }) => resource)
      .toSorted();
  };

  it('reaches those alone, also after its renewal; another sign-in may reach more', async () => {
    const few = { ...PASSWORD, scopes: ['company' as const, 'user' as const] };
    await rig.connect({ profile: 'live' }, {}, few);
    expect(await refused()).toEqual(ABSENT);
    const { refusedLookups } = await rig.window().sync.state();
    expect(refusedLookups).toEqual(expect.arrayContaining(['warehouse', 'capitalAccount', 'receiptTypes']));
    expect(refusedLookups).not.toContain('bizType');
    rig.service.service.expireTokens();
    expect(await refused()).toEqual(ABSENT);

    const [account] = (await rig.window().accounts.state()).accounts;
    const again = { accountId: account?.id ?? '', credentials: PASSWORD };
    expect(await rig.window().accounts.signIn(again)).toMatchObject({ ok: true });
    expect(await refused()).toEqual([]);
    expect((await rig.window().sync.state()).refusedLookups).toEqual([]);
  });

  it('a push that is not permitted says so by its code', async () => {
    await rig.connect({ profile: 'live', dataset: 5 });
    await rig.releaseAll();
    const command = { kind: 'trailNote', schema: 1, target: null, children: [] };
    const [company] = (await rig.window().records.page({ view: { resource: 'company' }, start: 0, limit: 1 }))
      .rows;
    rig.service.wire.intercept = (request) =>
      request.method === 'POST' ? Promise.resolve({ ...NO_SCOPE, url: request.url }) : undefined;
    const fields = { company_id: company?.id, content: 'x', remark_type: 101 };
    await rig.window().outbox.submit({ command: { ...command, fields }, base: null });
    await expect
      .poll(async () => (await rig.window().outbox.list({}))[0])
      .toMatchObject({ state: 'rejected', reason: { code: 'refused-403' } });
  });
});

it('[PL21] keeps converted leads, which the default list leaves out', async () => {
  await rig.connect({ quirks: { convertedLeads: true } });
  const leads = rig.service.service.truth('lead').filter(({ removed }) => !removed);
  expect(leads.some(({ detail }) => detail.status === 7)).toBe(true);
  for (let round = 0; round < 2; round += 1) await rig.workspace().pull.round();
  const { resources } = await rig.window().sync.state();
  expect(resources.find(({ resource }) => resource === 'lead')?.records).toBe(leads.length);
});
