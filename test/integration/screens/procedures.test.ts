/** What a window asks of a whole core with the bundled service, and what it gets. */
import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { sumDecimals } from '../../../src/shared/domain/money';
import { COMPANY_PUSH_PATH } from '../../../src/shared/http-api/company';
import { USER_LIST_PATH } from '../../../src/shared/http-api/lookups';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore } from '../../support/sync/core-fixture';
import { makeRig } from '../../support/sync/make-rig';
import { ORIGIN } from '../../support/sync/service-fixture';

const rig = makeRig();
const { window } = rig;
const WORDS = { yes: 'Yes', no: 'No', sheet: 'Companies', enums: {} };

const submit = async (kind: 'company' | 'receipt', fields: Record<string, unknown>): Promise<string> => {
  const answer = await window().outbox.submit({
    command: { kind, schema: 1, target: null, fields, children: [] },
    base: null,
  });
  if (!('id' in answer)) throw new Error(JSON.stringify(answer));
  return answer.id;
};
const item = async (id: string) => {
  const found = await window().outbox.get({ id });
  if (found === null) throw new Error(`no item ${id}`);
  return found;
};

describe('a window', () => {
  it('tries a connection before it is kept, and copies when it is told to', async () => {
    await rig.connect();
    const connection = { baseUrl: ORIGIN, credentials: PASSWORD, headerStyle: 'raw' } as const;
    const tried = await window().accounts.test(connection);
    expect(tried).toMatchObject({ ok: true, refusedScopes: [] });
    expect(tried.ok && tried.users.length).toBeGreaterThan(1);
    expect(tried.ok && tried.serverTime).toMatch(/^\d{4}-\d\d-\d\d /);
    const wrong = { ...PASSWORD, password: 'wrong' };
    expect(await window().accounts.test({ ...connection, credentials: wrong })).toMatchObject({ ok: false });
    rig.service.wire.seen.length = 0;
    expect(await window().sync.start()).toEqual({ started: true });
    await expect.poll(() => rig.service.wire.seen.length).toBeGreaterThan(0);
    await rig.rounds();
  });

  it('learns that the connection works, although the account may not read the users', async () => {
    await rig.connect();
    rig.service.wire.intercept = async (request, pass) =>
      request.url.includes(USER_LIST_PATH)
        ? {
            kind: 'answer',
            status: 200,
            headers: {},
            text: '{"code":403,"message":"no permission user scopes"}',
            url: request.url,
          }
        : pass();
    expect(await window().diagnostics.testConnection()).toMatchObject({ ok: true });
  });

  it('has a switch for the network in the demo only', async () => {
    await rig.connect();
    await expect(window().accounts.setDemoOffline({ offline: true })).rejects.toThrow('only the demo');
    expect((await window().sync.state()).demoOffline).toBe(false);
    expect(await window().accounts.openDemo()).toMatchObject({ ok: true });
    expect(await window().accounts.setDemoOffline({ offline: true })).toEqual({ offline: true });
    expect((await window().sync.state()).demoOffline).toBe(true);
  });

  it('exports a whole list, adds up its amounts, and is told when a kind of record changes', async () => {
    await rig.connect();
    const view = { resource: 'order' } as const;
    const { rows, total } = await window().records.page({ view, start: 0, limit: 500 });
    expect(rows).toHaveLength(total);
    const started = await window().export.start({
      view,
      format: 'csv',
      columns: [{ key: 'order_no', label: 'Number' }],
      words: WORDS,
    });
    if (!started.ok) throw new Error(started.code);
    expect(started.total).toBe(total);
    let text = '';
    for (let state = 'running'; state === 'running';) {
      const piece = await window().export.next({ id: started.id });
      [state, text] = [piece.state, text + piece.chunk];
      expect(piece.state).not.toBe('gone');
    }
    const numbers = text.trim().split(/\r?\n/).slice(1);
    expect(numbers.toSorted()).toEqual(rows.map(({ values }) => String(values.order_no)).toSorted());
    const { fields } = await window().records.totals({ view, fields: ['amount'] });
    const sums = new Map<string, string[]>();
    for (const { values, draft } of rows) {
      if (draft === true) continue;
      const currency = String(values.currency);
      sums.set(currency, [...(sums.get(currency) ?? []), String(values.amount)]);
    }
    expect(fields.flatMap((field) => field.sums).length).toBe(sums.size);
    for (const { currency, sum, count } of fields[0]?.sums ?? []) {
      expect(count).toBe(sums.get(currency)?.length);
      expect(Number(sum)).toBeCloseTo(Number(sumDecimals(sums.get(currency) ?? [])), 2);
    }
  });
});

