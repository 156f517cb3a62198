/** What a window is told about an item beside its content: names, the exact request, and possible duplicates. */
import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import type { Accounts } from '#core/accounts/accounts';
import { AppError } from '#core/app-error';
import { namesIn, payloadOf } from '#core/handlers/answers/outbox-item-facts';
import { possibleDuplicates } from '#core/handlers/answers/possible-duplicates';
import { changesHandlers } from '#core/handlers/changes';
import { outboxHandlers } from '#core/handlers/outbox';
import { loadPinyin } from '#core/store/words/pinyin';
import type { Snapshot } from '#shared/domain/intent';
import { COMPANY_PUSH_PATH } from '#shared/http-api/company';
import { lost, refusing } from '../../../../support/outbox/fake-crm';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
} from '../../../../support/outbox/outbox-bench';
import { apply, applyDetail, openTemporaryCache } from '../store/cache-fixture';

const desk = async () => {
  await loadPinyin();
  const bench = outboxBench();
  bench.outbox.pause(true);
  const cache = openTemporaryCache();
  const workspace = { cache, outbox: bench.outbox, records: cache };
  const damage = { count: 0 };
  const accounts = {
    current: () => workspace,
    state: () => ({ account: { selfUserId: '7' } }),
    copyDamaged: () => {
      damage.count += 1;
    },
  };
  const window = createRouterClient({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers use no other members
    outbox: outboxHandlers(accounts as unknown as Accounts),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    changes: changesHandlers(accounts as unknown as Accounts),
  });
  const view = (id: string) => bench.outbox.get(id)!.intent;
  return {
    bench,
    cache,
    damage,
    window,
    view,
    facts: (id: string) => namesIn({ cache, outbox: bench.outbox })(view(id)),
  };
};

/** A record that user 9 made, as the list of companies answers it. */
const ofColleague = (id: number) => ({
  company_id: id,
  name: `Company ${id}`,
  user_id: [7],
  create_time: '2026-03-02 00:00:00',
  create_user: 9,
});

describe('the names of an item', () => {
  it('come from the copy on disk, otherwise from the item that makes the record', async () => {
    const { bench, cache, facts } = await desk();
    apply(cache, 'company', [{ company_id: 12, name: 'Acme' }]);
    const edit = bench.submit(companyCommand('Acme Ltd', '12'));
    expect(facts(edit)).toEqual({ subject: 'Acme', party: null });
    const made = bench.submit(companyCommand('Nordwind'));
    expect(facts(made)).toEqual({ subject: '', party: null });
    expect(facts(bench.submit(receiptCommand(made)))).toEqual({
      subject: '',
      party: { resource: 'company', ref: made, name: 'Nordwind' },
    });
    expect(facts(bench.submit(receiptCommand('12'))).party?.name).toBe('Acme');
    expect(facts(bench.submit(receiptCommand('13'))).party?.name).toBe('');
  });

  it('are left out if the copy is damaged, which is told; the item itself is answered', async () => {
    const { bench, cache, damage, window } = await desk();
    apply(cache, 'company', [{ company_id: 12, name: 'Acme' }]);
    const edit = bench.submit(companyCommand('Acme Ltd', '12'));
    const { get } = cache;
    const damaged = (): never => {
      throw new AppError('database-corrupt', 'a page of the copy');
    };
    cache.get = damaged;
    cache.recordForEdit = damaged;
    expect(await window.outbox.list({})).toMatchObject([{ id: edit, subject: '' }]);
    expect(await window.outbox.get({ id: edit })).toMatchObject({ intent: { id: edit } });
    expect(damage.count).toBeGreaterThan(0);
    const told = damage.count;
    await expect(window.outbox.editBase({ kind: 'company', ref: '12' })).rejects.toMatchObject({
      code: 'database-corrupt',
    });
    expect(damage.count).toBe(told + 1);
    cache.get = () => {
      throw new Error('a fault of the code');
    };
    await expect(window.outbox.list({})).rejects.toMatchObject({ code: 'internal' });
    cache.get = get;
  });

  it('of an edit without a company are those of its record', async () => {
    const { bench, cache, facts } = await desk();
    apply(cache, 'receipt', [
      { cash_collection_invoice_id: 8, company_info: { company_id: 12, name: 'Acme' } },
      { cash_collection_invoice_id: 9 },
    ]);
    const edit = (target: string): string =>
      bench.submit({ kind: 'receipt', schema: 1, target, fields: { amount: '2' }, children: [] });
    expect(facts(edit('8')).party).toEqual({ resource: 'company', ref: '12', name: 'Acme' });
    expect(facts(edit('9')).party).toBeNull();
  });

  it('of a note about a lead are those of the lead', async () => {
    const { bench, cache, facts } = await desk();
    apply(cache, 'lead', [{ lead_id: 3, name: 'Fair visitor' }]);
    const note = bench.submit({
      kind: 'trailNote',
      schema: 1,
      target: null,
      fields: { lead_id: '3', content: 'Called' },
      children: [],
    });
    expect(facts(note).party).toEqual({ resource: 'lead', ref: '3', name: 'Fair visitor' });
  });
});

