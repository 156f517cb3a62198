/** What the Outbox shows of an item, and what a form shows when a waiting record is edited. */
import { describe, expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { titleOf } from '#core/outbox/outbox-view';
import { DETAILS_AS_OF, LIST_ITEM, type CachedRecord } from '#core/store/overlay/cached-record';
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { crmBench, lost, refusing, type CrmBench } from '../../../../support/outbox/fake-crm';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
} from '../../../../support/outbox/outbox-bench';

const item = (bench: Pick<CrmBench, 'outbox'>, id: string) => bench.outbox.get(id)!.intent;
const command = (
  fields: Command['fields'],
  { kind = 'company', target = null, children = [] }: Partial<Command> = {},
): Command => ({ kind, schema: 1, target, fields, children });

describe('the title of an item', () => {
  it.each<[string, IntentKind, Command['fields']]>([
    ['Acme', 'company', { name: ' Acme ', short_name: 'A' }],
    ['Acme Ltd', 'lead', { name: '', company_name: 'Acme Ltd' }],
    ['A', 'lead', { name: '  ', short_name: 'A' }],
    ['INV-7', 'outboundInvoice', { serial_id: 'INV-7' }],
    ['R-8', 'receipt', { cash_collection_invoice_no: 'R-8', amount: '1' }],
    ['Bank of Acme', 'receipt', { account_name: 'Bank of Acme', amount: '1' }],
    ['Called', 'trailNote', { content: 'Called' }],
    ['1.50', 'receipt', { amount: '1.50' }],
    ['', 'lead', {}],
  ])('is %j', (title, kind, fields) => {
    expect(titleOf(command(fields, { kind }))).toBe(title);
  });
  it('has at most 200 characters', () => {
    expect(titleOf(command({ name: 'x'.repeat(300) }))).toBe('x'.repeat(200));
  });
});

describe('an item that waits', () => {
  it('names the items that it waits for, and those that wait for it', async () => {
    const bench = crmBench();
    bench.outbox.pause(true);
    const company = bench.submit(companyCommand('Acme'));
    const receipt = bench.submit(receiptCommand(company));
    expect(item(bench, receipt)).toMatchObject({ waits: 'parent', waitsFor: [company], money: true });
    expect(item(bench, company)).toMatchObject({
      waits: 'paused',
      waitsFor: [],
      dependants: [receipt],
      money: false,
    });
    bench.gateway.push = async (path) =>
      accepted(
        path.includes('company') ? { company_id: 7, customers: [] } : { cash_collection_invoice_id: 8 },
      );
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(item(bench, receipt)).toMatchObject({ state: 'applied', waits: null, waitsFor: [] });
    expect(item(bench, company)).toMatchObject({ dependants: [] });
  });

  it('waits for an earlier edit only while that one may still be sent by itself', async () => {
    const bench = crmBench();
    bench.crm.offered = false;
    bench.gateway.push = lost;
    const first = bench.submit(companyCommand('One', '5'));
    await bench.time.advance(1_000);
    const second = bench.submit(companyCommand('Two', '5'));
    expect(item(bench, second)).toMatchObject({ waits: 'parent', waitsFor: [first] });
    expect(item(bench, first)).toMatchObject({ frozen: true, mayHaveArrived: true, dependants: [] });
    bench.gateway.push = refusing('Not today');
    bench.outbox.sendAgain(first);
    bench.outbox.hold(second, true);
    await bench.time.advance(1_000);
    expect(item(bench, first).state).toBe('rejected');
    expect(item(bench, second)).toMatchObject({ waits: 'held', waitsFor: [] });
  });

  it('in doubt says whether it waits for the user, the sign-in, or a later read', async () => {
    const bench = crmBench({ gateway: { isSignedIn: () => false } });
    bench.gateway.push = lost;
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(500);
    expect(item(bench, id).waits).toBe('later');
    bench.crm.answers = () => ({ kind: 'unauthorized', detail: '' });
    await bench.time.advance(10_000);
    expect(item(bench, id).waits).toBe('sign-in');
    expect(bench.outbox.summary().needsSignIn).toBe(true);
    bench.crm.answers = (path) => (path.includes('list') ? { kind: 'forbidden', detail: '' } : undefined);
    bench.outbox.kick();
    await bench.time.advance(60_000);
    expect(item(bench, id).waits).toBe('your-decision');
  });

  it('says that its kind waits for a first review, unless it is sent by hand', () => {
    const bench = outboxBench({ settings: { reviewFirst: true } });
    const id = bench.submit(companyCommand('Acme'));
    expect(item(bench, id).waits).toBe('review');
    expect(bench.outbox.summary().holds).toMatchObject({ company: 'review', receipt: 'review' });
    bench.outbox.release('company');
    expect(item(bench, id).waits).toBeNull();
    expect(bench.outbox.summary().holds).not.toHaveProperty('company');
  });

  it('is the first of its held kind, until that kind is released', () => {
    const bench = outboxBench({ settings: { reviewFirst: true } });
    const company = bench.submit(companyCommand('Acme'));
    const receipt = bench.submit(receiptCommand('5'));
    bench.submit(receiptCommand('6'));
    expect(bench.outbox.summary().firstHeld).toEqual({ company, receipt });
    bench.outbox.release('company');
    bench.outbox.discard(receipt);
    expect(bench.outbox.summary().firstHeld).toEqual({ receipt: expect.not.stringMatching(receipt) });
  });

  it('is not listed with its record after it was discarded', () => {
    const bench = crmBench();
    bench.outbox.pause(true);
    const [kept, gone] = [bench.submit(companyCommand('One', '5')), bench.submit(receiptCommand('5'))];
    const ids = () => bench.outbox.forRecord('company', '5').map(({ id }) => id);
    expect(ids()).toEqual([kept]);
    bench.outbox.discard(kept);
    expect(ids()).toEqual([]);
    expect(item(bench, gone).state).toBe('queued');
  });

  it('says of an edit that adds nothing that it may be repeated', () => {
    const bench = crmBench();
    bench.outbox.pause(true);
    const edit = bench.submit(companyCommand('Acme', '5'));
    const create = bench.submit(companyCommand('Acme'));
    expect([item(bench, edit).replaySafe, item(bench, create).replaySafe]).toEqual([true, false]);
  });

  it('is counted with the others; one that is refused, in conflict or undecided needs the user', async () => {
    const bench = crmBench();
    bench.crm.put('company', { company_id: 5, name: 'Theirs', pool_id: 0 });
    bench.gateway.push = refusing('Not today');
    bench.submit(companyCommand('Refused'));
    bench.outbox.submit({
      command: companyCommand('Mine', '5'),
      base: { fields: { name: 'Old' }, children: [], readAt: null },
    });
    await bench.time.advance(1_000);
    bench.crm.offered = false;
    bench.gateway.push = lost;
    bench.submit(receiptCommand('12'));
    await bench.time.advance(20_000);
    bench.outbox.pause(true);
    bench.submit(companyCommand('Waits'));
    expect(bench.outbox.summary()).toMatchObject({
      counts: { rejected: 1, conflict: 1, uncertain: 1, queued: 1 },
      waiting: 4,
      needsUser: 3,
      paused: true,
    });
    expect(bench.outbox.list(['conflict', 'queued']).map(({ title }) => title)).toEqual(['Mine', 'Waits']);
    expect(bench.outbox.some(undefined, 'oldest', 2).map(({ title }) => title)).toEqual(['Refused', 'Mine']);
    expect(bench.outbox.some(['queued'], 'latest', 5).map(({ title }) => title)).toEqual(['Waits']);
  });
});

