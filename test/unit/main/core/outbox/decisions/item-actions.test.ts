/** The actions of a user on one item, and the items that go with it. */
import { describe, expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted, companyCommand, receiptCommand } from '../../../../../support/outbox/outbox-bench';

const HOUR = 3_600_000;
const contactEdit = (target: string, ref: string): object => ({
  kind: 'company',
  schema: 1,
  target,
  fields: { pool_id: '0' },
  children: [{ ref, fields: { tel: '2' } }],
});
const paused = () => {
  const bench = crmBench();
  bench.outbox.pause(true);
  const item = (id: string) => bench.outbox.get(id)!.intent;
  const states = (...ids: string[]) => ids.map((id) => item(id).state);
  const lastFacts = (id: string) => bench.outbox.get(id)!.ledger.at(-1)!;
  return { bench, item, states, lastFacts };
};

describe('discarding an item', () => {
  it('discards the items that need its record, and no others', () => {
    const { bench, states, lastFacts } = paused();
    const company = bench.submit(companyCommand('Acme'));
    const receipt = bench.submit(receiptCommand(company));
    const other = bench.submit(receiptCommand('12'));
    const gone = bench.submit(receiptCommand(company));
    bench.outbox.discard(gone);
    expect(bench.outbox.get(company)!.chain).toEqual([
      { id: company, kind: 'company', state: 'queued', mayHaveArrived: false },
      { id: receipt, kind: 'receipt', state: 'queued', mayHaveArrived: false },
    ]);
    expect(bench.outbox.discard(company)).toEqual({ ok: true });
    expect(states(company, receipt, other)).toEqual(['discarded', 'discarded', 'queued']);
    expect(lastFacts(receipt)).toMatchObject({
      event: 'discarded',
      facts: { mayHaveArrived: false, with: company },
    });
  });

  it('says of an item in doubt that it may have arrived', async () => {
    const { bench, lastFacts } = paused();
    // Without a list of receipts nobody but the user can find out.
    bench.crm.offered = false;
    bench.gateway.push = lost;
    bench.outbox.pause(false);
    const id = bench.submit(receiptCommand('12'));
    await bench.time.advance(60_000);
    expect(bench.outbox.get(id)!.chain).toMatchObject([{ id, mayHaveArrived: true }]);
    expect(bench.outbox.summary().needsUser).toBe(1);
    expect(bench.outbox.discard(id).ok).toBe(true);
    expect(lastFacts(id)).toMatchObject({ facts: { mayHaveArrived: true, with: id } });
    expect(bench.outbox.summary()).toMatchObject({ needsUser: 0, waiting: 0 });
  });

  it('is refused for one that is delivered, discarded or unknown', async () => {
    const { bench, states } = paused();
    const discarded = bench.submit(companyCommand('Acme'));
    bench.outbox.discard(discarded);
    const delivered = bench.submit(companyCommand('Beta'));
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(bench.outbox.get(delivered)!.chain).toEqual([]);
    expect([delivered, discarded, 'local:none'].map((id) => bench.outbox.discard(id))).toMatchObject([
      { ok: false, code: 'not-now' },
      { ok: false, code: 'not-now' },
      { ok: false, code: 'not-found' },
    ]);
    expect(states(delivered, discarded)).toEqual(['applied', 'discarded']);
  });

  it('is refused while it is being sent, and the items that need it stay', async () => {
    const { bench, states } = paused();
    bench.outbox.pause(false);
    bench.gateway.push = () => new Promise(() => undefined);
    const company = bench.submit(companyCommand('Acme'));
    const receipt = bench.submit(receiptCommand(company));
    await bench.time.advance(5_000);
    expect(bench.outbox.discard(company)).toMatchObject({ ok: false, code: 'not-now' });
    expect(states(company, receipt)).toEqual(['sending', 'queued']);
  });
});