describe('the request of an item', () => {
  const payload = (bench: Awaited<ReturnType<typeof desk>>['bench'], id: string) =>
    payloadOf(bench.outbox, bench.outbox.get(id)!);
  const nameIn = (found: ReturnType<typeof payload>): unknown =>
    found && [found.sent, (JSON.parse(found.body) as { name?: string }).name];

  it('is the one that would be sent, until the item was sent; then the last one that was', async () => {
    const { bench } = await desk();
    const id = bench.submit(companyCommand('One'));
    expect(payload(bench, id)).toMatchObject({ path: COMPANY_PUSH_PATH, sent: false });
    bench.gateway.push = refusing('Not today');
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(nameIn(payload(bench, id))).toEqual([true, 'One']);
    // It was corrected, so it will be sent as it is now.
    bench.outbox.pause(true);
    bench.outbox.edit(id, { command: companyCommand('Two') });
    expect(nameIn(payload(bench, id))).toEqual([false, 'Two']);
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(nameIn(payload(bench, id))).toEqual([true, 'Two']);
  });

  it('of an edit in conflict is the one that would be sent', async () => {
    const { bench } = await desk();
    const record = { company_id: 12, name: 'Old', pool_id: 0 };
    bench.gateway.offers = async () => true;
    bench.gateway.read = async () => ({ kind: 'ok', body: {}, data: record, now: null, text: '' });
    bench.gateway.push = refusing('Not today');
    const base: Snapshot = { fields: { name: 'Old' }, children: [], readAt: null };
    const done = bench.outbox.submit({ command: companyCommand('Mine', '12'), base });
    const id = done.ok ? done.id : '';
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(nameIn(payload(bench, id))).toEqual([true, 'Mine']);
    record.name = 'Theirs';
    bench.outbox.sendAgain(id);
    await bench.time.advance(5_000);
    expect(bench.outbox.get(id)!.intent.state).toBe('conflict');
    expect(nameIn(payload(bench, id))).toEqual([false, 'Mine']);
  });

  it('of an edit whose form knew the customer by its local id names the customer as the service does', async () => {
    const { bench } = await desk();
    const company = bench.submit(companyCommand('Nordwind'));
    const done = bench.outbox.submit({
      command: { kind: 'opportunity', schema: 1, target: '51', fields: { remark: 'Soon' }, children: [] },
      base: { fields: { name: 'Fair', company_id: company, handler: ['7'] }, children: [], readAt: null },
    });
    const id = done.ok ? done.id : '';
    bench.outbox.hold(id, true);
    const bodyOf = (): unknown => JSON.parse(payload(bench, id)!.body);
    expect(bodyOf()).toEqual({ opportunity_id: 51, name: 'Fair', handler: [7], remark: 'Soon' });
    bench.gateway.push = async () => accepted({ company_id: 9007 });
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(bench.outbox.get(company)!.intent.state).toBe('applied');
    expect(bodyOf()).toMatchObject({ company_id: 9007 });
  });

  it('does not exist while it needs a record that is not made yet', async () => {
    const { bench } = await desk();
    const made = bench.submit(companyCommand('Nordwind'));
    expect(payload(bench, bench.submit(receiptCommand(made)))).toBeNull();
  });
});

