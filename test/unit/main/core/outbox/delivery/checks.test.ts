/**
 * The reads before and after a push: whether a number is free, what the record contains, and in which state
 * it was saved.
 */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '#core/api/classify-read';
import { fullDisk } from '../../../../../support/outbox/full-disk';
import { DETAILS_AS_OF, LIST_ITEM } from '#core/store/overlay/cached-record';
import { crmBench, lost, type CrmBench } from '../../../../../support/outbox/fake-crm';
import { accepted, companyCommand } from '../../../../../support/outbox/outbox-bench';
import type { Command, Snapshot } from '#shared/domain/intent';
import { COMPANY_INFO_PATH } from '#shared/http-api/company';
import { OUTBOUND_INFO_PATH, OUTBOUND_LIST_PATH } from '#shared/http-api/outbound-invoice';
import { RECEIPT_INFO_PATH } from '#shared/http-api/receipt';

const HOUR = 3_600_000;
const item = (bench: CrmBench, id: string) => bench.outbox.get(id)!.intent;
const bodies = (bench: CrmBench) =>
  bench.pushes.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('[OB12] the number of a new invoice', () => {
  const invoice = {
    kind: 'outboundInvoice',
    schema: 1,
    target: null,
    fields: { serial_id: 'INV-7', company_id: '12', currency: 'USD', handler: ['1'] },
    children: [{ ref: 'local:line', fields: { order_id: '3', sale_price: '1' } }],
  };
  const listed = (numbers: readonly string[], total = numbers.length, from = 1): Outcome => ({
    kind: 'ok',
    body: {},
    data: {
      list: numbers.map((serial_id, at) => ({ outbound_invoice_id: from + at, serial_id })),
      totalItem: total,
    },
    now: null,
    text: '',
  });
  const EMPTY: Outcome = { kind: 'ok', body: {}, data: {}, now: null, text: '' };
  /** `removed` are the numbers of deleted invoices. */
  const submitted = async (
    info: Outcome,
    list: (removed: boolean, page: number) => Outcome,
    isOffered = true,
  ) => {
    const bench = crmBench();
    bench.crm.offered = isOffered;
    const asked: string[] = [];
    bench.crm.answers = (path, query) => {
      if (path === OUTBOUND_INFO_PATH && 'serial_id' in query) return info;
      if (path !== OUTBOUND_LIST_PATH || query.removed === undefined) return undefined;
      asked.push(`${query.removed}/${query.count}`);
      return list(query.removed === 1, Number(query.start_index));
    };
    bench.gateway.push = async () => accepted({ outbound_invoice_id: 9, serial_id: 'INV-7' });
    const id = bench.submit(invoice);
    await bench.time.advance(500);
    return { bench, id, state: item(bench, id).state, code: item(bench, id).reason?.code, asked };
  };
  const none = (): Outcome => listed([]);

  it('is used if the CRM shows an invoice with it', async () => {
    const found: Outcome = { ...EMPTY, data: { outbound_invoice_id: 3, serial_id: 'INV-7' } };
    const { state, code, bench } = await submitted(found, none);
    expect([state, code, bench.pushes]).toEqual(['rejected', 'number-in-use', []]);
  });

  it('is free if the CRM says that there is no such invoice, without reading a list', async () => {
    const { state, asked } = await submitted(
      { kind: 'refused', code: -1, message: 'Not Found Resource', now: null },
      () => listed(['INV-7']),
    );
    expect([state, asked]).toEqual(['applied', []]);
  });

  it.each<[string, Outcome]>([
    ['an answer without an invoice', EMPTY],
    ['an answer that is no object', { ...EMPTY, data: null }],
    ['another invoice', { ...EMPTY, data: { serial_id: 'INV-70' } }],
    ['another refusal', { kind: 'refused', code: -1, message: 'Bad query', now: null }],
    ['no permission', { kind: 'forbidden', detail: '' }],
  ])('is looked for in the lists after %s', async (_, info) => {
    const free = await submitted(info, (removed) => listed(removed ? ['INV-6'] : ['INV-5']));
    expect([free.state, free.asked]).toEqual(['applied', ['0/1', '0/100', '1/1', '1/100']]);
    const used = await submitted(info, (removed) => listed(removed ? ['INV-7'] : ['INV-5']));
    expect([used.state, used.code]).toEqual(['rejected', 'number-in-use']);
  });

  it('is looked for in the lists if the route of one invoice is gone; otherwise it is read again later', async () => {
    for (const lost of [
      { kind: 'not-offered', detail: '' },
      { kind: 'forbidden', detail: '', isUnexplained: true },
    ] satisfies Outcome[]) {
      const gone = await submitted(lost, () => listed(['INV-5']), false);
      expect([gone.state, gone.asked.length]).toEqual(['applied', 4]);
      // The route exists, so something else has answered.
      const offered = await submitted(lost, () => listed(['INV-5']));
      expect([offered.state, offered.asked, offered.bench.pushes]).toEqual(['queued', [], []]);
    }
  });

  it('is not known if a list is too long, has no total, or is not permitted', async () => {
    for (const answer of [
      listed(['INV-5'], 1_001),
      { ...EMPTY, data: { list: [] } },
      { ...EMPTY, data: null },
      { ...EMPTY, data: { list: [], totalItem: 'many' } },
      { kind: 'forbidden', detail: '' },
      { kind: 'refused', code: -1, message: 'no', now: null },
    ] satisfies Outcome[]) {
      const { code, bench } = await submitted(EMPTY, () => answer);
      expect([answer, code, bench.pushes]).toEqual([answer, 'number-not-checked', []]);
    }
  });

  it('is not known if the list changed while it was read', async () => {
    const { code } = await submitted(EMPTY, () => listed(['INV-5'], 2));
    expect(code).toBe('number-not-checked');
  });

  it('is looked for in a list of a thousand', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `N-${at}`);
    const page = (at: number): Outcome =>
      listed(many.slice((at - 1) * 100, at * 100), 1_000, (at - 1) * 100 + 1);
    const { state } = await submitted(EMPTY, (_removed, at) => page(at));
    expect(state).toBe('applied');
  });

  it('is checked again later if the CRM cannot be reached', async () => {
    const offline: Outcome = { kind: 'offline', reason: 'connect', detail: '' };
    for (const [info, list] of [
      [offline, listed([])],
      [EMPTY, offline],
    ] as const) {
      const { bench, id, state } = await submitted(info, () => list);
      expect([state, item(bench, id).waits]).toEqual(['queued', 'later']);
      bench.crm.answers = () => undefined;
      await bench.time.advance(HOUR);
      expect(item(bench, id).state).toBe('applied');
    }
  });
});