describe('sending an item', () => {
  it('"send now" ends a hold and a wait, and is refused for an item that is not waiting', async () => {
    const { bench, item } = paused();
    bench.outbox.setUndoSeconds(30);
    const id = bench.submit(companyCommand('Acme'));
    bench.outbox.hold(id, true);
    expect(item(id)).toMatchObject({ held: true, waits: 'held' });
    expect(bench.outbox.sendNow(id)).toEqual({ ok: true });
    expect(item(id)).toMatchObject({ held: false, notBefore: 0, waits: null });
    await bench.time.advance(1_000);
    expect(item(id).state).toBe('applied');
    expect(bench.outbox.sendNow(id)).toMatchObject({ ok: false, code: 'not-now' });
    expect(bench.outbox.sendNow('local:none')).toMatchObject({ ok: false, code: 'not-found' });
  });

  it('a hold and its release are in the history', () => {
    const { bench, lastFacts } = paused();
    const id = bench.submit(companyCommand('Acme'));
    bench.outbox.hold(id, true);
    expect(lastFacts(id).event).toBe('held');
    bench.outbox.hold(id, false);
    expect(lastFacts(id).event).toBe('released');
  });

  it('"send again" sends a refused item without counting it as an item in doubt', async () => {
    const { bench, item, lastFacts } = paused();
    bench.outbox.pause(false);
    bench.gateway.push = refusing('Not today');
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(5_000);
    expect(item(id)).toMatchObject({
      state: 'rejected',
      reason: { code: 'refused-400', message: 'Not today' },
    });
    bench.outbox.pause(true);
    expect(bench.outbox.sendAgain(id)).toEqual({ ok: true });
    expect(item(id)).toMatchObject({ state: 'queued', reason: null, resends: 0, notes: [], frozen: false });
    expect(lastFacts(id)).toMatchObject({ event: 'send-again', facts: { outOfDoubt: false } });
  });

  it('"send again" counts how often the user sent an item that was in doubt', async () => {
    const { bench, item, lastFacts } = paused();
    bench.crm.offered = false;
    bench.outbox.pause(false);
    bench.gateway.push = lost;
    const id = bench.submit(receiptCommand('12'));
    for (const resends of [1, 2]) {
      await bench.time.advance(60_000);
      expect(item(id)).toMatchObject({ state: 'uncertain', waits: 'your-decision' });
      bench.outbox.pause(true);
      expect(bench.outbox.sendAgain(id)).toEqual({ ok: true });
      expect(item(id)).toMatchObject({ state: 'queued', resends, reason: null, frozen: true });
      expect(lastFacts(id)).toMatchObject({ event: 'send-again', facts: { outOfDoubt: true } });
      bench.outbox.pause(false);
    }
    // The first two attempts may have arrived too.
    bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 8 });
    await bench.time.advance(60_000);
    expect(item(id)).toMatchObject({ state: 'applied', realId: '8' });
    expect(item(id).notes).toContain('may-be-twice');
  });
});

describe('the number of an invoice that could not be checked', () => {
  const invoice = {
    kind: 'outboundInvoice',
    schema: 1,
    target: null,
    fields: { serial_id: 'INV-7', company_id: '12', currency: 'USD', handler: ['1'] },
    children: [{ ref: 'local:line', fields: { order_id: '3', sale_price: '1' } }],
  };
  const unchecked = async () => {
    const made = paused();
    made.bench.crm.answers = (path) =>
      path.includes('outbound') ? { kind: 'forbidden', detail: path } : undefined;
    made.bench.outbox.pause(false);
    const id = made.bench.submit(invoice);
    await made.bench.time.advance(10_000);
    return { ...made, id };
  };

  it('stops the invoice until the user says that the number is free', async () => {
    const { bench, id, item, lastFacts } = await unchecked();
    expect(item(id)).toMatchObject({
      state: 'rejected',
      reason: { code: 'number-not-checked', field: 'serial_id' },
    });
    expect(bench.pushes).toEqual([]);
    bench.gateway.push = async () => accepted({ outbound_invoice_id: 9, serial_id: 'INV-7' });
    bench.outbox.pause(true);
    expect(bench.outbox.numberChecked(id)).toEqual({ ok: true });
    expect(item(id)).toMatchObject({ state: 'queued', reason: null });
    expect(lastFacts(id)).toMatchObject({ event: 'send-again', facts: { checkedNumber: 'INV-7' } });
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(item(id)).toMatchObject({ state: 'applied', realId: '9', number: 'INV-7' });
  });

  it('is confirmed for that number only', async () => {
    const { bench, id, item } = await unchecked();
    bench.outbox.pause(true);
    bench.outbox.numberChecked(id);
    bench.outbox.edit(id, { command: { ...invoice, fields: { ...invoice.fields, serial_id: 'INV-8' } } });
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(item(id)).toMatchObject({ state: 'rejected', reason: { code: 'number-not-checked' } });
    expect(bench.pushes).toEqual([]);
  });

  it('cannot be confirmed for an item that waits or was refused for another reason', async () => {
    const { bench, item } = paused();
    const waiting = bench.submit(invoice);
    expect(bench.outbox.numberChecked(waiting)).toMatchObject({ ok: false, code: 'not-now' });
    bench.gateway.push = refusing('Not today');
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(item(waiting).reason?.code).toBe('refused-400');
    expect(bench.outbox.numberChecked(waiting)).toMatchObject({ ok: false, code: 'not-now' });
    expect(item(waiting).state).toBe('rejected');
  });
});