describe('possible duplicates', () => {
  const wanted = (more: Partial<Parameters<typeof possibleDuplicates>[0]>) => ({
    names: [],
    emails: [],
    phones: [],
    exceptId: null,
    ...more,
  });

  it('are found in the copy and among new records that wait, the best match first', async () => {
    const { bench, cache } = await desk();
    apply(cache, 'company', [{ company_id: 12, name: 'Nordwind Pumps Ltd.' }]);
    applyDetail(cache, 'company', {
      company_id: 12,
      name: 'Nordwind Pumps Ltd.',
      customers: [{ customer_id: 1, name: 'Ann', email: 'ann@nordwind.example', tel: '+49 40 123 456 78' }],
    });
    const waiting = bench.submit(companyCommand('NORDWIND pumps'));
    const find = (more: Parameters<typeof wanted>[0]) =>
      possibleDuplicates(wanted(more), cache, bench.outbox.list(), bench.outbox.realIdOf).map(
        ({ id, because }) => [id, because],
      );
    expect(find({ names: ['Nordwind Pumps'] })).toEqual([
      ['12', ['name']],
      [waiting, ['name']],
    ]);
    expect(find({ names: ['Nordwind Pumps'], emails: ['ANN@nordwind.example'] })).toEqual([
      ['12', ['name', 'email']],
      [waiting, ['name']],
    ]);
    expect(find({ emails: ['bob@nordwind.example'] })).toEqual([['12', ['domain']]]);
    expect(find({ phones: ['040 12345678'] })).toEqual([['12', ['phone']]]);
    expect(find({ phones: ['45678'] })).toEqual([]);
    expect(find({ names: ['Nordwind Pumps'], exceptId: '12' })).toEqual([[waiting, ['name']]]);
    expect(find({ names: ['Nordwind Pumps'], exceptId: waiting })).toEqual([['12', ['name']]]);
    expect(find({ names: ['Südwind'] })).toEqual([]);
  });

  it('are found in another script and without the marks of letters, as by the search', async () => {
    const { bench, cache } = await desk();
    apply(cache, 'company', [
      { company_id: 12, name: '東昇貿易有限公司' },
      { company_id: 13, name: 'Müller Stahl GmbH' },
    ]);
    const find = (name: string) =>
      possibleDuplicates(wanted({ names: [name] }), cache, bench.outbox.list(), bench.outbox.realIdOf).map(
        ({ id }) => id,
      );
    expect(find('东升贸易有限公司')).toEqual(['12']);
    expect(find('Muller Stahl')).toEqual(['13']);
    expect(find('Muller Stahlbau')).toEqual([]);
  });

  it('include a record of the same name although many newer ones begin with this name', async () => {
    const { bench, cache } = await desk();
    const at = (second: number) => ({ update_time: `2026-01-01 00:00:${String(second).padStart(2, '0')}` });
    apply(cache, 'company', [
      { company_id: 1, name: 'Global Trading', ...at(0) },
      ...Array.from({ length: 40 }, (_, i) => ({
        company_id: 100 + i,
        name: `Global Trading House ${i}`,
        ...at(i + 1),
      })),
    ]);
    const found = possibleDuplicates(
      wanted({ names: ['global trading'] }),
      cache,
      bench.outbox.list(),
      bench.outbox.realIdOf,
    );
    expect(found.map(({ id }) => id)).toEqual(['1']);
  });

  it('are looked for among few records after two letters, because each match costs ten reads', async () => {
    const { bench, cache } = await desk();
    const limits: number[] = [];
    const watched: typeof cache = Object.create(cache, {
      search: {
        value: (text: string, options: { limit: number }) => {
          limits.push(options.limit);
          return cache.search(text, options);
        },
      },
    });
    const most = (name: string): number => {
      limits.length = 0;
      possibleDuplicates(wanted({ names: [name] }), watched, bench.outbox.list(), bench.outbox.realIdOf);
      return Math.max(...limits);
    };
    expect(most('Li')).toBeLessThan(most('Lindner') / 10);
    expect(most('Li Co')).toBe(most('Li'));
  });

  it('name a new record that has a later edit, and say why both of them match', async () => {
    const { bench, cache } = await desk();
    bench.outbox.pause(false);
    bench.gateway.push = lost;
    const company = bench.submit(companyCommand('Nordwind Pumps'));
    await bench.time.advance(5_000);
    expect(bench.outbox.get(company)!.intent.state).toBe('uncertain');
    // It may have arrived, so a further contact becomes an edit that is sent after it.
    bench.submit({
      kind: 'company',
      schema: 1,
      target: company,
      fields: { pool_id: '0' },
      children: [{ ref: 'local:ann', fields: { name: 'Ann', email: 'ann@nordwind.example' } }],
    });
    const find = (more: Parameters<typeof wanted>[0]) =>
      possibleDuplicates(wanted(more), cache, bench.outbox.list(), bench.outbox.realIdOf);
    expect(find({ emails: ['ann@nordwind.example'] })).toMatchObject([
      { id: company, title: 'Nordwind Pumps', because: ['email'] },
    ]);
    expect(find({ names: ['Nordwind Pumps'], emails: ['ann@nordwind.example'] })).toMatchObject([
      { id: company, title: 'Nordwind Pumps', because: ['name', 'email'] },
    ]);
  });

  it('do not include the record of the form itself under the id that it had before it was delivered', async () => {
    const { bench, cache } = await desk();
    bench.outbox.pause(false);
    bench.gateway.push = lost;
    const company = bench.submit(companyCommand('Nordwind Pumps'));
    await bench.time.advance(5_000);
    const edit = bench.submit(companyCommand('Nordwind Pumps Ltd', company));
    bench.outbox.hold(edit, true);
    expect(bench.outbox.arrived(company, '77')).toEqual({ ok: true });
    apply(cache, 'company', [{ company_id: 77, name: 'Nordwind Pumps' }]);
    const find = (exceptId: string | null) =>
      possibleDuplicates(
        wanted({ names: ['Nordwind Pumps'], exceptId }),
        cache,
        bench.outbox.list(['queued']),
        bench.outbox.realIdOf,
      ).map(({ id }) => id);
    expect(find('77')).toEqual([]);
    expect(find(company)).toEqual([]);
    expect(find(null)).toEqual(['77']);
  });

  it('do not include an edit of a known record, or an item of another kind', async () => {
    const { bench, cache } = await desk();
    bench.submit(companyCommand('Nordwind Pumps', '12'));
    bench.submit({
      kind: 'opportunity',
      schema: 1,
      target: null,
      fields: { name: 'Nordwind Pumps', company_id: '12' },
      children: [],
    });
    const lead = bench.submit({
      kind: 'lead',
      schema: 1,
      target: null,
      fields: { company_name: 'Nordwind Pumps' },
      children: [],
    });
    const found = possibleDuplicates(
      wanted({ names: ['Nordwind Pumps'] }),
      cache,
      bench.outbox.list(),
      bench.outbox.realIdOf,
    );
    expect(found.map(({ resource, id, title }) => [resource, id, title])).toEqual([
      ['lead', lead, 'Nordwind Pumps'],
    ]);
  });
});