describe('an item', () => {
  it('names records that only the outbox has, and shows what would be sent, then what was', async () => {
    await rig.connect();
    rig.cut();
    const company = await submit('company', { name: 'Nordwind Pumps', pool_id: '0' });
    const receipt = await submit('receipt', {
      company_id: company,
      currency: 'USD',
      amount: '12.50',
    });
    expect((await item(receipt)).intent.party).toEqual({
      resource: 'company',
      ref: company,
      name: 'Nordwind Pumps',
    });
    const before = (await item(company)).payload;
    expect(before).toMatchObject({ path: COMPANY_PUSH_PATH, sent: false });
    const alike = async (names: string[], exceptId: string | null = null) =>
      (await window().outbox.possibleDuplicates({ names, emails: [], phones: [], exceptId })).map(
        ({ id }) => id,
      );
    expect(await alike(['Nordwind Pumps'])).toEqual([company]);
    expect(await alike(['Nordwind Pumps'], company)).toEqual([]);
    rig.mend();
    await rig.releaseAll();
    await window().outbox.sendNow({ id: company });
    await expect.poll(async () => (await item(company)).intent.state).toBe('applied');
    const { payload, intent } = await item(company);
    expect(payload).toEqual({ ...before, sent: true });
    rig.workspace().pull.refetch('company');
    await rig.rounds();
    const realId = intent.realId ?? '';
    expect((await window().records.get({ resource: 'company', id: realId }))?.title).toBe('Nordwind Pumps');
    const told = await window().changes.unseen({ limit: 50 });
    expect(told.filter(({ resource, id }) => resource === 'company' && id === realId)).toEqual([]);
    expect((await item(receipt)).intent.party).toMatchObject({ name: 'Nordwind Pumps' });
  });

  it('of a copy comes back at another installation of the same person, and of nobody else', async () => {
    await rig.connect();
    rig.cut();
    await submit('company', { name: 'Nordwind Pumps', pool_id: '0' });
    const { fileName, text } = await window().outbox.export();
    expect(fileName).toMatch(/^satchel-outbox-\d{4}-\d\d-\d\d\.json$/);
    rig.mend();
    const other = async (selfUserId: string | null) => {
      const fixture = await makeCore({ transport: rig.service.wire, pull: { detailBudget: 0 } });
      const opened = await fixture.core.accounts.connect({
        baseUrl: ORIGIN,
        credentials: PASSWORD,
        headerStyle: 'raw',
        name: 'Other',
        selfUserId,
      });
      expect(opened).toMatchObject({ ok: true });
      rig.cut();
      await createRouterClient(fixture.core.router).outbox.restore({ text });
      const titles = fixture.core.accounts
        .current()!
        .outbox.list()
        .map(({ title }) => title);
      rig.mend();
      await fixture.dispose();
      return titles;
    };
    expect(await other(null)).toEqual(['Nordwind Pumps']);
    const { rows } = await window().records.page({ view: { resource: 'user' }, start: 0, limit: 50 });
    const self = (await window().accounts.state()).account?.selfUserId;
    const somebody = rows.find(({ id }) => id !== self)?.id ?? '';
    expect(await other(somebody)).toEqual([]);
  });
});