describe('an edit that is compared with the record right before', () => {
  const edit = (fields: Command['fields'], children: Command['children'] = []): Command => ({
    kind: 'company',
    schema: 1,
    target: '5',
    fields: { pool_id: '0', ...fields },
    children,
  });
  const seen = (fields: Snapshot['fields']): Snapshot => ({ fields, children: [], readAt: null });
  const record = { company_id: 5, name: 'Acme', pool_id: 0, remark: 'old', customers: [] };
  const submitted = async (bench: CrmBench, command: Command, base: Snapshot | null) => {
    const done = bench.outbox.submit({ command, base });
    if (!done.ok) throw new Error(done.code);
    await bench.time.advance(1_000);
    return done.id;
  };
  const withRecord = (more: object = {}) => {
    const bench = crmBench();
    bench.crm.put('company', { ...record, ...more });
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    return bench;
  };

  it('is in conflict if somebody changed the same field, and says which', async () => {
    const bench = withRecord({ remark: 'theirs' });
    const id = await submitted(bench, edit({ remark: 'mine' }), seen({ remark: 'old' }));
    expect(item(bench, id)).toMatchObject({
      state: 'conflict',
      reason: { code: 'changed-on-server' },
      conflicts: [{ field: 'remark', base: 'old', mine: 'mine', theirs: 'theirs' }],
    });
    expect(bench.outbox.get(id)!.ledger.at(-1)).toMatchObject({
      event: 'differs',
      facts: { in: [{ field: 'remark' }] },
    });
    expect(bench.outbox.summary().needsUser).toBe(1);
    expect(bench.pushes).toEqual([]);
    // The choice on the merge screen is sent, without the conflicts.
    bench.outbox.edit(id, { command: edit({ remark: 'ours' }), base: seen({ remark: 'theirs' }) });
    await bench.time.advance(1_000);
    expect(item(bench, id)).toMatchObject({ state: 'applied', conflicts: [], reason: null });
    expect(bodies(bench)).toMatchObject([{ remark: 'ours' }]);
  });

  it('whose value was chosen in a conflict of an earlier edit is not in conflict again', async () => {
    const read = (fields: Snapshot['fields']) => ({ ...seen(fields), readAt: '2026-09-21 10:00:00' });
    const bench = withRecord({ remark: 'theirs' });
    const first = await submitted(bench, edit({ remark: 'mine' }), read({ name: 'Acme' }));
    expect(item(bench, first).state).toBe('conflict');
    bench.outbox.pause(true);
    const later = {
      command: edit({ remark: 'mine too', tel: '1' }),
      base: read({ name: 'Acme', remark: 'mine' }),
    };
    const done = bench.outbox.submit(later);
    const second = done.ok ? done.id : '';
    bench.outbox.edit(first, { command: edit({ remark: 'ours' }), base: read({ remark: 'theirs' }) });
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect([first, second].map((id) => item(bench, id).state)).toEqual(['applied', 'applied']);
    expect(bodies(bench)[0]).toMatchObject({ remark: 'ours', tel: '1' });
  });

  it('is not sent if the record is gone', async () => {
    const bench = crmBench();
    const id = await submitted(bench, edit({ remark: 'mine' }), null);
    expect(item(bench, id)).toMatchObject({ state: 'rejected', reason: { code: 'gone' } });
    expect(bench.pushes).toEqual([]);
  });

  it('is not sent, and does not say that the record is gone, if the CRM refuses to show it', async () => {
    const bench = withRecord();
    bench.crm.answers = (path) =>
      path === COMPANY_INFO_PATH
        ? { kind: 'refused', code: 404, message: 'No Privilege', now: null }
        : undefined;
    const id = await submitted(bench, edit({ remark: 'mine' }), null);
    expect(item(bench, id)).toMatchObject({
      state: 'rejected',
      reason: { code: 'refused-404', message: 'No Privilege' },
    });
    expect(bench.pushes).toEqual([]);
  });

  it('waits while another record is answered, and does not count as delivered', async () => {
    const bench = withRecord();
    bench.crm.answers = (path) =>
      path === COMPANY_INFO_PATH
        ? { kind: 'ok', body: {}, data: { company_id: 99, remark: 'mine' }, now: null, text: '' }
        : undefined;
    const id = await submitted(bench, edit({ remark: 'mine' }), seen({ remark: 'old' }));
    expect(item(bench, id).state).toBe('queued');
    bench.crm.answers = () => undefined;
    await bench.time.advance(600_000);
    expect(item(bench, id).state).toBe('applied');
    expect(bodies(bench)).toMatchObject([{ remark: 'mine' }]);
  });

  it('names the fields that could not be compared, and says when nothing could be', async () => {
    const partly = withRecord();
    const one = await submitted(
      partly,
      edit({ remark: 'mine', homepage: 'x.example' }),
      seen({ remark: 'old' }),
    );
    expect(item(partly, one).notes).toContain('could-not-compare-all');
    const fully = withRecord();
    const two = await submitted(fully, edit({ remark: 'mine' }), seen({ remark: 'old' }));
    expect(item(fully, two).notes).toEqual([]);
    const blind = withRecord();
    blind.crm.offered = false;
    const three = await submitted(blind, edit({ remark: 'mine' }), seen({ name: 'Acme', remark: 'old' }));
    expect(item(blind, three).notes).toEqual(['could-not-compare']);
    // The name from the opening of the form could undo what a colleague wrote.
    expect(bodies(blind)[0]).not.toHaveProperty('name');
    expect(bodies(fully)[0]).toMatchObject({ name: 'Acme', customers: [] });
  });

  it('that the record shows already was delivered, if it was sent before without a verdict', async () => {
    const bench = withRecord();
    bench.gateway.push = lost;
    const id = await submitted(bench, edit({ remark: 'mine' }), seen({ remark: 'old' }));
    expect(item(bench, id).state).toBe('uncertain');
    bench.outbox.pause(true);
    bench.outbox.sendAgain(id);
    bench.crm.put('company', { ...record, remark: 'mine' });
    bench.outbox.pause(false);
    await bench.time.advance(1_000);
    expect(item(bench, id)).toMatchObject({ state: 'applied', notes: ['proved-by-read-back'] });
    expect(bench.pushes).toHaveLength(1);
  });

  it.each([
    ['that is accepted', () => Promise.resolve(accepted({ company_id: 5, customers: [] }))],
    ['that is proved by a read', lost],
  ])(
    '[OB34] %s is shown over a copy with a later time: the clock of the CRM was set back',
    async (_, push) => {
      const later = '2031-01-01 00:00:00';
      const old = { ...record, update_time: later, customers: [{ customer_id: 9, remark: 'old' }] };
      const bench = withRecord(old);
      bench.gateway.push = async () => {
        const now = bench.crm.now;
        bench.crm.put('company', {
          ...old,
          update_time: now,
          remark: 'mine',
          customers: [{ customer_id: 9, remark: 'new' }],
        });
        return push();
      };
      const id = await submitted(bench, edit({ remark: 'mine' }, [{ ref: '9', fields: { remark: 'new' } }]), {
        ...seen({ remark: 'old' }),
        children: [{ ref: '9', fields: { remark: 'old' } }],
      });
      await bench.time.advance(60_000);
      expect(item(bench, id).state).toBe('applied');
      const cached = { ...old, company_id: '5', [DETAILS_AS_OF]: later, [LIST_ITEM]: old };
      const [row] = bench.outbox.overlay('company', () => cached);
      const shown = { ...cached, ...row?.values, ...row?.sentValues };
      expect(shown).toMatchObject({ remark: 'mine', customers: [{ remark: 'new' }] });
    },
  );

  it('[OB34] is replaced by a later edit of a colleague, although the old copy has a later time', async () => {
    const old = { ...record, update_time: '2031-01-01 00:00:00' };
    const bench = withRecord(old);
    const id = await submitted(bench, edit({ remark: 'mine' }), seen({ remark: 'old' }));
    expect(item(bench, id).state).toBe('applied');
    const theirs = { ...old, company_id: '5', remark: 'theirs', update_time: '2030-01-01 00:00:00' };
    expect(bench.outbox.overlay('company', () => theirs)).toEqual([]);
  });

  describe('[OB39] on a CRM that empties what an edit leaves out', () => {
    const clearing = async (more: object = {}) => {
      const bench = withRecord({ address: 'Quay 1', ...more });
      bench.gateway.push = async (_path, body) => {
        const sent = JSON.parse(body) as Record<string, unknown>;
        bench.crm.put('company', { ...record, address: '', ...more, ...sent });
        return accepted({ company_id: 5, customers: [] });
      };
      const id = await submitted(bench, edit({ remark: 'one' }), seen({ remark: 'old' }));
      return { bench, id };
    };

    it('says what the first edit emptied, with the values', async () => {
      const { bench, id } = await clearing();
      expect(item(bench, id).notes).toContain('left-out-cleared');
      expect(bench.outbox.get(id)!.ledger.at(-1)).toMatchObject({
        event: 'checked',
        facts: { cleared: { address: 'Quay 1' } },
      });
      expect(bench.outbox.omissions()).toMatchObject({ company: 'clears', lead: null });
    });

    it('does not send the next edit until the user agrees to send the whole record', async () => {
      const { bench } = await clearing();
      bench.crm.put('company', { ...record, remark: 'one', address: 'Quay 2' });
      const id = await submitted(bench, edit({ remark: 'two' }), seen({ remark: 'one' }));
      expect(item(bench, id)).toMatchObject({
        state: 'rejected',
        reason: { code: 'would-clear', field: 'address' },
      });
      expect(bench.pushes).toHaveLength(1);
      bench.outbox.sendAgain(id);
      expect(item(bench, id).notes).toEqual(['whole-record']);
      await bench.time.advance(1_000);
      expect(item(bench, id).state).toBe('applied');
      expect(bodies(bench)[1]).toMatchObject({ remark: 'two', address: 'Quay 2' });
    });

    it('sends an edit that empties nothing, and never forgets that the CRM empties fields', async () => {
      const { bench } = await clearing();
      bench.crm.put('company', { ...record, remark: 'one' });
      const id = await submitted(bench, edit({ remark: 'two' }), seen({ remark: 'one' }));
      expect(item(bench, id).state).toBe('applied');
      bench.reopen();
      expect(bench.outbox.omissions().company).toBe('clears');
    });

    it('does not take a field that every CRM keeps for a proof', async () => {
      const bench = withRecord();
      bench.gateway.push = async (_path, body) => {
        bench.crm.put('company', { ...record, ...(JSON.parse(body) as object) });
        return accepted({ company_id: 5, customers: [] });
      };
      await submitted(bench, edit({ remark: 'new' }), seen({ remark: 'old' }));
      // Only the name was left out, and every CRM keeps it.
      expect(bench.outbox.omissions().company).toBeNull();
    });

    it('a CRM that keeps the fields is known after the first edit that shows it', async () => {
      const bench = withRecord({ address: 'Quay 1' });
      bench.gateway.push = async (_path, body) => {
        bench.crm.put('company', { ...record, address: 'Quay 1', ...(JSON.parse(body) as object) });
        return accepted({ company_id: 5, customers: [] });
      };
      const id = await submitted(bench, edit({ remark: 'new' }), seen({ remark: 'old' }));
      expect(bench.outbox.omissions().company).toBe('keeps');
      expect(item(bench, id).notes).toEqual([]);
      // From then on nothing is read after an edit.
      const next = await submitted(bench, edit({ remark: 'newer' }), seen({ remark: 'new' }));
      const reads = bench.crm.reads.length;
      await submitted(bench, edit({ remark: 'newest' }), seen({ remark: 'newer' }));
      expect(item(bench, next).state).toBe('applied');
      expect(bench.crm.reads.length - reads).toBe(1);
    });

    it('a read that does not show the edit yet proves nothing', async () => {
      const bench = withRecord({ address: 'Quay 1' });
      await submitted(bench, edit({ remark: 'new' }), seen({ remark: 'old' }));
      expect(bench.outbox.omissions().company).toBeNull();
    });
  });
});