describe('a window', () => {
  it('edits an item, which is still compared with what the user saw before', async () => {
    const { bench, window } = await desk();
    const seen = (name: string): Snapshot => ({ fields: { name }, children: [], readAt: null });
    const done = await window.outbox.submit({
      command: companyCommand('Mine', '12'),
      base: seen('Old'),
    });
    const id = done.ok ? done.id : '';
    await window.outbox.edit({ id, command: companyCommand('Mine 2', '12') });
    expect(bench.outbox.get(id)!.intent).toMatchObject({ version: 2, base: { fields: { name: 'Old' } } });
    // Only the choice in a conflict names another base, and this item is not in conflict.
    const choice = { id, command: companyCommand('Mine 3', '12'), base: seen('Theirs') };
    expect(await window.outbox.edit(choice)).toMatchObject({ ok: false, code: 'changed' });
    expect(bench.outbox.get(id)!.intent).toMatchObject({ version: 2, base: { fields: { name: 'Old' } } });
  });

  it('[PL23] is told of a new record that a colleague made, and not of one that was made here', async () => {
    const { bench, cache, window } = await desk();
    cache.beginChanges('2026-03-01 00:00:00');
    bench.gateway.push = async () => accepted({ company_id: 21, customers: [] });
    bench.submit(companyCommand('Company 21'));
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    apply(cache, 'company', [ofColleague(20), ofColleague(21)]);
    const told = await window.changes.unseen({ limit: 50 });
    expect(told.map(({ id, kind, title, person }) => [id, kind, title, person])).toEqual([
      ['20', 'new', 'Company 20', '9'],
    ]);
  });

  it('[PL23] is told of what colleagues changed, however many records that were made here arrive with it', async () => {
    const { bench, cache, window } = await desk();
    cache.beginChanges('2026-03-01 00:00:00');
    const ids = [21, 22, 23];
    bench.gateway.push = async () => accepted({ company_id: ids.shift(), customers: [] });
    for (const id of ids) bench.submit(companyCommand(`Company ${id}`));
    bench.outbox.pause(false);
    await bench.time.advance(20_000);
    apply(cache, 'company', [21, 22, 23, 20].map(ofColleague));
    expect((await window.changes.unseen({ limit: 2 })).map(({ id }) => id)).toEqual(['20']);
  });
});