describe('an item in doubt that the user calls arrived', () => {
  it('gives its real id to the items that need it', async () => {
    const { bench, item } = paused();
    bench.outbox.pause(false);
    bench.gateway.push = lost;
    const company = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 8 });
    const receipt = bench.submit(receiptCommand(company));
    await bench.time.advance(1_000);
    expect(item(receipt)).toMatchObject({ state: 'queued', waits: 'parent', waitsFor: [company] });
    bench.outbox.arrived(company, '77');
    expect(item(company)).toMatchObject({
      state: 'applied',
      reason: null,
      candidates: [],
      appliedAt: bench.crm.now,
      notes: [],
    });
    await bench.time.advance(1_000);
    expect(JSON.parse(bench.pushes.at(-1)!.body)).toMatchObject({ company_id: 77 });
  });

  it('an edit of a record that this account made arrived as that record', async () => {
    const { bench, item } = paused();
    bench.gateway.push = refusing('Later');
    const company = bench.submit(companyCommand('Acme'));
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    bench.gateway.push = lost;
    bench.outbox.sendAgain(company);
    await bench.time.advance(5_000);
    // It names the record by its local id, because the real id is not known yet.
    const edited = bench.outbox.edit(company, { command: companyCommand('Acme Ltd') });
    const edit = edited.ok ? edited.id : '';
    expect(edited).toMatchObject({ outcome: 'successor' });
    bench.crm.put('company', { company_id: 77, name: 'Acme', pool_id: 0 });
    bench.outbox.arrived(company, '77');
    await bench.time.advance(5_000);
    expect(item(edit).state).toBe('uncertain');
    expect(bench.outbox.arrived(edit, null)).toEqual({ ok: true });
    expect(item(edit)).toMatchObject({ state: 'applied', realId: '77', predecessor: company });
  });

  it('an item that was sent twice may exist twice', async () => {
    const { bench, item } = paused();
    bench.outbox.pause(false);
    bench.gateway.push = lost;
    const id = bench.submit(receiptCommand('12'));
    await bench.time.advance(60_000);
    bench.outbox.sendAgain(id);
    await bench.time.advance(60_000);
    bench.outbox.arrived(id, '8');
    expect(item(id).notes).toContain('may-be-twice');
  });

  it('a contact that is edited next waits for the id of its record', async () => {
    const { bench, item } = paused();
    const company = bench.submit({
      kind: 'company',
      schema: 1,
      target: null,
      fields: { name: 'Acme', pool_id: '0' },
      children: [{ ref: 'local:ann', fields: { name: 'Ann', tel: '1' } }],
    });
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    // The answer named no contacts, so their ids are read from the record.
    const realId = bench.outbox.realIdOf(company)!;
    const edit = bench.submit(contactEdit(company, 'local:ann'));
    await bench.time.advance(HOUR);
    expect(item(edit)).toMatchObject({ state: 'rejected', reason: { code: 'ids-unknown' } });
    bench.crm.put('company', {
      company_id: realId,
      name: 'Acme',
      pool_id: 0,
      customers: [{ customer_id: 31, name: 'Ann', tel: '1' }],
    });
    bench.outbox.sendAgain(edit);
    await bench.time.advance(5_000);
    expect(item(edit).state).toBe('applied');
    expect(JSON.parse(bench.pushes.at(-1)!.body).customers).toEqual([
      expect.objectContaining({ customer_id: 31, tel: '2' }),
    ]);
  });
});

describe('holding an item back', () => {
  it('takes back "send now" while there is no connection', async () => {
    const bench = crmBench();
    bench.crm.answers = () => ({ kind: 'offline', reason: 'connect', detail: 'no route' });
    const id = bench.submit(companyCommand('Acme'));
    expect(bench.outbox.sendNow(id)).toEqual({ ok: true });
    await bench.time.advance(10_000);
    expect(bench.outbox.hold(id, true)).toEqual({ ok: true });
    bench.crm.answers = () => undefined;
    bench.outbox.reconnected();
    await bench.time.advance(HOUR);
    expect([bench.pushes, bench.outbox.get(id)!.intent.state]).toEqual([[], 'queued']);
  });

  it('is refused once it is being sent or delivered, because it would change nothing', async () => {
    const { bench, item, lastFacts } = paused();
    let answer: (result: ReturnType<typeof accepted>) => void = () => undefined;
    bench.gateway.push = () => new Promise((resolve) => (answer = resolve));
    bench.outbox.pause(false);
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(7_000);
    expect(item(id).state).toBe('sending');
    expect(bench.outbox.hold(id, true)).toMatchObject({ ok: false, code: 'not-now' });
    answer(accepted({ company_id: 7, customers: [] }));
    await bench.time.advance(1_000);
    expect(item(id).state).toBe('applied');
    const last = lastFacts(id);
    expect(bench.outbox.hold(id, true)).toMatchObject({ ok: false, code: 'not-now' });
    expect(item(id).held).toBe(false);
    expect(lastFacts(id)).toEqual(last);
  });
});