describe('[OB38] a receipt without customer or handler', () => {
  const receipt = { kind: 'receipt', schema: 1, target: null, fields: { amount: '1' }, children: [] };
  const sent = async (status: unknown, prepare: (bench: CrmBench) => void = () => undefined) => {
    const bench = crmBench();
    bench.gateway.push = async () => {
      bench.crm.put('receipt', { cash_collection_invoice_id: 8, amount: 1, status });
      prepare(bench);
      return accepted({ cash_collection_invoice_id: 8 });
    };
    const id = bench.submit(receipt);
    expect(item(bench, id).notes).toEqual(['may-land-as-draft']);
    await bench.time.advance(1_000);
    return { bench, id, notes: () => item(bench, id).notes };
  };

  it.each([
    [1, 'landed-as-draft'],
    ['1', 'landed-as-draft'],
    [2, 'landed-as-pending'],
    [0, 'may-be-draft'],
    [undefined, 'may-be-draft'],
  ])('with status %s shows: %s', async (status, note) => {
    const { bench, id, notes } = await sent(status);
    expect(notes()).toEqual(['may-land-as-draft', note]);
    expect(bench.outbox.get(id)!.ledger.some(({ event }) => event === 'checked')).toBe(
      note !== 'may-be-draft',
    );
  });

  it('is asked about again while the CRM cannot be reached, also after a restart', async () => {
    const { bench, notes } = await sent(1, ({ crm }) => {
      crm.answers = (path) =>
        path === RECEIPT_INFO_PATH ? { kind: 'server-error', status: 502, detail: '' } : undefined;
    });
    await bench.time.advance(HOUR);
    expect(notes()).toContain('may-be-draft');
    bench.reopen();
    await bench.time.advance(60_000);
    expect(notes()).toContain('may-be-draft');
    bench.crm.answers = () => undefined;
    await bench.time.advance(HOUR);
    expect(notes()).toContain('landed-as-draft');
  });

  it('is asked about again every hour while the CRM offers no read of receipts', async () => {
    const { bench, notes } = await sent(1, ({ crm }) => {
      crm.offered = false;
    });
    await bench.time.advance(1_000);
    bench.crm.offered = true;
    await bench.time.advance(HOUR - 10_000);
    expect(notes()).toContain('may-be-draft');
    await bench.time.advance(10_000);
    expect(notes()).toContain('landed-as-draft');
  });

  it('is given up after six reads that do not show it, and asked about again at the next start', async () => {
    const { bench, notes } = await sent(1, ({ crm }) => crm.remove('receipt', '8'));
    await bench.time.advance(24 * HOUR);
    const looks = () => bench.crm.reads.filter((path) => path === RECEIPT_INFO_PATH).length;
    expect(looks()).toBe(6);
    bench.crm.put('receipt', { cash_collection_invoice_id: 8, status: 2 });
    await bench.time.advance(HOUR);
    expect(notes()).toContain('may-be-draft');
    bench.reopen();
    await bench.time.advance(1_000);
    expect(notes()).toContain('landed-as-pending');
    await bench.time.advance(24 * HOUR);
    expect(looks()).toBe(7);
  });

  it('is also checked if its answer was lost and it was found later', async () => {
    const bench = crmBench();
    bench.gateway.push = async () => {
      bench.crm.put('receipt', {
        cash_collection_invoice_id: 8,
        amount: 1,
        status: 1,
        create_user: { user_id: 1 },
        create_time: bench.crm.now,
      });
      return lost();
    };
    const id = bench.submit(receipt);
    await bench.time.advance(60_000);
    expect(item(bench, id)).toMatchObject({ state: 'applied', realId: '8' });
    expect(item(bench, id).notes).toContain('landed-as-draft');
  });

  it('is not asked about during a wait that the CRM asked for', async () => {
    const { bench, notes } = await sent(1, ({ crm }) => {
      crm.answers = (path) =>
        path === RECEIPT_INFO_PATH ? { kind: 'server-error', status: 502, detail: '' } : undefined;
    });
    bench.crm.answers = () => undefined;
    bench.gateway.push = async () => ({
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '600' },
      url: '',
      text: '',
    });
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(500_000);
    expect(notes()).toContain('may-be-draft');
    bench.gateway.push = async () => accepted({ company_id: 6, customers: [] });
    await bench.time.advance(HOUR);
    expect(notes()).toContain('landed-as-draft');
  });

  it('is asked about again when the disk takes writes again', async () => {
    const disk = fullDisk();
    const bench = crmBench({ through: disk.through });
    bench.gateway.push = async () => {
      bench.crm.put('receipt', { cash_collection_invoice_id: 8, amount: 1, status: 1 });
      return accepted({ cash_collection_invoice_id: 8 });
    };
    bench.crm.answers = (path) => {
      if (path === RECEIPT_INFO_PATH) disk.refusesAfter = 0;
      return undefined;
    };
    const id = bench.submit(receipt);
    await bench.time.advance(2_000);
    expect(bench.outbox.summary().storage).toBe('full');
    expect(item(bench, id).notes).toContain('may-be-draft');
    bench.crm.answers = () => undefined;
    disk.refusesAfter = null;
    await bench.time.advance(60_000);
    expect(item(bench, id).notes).toContain('landed-as-draft');
  });
});