describe('the form of a record that is edited', () => {
  const contact = (ref: string, fields: Command['fields']) => ({ ref, fields });
  const cached = {
    values: {
      company_id: 5,
      name: 'Acme',
      pool_id: 0,
      customers: [{ customer_id: 31, name: 'Ann' }, { name: 'No id' }],
    },
    readAt: '2026-01-01 10:00:00',
  };
  const paused = () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const submit = (of: Command, base: Snapshot | null = null) => {
      const done = bench.outbox.submit({ command: of, base });
      if (!done.ok) throw new Error(done.code);
      return done.id;
    };
    return {
      bench,
      submit,
      base: (
        ref: string,
        of: { values: CachedRecord; readAt: string | null } | null = null,
        kind: IntentKind = 'company',
      ) => editBaseOf(bench.outbox.store, { kind, ref, cached: of }),
    };
  };

  it('shows the cached record, and every contact under an id of its own', () => {
    const { base } = paused();
    expect(base('5', cached)).toEqual({
      base: {
        fields: { name: 'Acme', pool_id: 0 },
        children: [contact('31', { name: 'Ann' }), contact('local:known-1', { name: 'No id' })],
        readAt: cached.readAt,
      },
      current: {
        fields: { name: 'Acme', pool_id: 0 },
        children: [contact('31', { name: 'Ann' }), contact('local:known-1', { name: 'No id' })],
        readAt: cached.readAt,
      },
      hasChildren: true,
      pending: [],
    });
  });

  it('shows the edits that wait over it, in their order', () => {
    const { submit, base } = paused();
    const edit = submit(
      command(
        { name: 'Acme Ltd', pool_id: '0' },
        { target: '5', children: [contact('31', { tel: '1' }), contact('local:new', { name: 'Bob' })] },
      ),
    );
    const shown = base('5', cached);
    expect(shown?.base?.fields.name).toBe('Acme');
    expect(shown?.current.fields).toEqual({ name: 'Acme Ltd', pool_id: '0' });
    expect(shown?.current.children).toEqual([
      contact('31', { name: 'Ann', tel: '1' }),
      contact('local:known-1', { name: 'No id' }),
      contact('local:new', { name: 'Bob' }),
    ]);
    expect(shown?.pending).toEqual([{ id: edit, state: 'queued' }]);
  });

  it('leaves out a contact that a waiting edit removes', () => {
    const { submit, base } = paused();
    submit(command({ pool_id: '0' }, { target: '5', children: [{ ref: '31', fields: {}, remove: true }] }));
    expect(base('5', cached)?.current.children.map(({ ref }) => ref)).toEqual(['local:known-1']);
  });

  it('shows a new record that waits, and nothing for a record that nobody knows', () => {
    const { submit, base, bench } = paused();
    const id = submit(
      command({ name: 'Acme', pool_id: '0' }, { children: [contact('local:a', { name: 'Ann' })] }),
    );
    expect(base(id)).toMatchObject({
      base: null,
      current: { fields: { name: 'Acme' }, children: [contact('local:a', { name: 'Ann' })], readAt: null },
      hasChildren: true,
      pending: [{ id, state: 'queued' }],
    });
    expect(base('99')).toBeNull();
    bench.outbox.discard(id);
    expect(base(id)).toBeNull();
  });

  it('shows a delivered record that no list has yet, with what was delivered last', async () => {
    const { bench, submit, base } = paused();
    bench.gateway.push = async () => accepted({ company_id: 7, customers: [] });
    bench.gateway.read = async (path, query) =>
      path.includes('info')
        ? {
            kind: 'ok',
            body: {},
            data: { company_id: 7, name: 'One', pool_id: 0, query },
            now: null,
            text: '',
          }
        : { kind: 'ok', body: {}, data: { list: [], totalItem: 0 }, now: null, text: '' };
    bench.gateway.offers = async () => true;
    bench.outbox.pause(false);
    const id = submit(command({ name: 'One', pool_id: '0', remark: 'first' }));
    await bench.time.advance(5_000);
    submit(command({ pool_id: '0', remark: 'second' }, { target: id }));
    await bench.time.advance(5_000);
    expect(bench.outbox.list().map(({ state }) => state)).toEqual(['applied', 'applied']);
    for (const ref of [id, '7'])
      expect(base(ref)).toMatchObject({
        base: { fields: { name: 'One', remark: 'second' }, readAt: null },
        current: { fields: { name: 'One', remark: 'second' } },
        hasChildren: true,
        pending: [],
      });
    bench.outbox.pause(true);
    // As many edits that wait as were delivered.
    const edit = submit(command({ pool_id: '0', remark: 'third' }, { target: id }));
    expect(base(id)).toMatchObject({ current: { fields: { remark: 'third' } }, pending: [{ id: edit }] });
  });

  it('shows a delivered edit until the cache has it, so that the next edit does not undo it', async () => {
    const { bench, submit, base } = paused();
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    bench.gateway.offers = async () => true;
    bench.outbox.pause(false);
    const values = { ...cached.values, remark: 'before', update_time: '2020-01-01 10:00:00' };
    submit(command({ name: 'Acme', pool_id: '0', remark: 'after' }, { target: '5' }));
    await bench.time.advance(5_000);
    expect(bench.outbox.list().map(({ state }) => state)).toEqual(['applied']);
    const shown = base('5', { values, readAt: cached.readAt });
    expect([shown?.base?.fields.remark, shown?.current.fields.remark]).toEqual(['before', 'after']);
    expect([shown?.current.children.length, shown?.pending]).toEqual([2, []]);
    // The list has changed since, but the details with the remark are older.
    const listed = {
      ...values,
      update_time: '2099-01-01 10:00:00',
      [DETAILS_AS_OF]: '2020-01-01 10:00:00',
      [LIST_ITEM]: { company_id: 5, name: 'Acme', update_time: '2099-01-01 10:00:00' },
    };
    expect(base('5', { values: listed, readAt: null })?.current.fields.remark).toBe('after');
    const renewed = { ...listed, remark: 'of a colleague', [DETAILS_AS_OF]: '2099-01-01 10:00:00' };
    expect(base('5', { values: renewed, readAt: null })?.current.fields.remark).toBe('of a colleague');
  });

  it('an edit alone of a record that is not cached shows its values, and no contacts are known', () => {
    const { submit, base } = paused();
    submit(command({ name: 'Acme', pool_id: '0' }, { target: '5' }));
    expect(base('5')).toMatchObject({
      base: null,
      hasChildren: false,
      current: { fields: { name: 'Acme' } },
    });
  });
});
