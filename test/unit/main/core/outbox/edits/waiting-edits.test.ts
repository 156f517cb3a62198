/** Edits of one record that wait at the same time: what each of them sends, and what it is compared with. */
import { describe, expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted, companyCommand } from '../../../../../support/outbox/outbox-bench';
import type { Command, Snapshot } from '#shared/domain/intent';

const edit = (
  fields: Command['fields'],
  children: Command['children'] = [],
  target: string | null = '900',
): Command => ({ kind: 'company', schema: 1, target, fields: { pool_id: '0', ...fields }, children });
const contact = (ref: string, fields: Command['fields']) => ({ ref, fields });
const seen = (fields: Snapshot['fields'], children: Snapshot['children'] = []): Snapshot => ({
  fields,
  children,
  readAt: null,
});

/** A refused edit, and a later edit of the same record that waits. */
const refusedThenWaiting = async (
  first: Command,
  firstBase: Snapshot,
  later: Command,
  base: Snapshot | null,
) => {
  const bench = crmBench();
  bench.gateway.push = refusing('Not today');
  const submit = (command: Command, seenBase: Snapshot | null): string => {
    const done = bench.outbox.submit({ command, base: seenBase });
    if (!done.ok) throw new Error(JSON.stringify(done));
    return done.id;
  };
  bench.crm.offered = false;
  const refused = submit(first, firstBase);
  await bench.time.advance(5_000);
  expect(bench.outbox.get(refused)!.intent.state).toBe('rejected');
  bench.outbox.pause(true);
  const waiting = submit(later, base);
  return { bench, refused, waiting, item: (id: string) => bench.outbox.get(id)!.intent };
};

describe('[OB36] a refused edit that is corrected while a later edit waits', () => {
  const first = edit({ remark: 'mine', address: 'Quay 1' }, [contact('51', { tel: '2', post: 'buyer' })]);
  const firstBase = seen({ remark: 'old', address: 'Quay 0' }, [contact('51', { tel: '1' })]);
  // The form showed the values of the refused edit.
  const later = edit({ remark: 'mine too', homepage: 'x.example' }, [
    contact('51', { tel: '3', name: 'Ann' }),
  ]);
  const base = seen({ remark: 'mine', homepage: '' }, [contact('51', { tel: '2', name: 'An' })]);

  it('gives its new values to the later edit, which is then compared with what the CRM had', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, {
      command: edit({ remark: 'corrected', address: 'Quay 1' }, [contact('51', { tel: '9', post: 'buyer' })]),
    });
    expect(item(waiting)).toMatchObject({
      version: 2,
      command: { fields: { remark: 'corrected', homepage: 'x.example' } },
    });
    expect(item(waiting).command.children).toEqual([contact('51', { tel: '9', name: 'Ann' })]);
    expect(item(waiting).base).toEqual(
      seen({ remark: 'old', homepage: '' }, [contact('51', { tel: '1', name: 'An' })]),
    );
    expect(bench.outbox.get(waiting)!.ledger.at(-1)).toMatchObject({
      event: 'edit',
      facts: { version: 2, follows: refused },
    });
  });

  it('leaves the base of a field unknown that the refused edit never saw', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, seen({}), later, base);
    bench.outbox.edit(refused, { command: edit({ remark: 'corrected', address: 'Quay 1' }, first.children) });
    expect(item(waiting).base).toEqual(seen({ homepage: '' }, [contact('51', { tel: '2', name: 'An' })]));
  });

  it('changes nothing in a later edit of other fields', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, address: 'Quay 7' }, first.children) });
    expect(item(waiting)).toMatchObject({ version: 1, command: later, base });
  });

  it('leaves a later edit without a base without one', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, null);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    expect(item(waiting)).toMatchObject({ base: null, command: { fields: { remark: 'corrected' } } });
  });

  it('a base names a contact that neither edit names: it stays as the user saw it', async () => {
    const wide = seen(base.fields, [...base.children, contact('52', { tel: '7' })]);
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, wide);
    bench.outbox.edit(refused, {
      command: edit({ ...first.fields, remark: 'corrected' }, [contact('51', { tel: '9', post: 'buyer' })]),
    });
    expect(item(waiting).base?.children).toEqual([
      contact('51', { tel: '1', name: 'An' }),
      contact('52', { tel: '7' }),
    ]);
  });

  it('keeps the correction when the user undoes an edit of the later one', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    const again = { ...later, fields: { ...later.fields, homepage: 'typo.example' } };
    expect(bench.outbox.edit(waiting, { command: again })).toMatchObject({ ok: true, version: 2 });
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    expect(item(waiting)).toMatchObject({ version: 3, canUndo: true });
    // The message about the save names version 2.
    expect(bench.outbox.undo(waiting, 2)).toEqual({ ok: true });
    expect(item(waiting).command).toEqual({ ...later, fields: { ...later.fields, remark: 'corrected' } });
    expect(item(waiting).base).toEqual(seen({ remark: 'old', homepage: '' }, base.children));
    // Nothing else was edited, so there is nothing more to undo.
    expect(item(waiting).canUndo).toBe(false);
    expect(bench.outbox.undo(waiting)).toMatchObject({ ok: false, code: 'not-now' });
  });

  it('is no edit of the later one, so Undo is not offered there', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    expect(item(waiting)).toMatchObject({ version: 2, canUndo: false });
    expect(bench.outbox.undo(waiting)).toMatchObject({ ok: false, code: 'not-now' });
    expect(item(waiting).command.fields.remark).toBe('corrected');
  });

  it('takes the correction out of the later one when the user discards the corrected edit', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, {
      command: edit({ remark: 'corrected', address: 'Quay 1' }, [contact('51', { tel: '9', post: 'buyer' })]),
    });
    bench.outbox.edit(refused, { command: edit({ remark: 'corrected again' }, first.children) });
    expect(item(waiting).command.fields.remark).toBe('corrected again');
    expect(bench.outbox.discard(refused)).toEqual({ ok: true });
    expect(item(waiting)).toMatchObject({ state: 'queued', command: later, base, canUndo: false });
  });

  it('takes the correction out of the later one when the user undoes it', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, {
      command: edit({ remark: 'corrected', address: 'Quay 1' }, [contact('51', { tel: '9', post: 'buyer' })]),
    });
    expect(bench.outbox.undo(refused)).toEqual({ ok: true });
    expect(item(refused)).toMatchObject({ state: 'rejected', command: first });
    expect(item(waiting)).toMatchObject({ state: 'queued', command: later, base });
  });

  it('takes the correction out of the later one, although that was refused meanwhile', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    bench.outbox.hold(refused, true);
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(item(waiting)).toMatchObject({ state: 'rejected', command: { fields: { remark: 'corrected' } } });
    expect(bench.outbox.discard(refused)).toEqual({ ok: true });
    expect(item(waiting)).toMatchObject({ state: 'rejected', command: later, base });
  });

  it('takes the correction out of the later one, although that is in conflict about it', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    bench.outbox.hold(refused, true);
    bench.crm.offered = true;
    bench.crm.put('company', { company_id: 900, name: 'Acme', remark: 'theirs' });
    bench.outbox.pause(false);
    const conflict = (mine: string) => ({ state: 'conflict', conflicts: [{ field: 'remark', mine }] });
    await bench.time.advance(10_000);
    expect(item(waiting)).toMatchObject(conflict('corrected'));
    expect(bench.outbox.discard(refused)).toEqual({ ok: true });
    await bench.time.advance(10_000);
    expect(item(waiting)).toMatchObject(conflict('mine too'));
  });

  it('is not part of what Undo of the later one restores, once the corrected edit is discarded', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    const again = { ...later, fields: { ...later.fields, remark: 'mine again' } };
    bench.outbox.edit(waiting, { command: again });
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    expect(bench.outbox.discard(refused)).toEqual({ ok: true });
    expect(item(waiting).command).toEqual(again);
    expect(bench.outbox.undo(waiting)).toEqual({ ok: true });
    expect(item(waiting).command).toEqual(later);
  });

  it('is not in what Undo of the later one restores, if that was edited after the correction', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    const { command } = item(waiting);
    bench.outbox.edit(waiting, {
      command: { ...command, fields: { ...command.fields, homepage: 'typo.example' } },
    });
    expect(bench.outbox.discard(refused)).toEqual({ ok: true });
    expect(bench.outbox.undo(waiting)).toEqual({ ok: true });
    expect(item(waiting).command).toEqual(later);
  });

  it('leaves what the user entered in the later one since', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, {
      command: edit({ remark: 'corrected', address: 'Quay 1' }, [contact('51', { tel: '9', post: 'buyer' })]),
    });
    const newest = { ...later.fields, remark: 'newest' };
    bench.outbox.edit(waiting, { command: edit(newest, [contact('51', { tel: '9', name: 'Ann' })]) });
    expect(bench.outbox.discard(refused)).toEqual({ ok: true });
    expect(item(waiting).command.fields.remark).toBe('newest');
    expect(item(waiting).command.children).toEqual([contact('51', { tel: '3', name: 'Ann' })]);
  });

  it('sends the later edit first, and the correction after it', async () => {
    const { bench, refused, waiting, item } = await refusedThenWaiting(first, firstBase, later, base);
    bench.outbox.edit(refused, { command: edit({ ...first.fields, remark: 'corrected' }, first.children) });
    expect(item(refused)).toMatchObject({ waits: 'parent', waitsFor: [waiting] });
    expect(item(waiting)).toMatchObject({ waitsFor: [] });
    bench.gateway.push = async () => accepted({ company_id: 900, customers: [] });
    bench.pushes.length = 0;
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    const sent = bench.pushes.map(({ body }) => (JSON.parse(body) as { homepage?: string }).homepage);
    expect(sent).toEqual(['x.example', undefined]);
  });
});

describe('[OB43] an edit in conflict, and a later edit of the same field that is delivered', () => {
  /** The first edit is in conflict about the remark; the later one sets `fields`. */
  const conflictThenLater = async (fields: Command['fields']) => {
    const bench = crmBench();
    const inCrm: Record<string, unknown> = { company_id: 900, name: 'Acme', remark: 'theirs', tel: '1' };
    bench.crm.put('company', inCrm);
    bench.gateway.push = async (_path, body) => {
      Object.assign(inCrm, JSON.parse(body));
      return accepted({ company_id: 900, customers: [] });
    };
    const submit = (command: Command, base: Snapshot): string => {
      const done = bench.outbox.submit({ command, base });
      if (!done.ok) throw new Error(JSON.stringify(done));
      return done.id;
    };
    const first = submit(edit({ remark: 'mine' }), seen({ remark: 'old' }));
    await bench.time.advance(5_000);
    const conflict = bench.outbox.get(first)!.intent;
    expect(conflict).toMatchObject({ state: 'conflict', conflicts: [{ field: 'remark', theirs: 'theirs' }] });
    submit(edit(fields), seen({ remark: 'theirs', tel: '1' }));
    await bench.time.advance(10_000);
    return { bench, first, conflict, inCrm, item: () => bench.outbox.get(first)! };
  };

  it('is compared again: the later value stays, and there is nothing left to choose', async () => {
    const { inCrm, item } = await conflictThenLater({ remark: 'mine, later' });
    expect(item().intent).toMatchObject({ state: 'applied', conflicts: [] });
    expect(item().ledger.map(({ event }) => event)).toContain('compareAgain');
    expect(inCrm.remark).toBe('mine, later');
  });

  it('a choice from a screen that still shows the old conflict is refused', async () => {
    const { bench, first, conflict, inCrm } = await conflictThenLater({ remark: 'mine, later' });
    bench.outbox.pause(true);
    const choice = { command: edit({ remark: 'theirs' }), base: seen({ remark: 'theirs' }) };
    expect(bench.outbox.edit(first, { ...choice, version: conflict.version })).toMatchObject({ ok: false });
    expect(inCrm.remark).toBe('mine, later');
  });

  it('stays in conflict if the later edit changed other fields', async () => {
    const { item } = await conflictThenLater({ tel: '2' });
    expect(item().intent).toMatchObject({ state: 'conflict', conflicts: [{ field: 'remark' }] });
  });
});

describe('an edit of a new record that was refused', () => {
  const create = edit({ name: 'Acme', remark: 'one' }, [contact('local:ann', { tel: '1' })], null);
  /** The refused create, and an edit that waits for it. */
  const refusedWithEdit = async () => {
    const bench = crmBench();
    bench.gateway.push = refusing('Not today');
    const made = bench.submit(create);
    await bench.time.advance(5_000);
    bench.outbox.pause(true);
    const waiting = bench.submit(edit({ remark: 'two' }, [contact('local:ann', { tel: '2' })], made));
    return { bench, made, waiting };
  };

  it('is compared with the values of the corrected create', async () => {
    const { bench, made, waiting } = await refusedWithEdit();
    bench.outbox.edit(made, {
      command: edit({ name: 'Acme', remark: 'three' }, [contact('local:ann', { tel: '3' })], null),
    });
    const { command, base } = bench.outbox.get(waiting)!.intent;
    expect([command.fields.remark, command.children]).toEqual([
      'three',
      [contact('local:ann', { tel: '3' })],
    ]);
    expect(base).toEqual(
      seen({ pool_id: '0', name: 'Acme', remark: 'three' }, [contact('local:ann', { tel: '3' })]),
    );
    // The edit still needs the record, so the create does not wait for it.
    expect(bench.outbox.get(waiting)!.intent.waitsFor).toEqual([made]);
    expect(bench.outbox.get(made)!.intent).toMatchObject({ waitsFor: [], dependants: [waiting] });
  });

  it('changes a contact again that the correction removed, when the user undoes the correction', async () => {
    const { bench, made, waiting } = await refusedWithEdit();
    bench.outbox.edit(made, { command: edit({ name: 'Acme', remark: 'one' }, [], null) });
    expect(bench.outbox.get(waiting)!.intent.command.children).toEqual([]);
    expect(bench.outbox.undo(made)).toEqual({ ok: true });
    expect(bench.outbox.get(waiting)!.intent.command.children).toEqual([contact('local:ann', { tel: '2' })]);
  });
});

describe('[OB31] an edit of an item that was sent without a verdict', () => {
  const successorOf = async (sent: object, wanted: object) => {
    const bench = crmBench();
    bench.crm.offered = false;
    bench.crm.put('outboundInvoice', { outbound_invoice_id: 7, serial_id: 'INV-7' });
    bench.gateway.push = lost;
    const id = bench.submit(sent);
    await bench.time.advance(1_000);
    const done = bench.outbox.edit(id, { command: wanted });
    return { bench, id, done, made: done.ok ? bench.outbox.get(done.id)!.intent : null };
  };
  const lead = (fields: Command['fields'], children: Command['children']): Command => ({
    kind: 'lead',
    schema: 1,
    target: '7',
    fields,
    children,
  });
  const receipt = (fields: Command['fields'], children: Command['children'] = []): Command => ({
    kind: 'receipt',
    schema: 1,
    target: '7',
    fields,
    children,
  });
  const invoice = (children: Command['children']): Command => ({
    kind: 'outboundInvoice',
    schema: 1,
    target: '7',
    fields: {},
    children,
  });

  it('carries only the change, and waits for the item', async () => {
    const { id, made, done } = await successorOf(
      edit({ name: 'Acme', remark: 'a' }, [contact('51', { tel: '1', post: 'buyer' })]),
      edit({ name: 'Acme', remark: 'b' }, [
        contact('51', { tel: '2', post: 'buyer' }),
        contact('52', { tel: '3' }),
      ]),
    );
    expect(done).toMatchObject({ outcome: 'successor' });
    expect(made).toMatchObject({
      predecessor: id,
      waits: 'parent',
      waitsFor: [id],
      command: { target: '900', fields: { remark: 'b', pool_id: '0' } },
      base: { fields: { remark: 'a', name: 'Acme' }, children: [{ ref: '51' }] },
    });
    expect(made?.command.fields).not.toHaveProperty('name');
    expect(made?.command.children).toEqual([contact('51', { tel: '2' }), contact('52', { tel: '3' })]);
  });

  it('a contact of a lead keeps its e-mail, which names it; without one it is sent whole', async () => {
    const { made } = await successorOf(
      lead({ remark: 'a' }, [
        contact('local:a', { name: 'Ann', email: 'a@x.example', post: 'buyer' }),
        contact('local:b', { name: 'Bob', post: 'buyer' }),
        contact('local:c', { name: 'Cy', email: 'c@x.example' }),
      ]),
      lead({ remark: 'a' }, [
        contact('local:a', { name: 'Anna', email: 'a@x.example', post: 'buyer' }),
        contact('local:b', { name: 'Rob', post: 'buyer' }),
        contact('local:c', { name: 'Cy', email: 'c@x.example' }),
      ]),
    );
    expect(made?.command.children).toEqual([
      contact('local:a', { name: 'Anna', email: 'a@x.example' }),
      contact('local:b', { name: 'Rob', post: 'buyer' }),
    ]);
  });

  it('a line of a receipt is sent whole', async () => {
    const line = { refer_id: '3', refer_type: 2, cash_collection_amount: '1' };
    const { made } = await successorOf(
      receipt({ amount: '1' }, [contact('local:l', line)]),
      receipt({ amount: '1' }, [contact('local:l', { ...line, cash_collection_amount: '2' })]),
    );
    expect(made?.command.children).toEqual([contact('local:l', { ...line, cash_collection_amount: '2' })]);
    expect(made?.command.fields).toEqual({ amount: '1' });
  });

  it('lines of an invoice are sent whole with their order line, and a line that is gone is removed', async () => {
    const { made } = await successorOf(
      invoice([
        contact('1', { sale_price: '1', order_record_id: '5' }),
        contact('2', { order_record_id: '6' }),
      ]),
      invoice([contact('1', { sale_price: '2', order_record_id: '5' })]),
    );
    expect(made?.command.children).toEqual([
      contact('1', { sale_price: '2', order_record_id: '5' }),
      { ref: '2', fields: {}, remove: true },
    ]);
  });

  it('that changes nothing, or a note, is refused', async () => {
    const same = edit({ remark: 'a' });
    expect((await successorOf(same, same)).done).toMatchObject({ ok: false, code: 'not-now' });
    const note = {
      kind: 'trailNote',
      schema: 1,
      target: null,
      fields: { company_id: '12', content: 'Called' },
      children: [],
    };
    const other = { ...note, fields: { ...note.fields, content: 'Called twice' } };
    expect((await successorOf(note, other)).done).toMatchObject({ ok: false, code: 'not-now' });
  });

  it('is compared with what the user saw, and with what the item sent', async () => {
    const bench = crmBench();
    bench.crm.offered = false;
    bench.gateway.push = lost;
    const saved = bench.outbox.submit({
      command: edit({ remark: 'a' }, [contact('51', { tel: '1' })]),
      base: seen({ name: 'Acme', remark: '', homepage: 'x.example' }, [
        contact('51', { tel: '0', post: 'buyer' }),
        contact('52', { tel: '9' }),
      ]),
    });
    if (!saved.ok) throw new Error(saved.code);
    await bench.time.advance(1_000);
    const done = bench.outbox.edit(saved.id, {
      command: edit({ remark: 'a', homepage: 'y.example' }, [contact('52', { tel: '8' })]),
    });
    if (!done.ok) throw new Error(done.code);
    expect(bench.outbox.get(done.id)!.intent.base).toMatchObject({
      fields: { name: 'Acme', remark: 'a', homepage: 'x.example' },
      children: [contact('51', { tel: '1', post: 'buyer' }), contact('52', { tel: '9' })],
    });
  });

  it('is merged into an edit that already waits behind it', async () => {
    const { bench, id, done } = await successorOf(edit({ remark: 'a' }), edit({ remark: 'b' }));
    const next = bench.outbox.edit(id, { command: edit({ remark: 'a', homepage: 'x.example' }) });
    expect(next).toMatchObject({ outcome: 'folded', id: done.ok ? done.id : '' });
    expect(bench.outbox.list()).toHaveLength(2);
  });
});

describe('an invoice line that an edit has added and the user removes', () => {
  const line = (ref: string, more: object = {}) => ({
    ref,
    fields: { product_id: '1', sku_id: '1', outbound_count: '1', sale_price: '1', order_record_id: '5' },
    ...more,
  });
  const invoice = (children: unknown[], target = '7') => ({
    kind: 'outboundInvoice',
    schema: 1,
    target,
    fields: {},
    children,
  });
  const gone = line('local:new', { remove: true });
  const bench = () => {
    const all = crmBench();
    const there = { outbound_record_id: 11, product_id: 1, sku_id: 1, outbound_count: 1, order_record_id: 5 };
    all.crm.put('outboundInvoice', { outbound_invoice_id: 7, serial_id: 'INV-7', record_list: [there] });
    const submit = (children: unknown[]) => all.outbox.submit({ command: invoice(children), base: null });
    return { ...all, submit };
  };

  it('is not in the waiting item any more', () => {
    const { outbox, submit } = bench();
    outbox.pause(true);
    const added = submit([line('11'), line('local:new')]);
    expect(submit([line('11'), gone])).toMatchObject({ ok: true, outcome: 'folded' });
    const id = added.ok ? added.id : '';
    expect(outbox.get(id)!.intent.command.children.map(({ ref }) => ref)).toEqual(['11']);
    // The form of the item itself names it as removed, too.
    expect(outbox.edit(id, { command: invoice([line('11'), gone]) })).toMatchObject({ ok: true });
    expect(outbox.get(id)!.intent.command.children.map(({ ref }) => ref)).toEqual(['11']);
  });

  it('stays where another item adds it that may be sent already, and the user is told', async () => {
    const { outbox, submit, gateway, crm, time } = bench();
    crm.offered = false;
    gateway.push = lost;
    const first = submit([line('11'), line('local:new')]);
    await time.advance(5_000);
    expect(outbox.get(first.ok ? first.id : '')!.intent.state).toBe('uncertain');
    const behind = submit([line('11'), line('local:new', { fields: { order_record_id: '6' } })]);
    const refusal = { ok: false, code: 'invalid', issues: [{ code: 'line-waits', path: ['children'] }] };
    expect(submit([line('11'), gone])).toEqual(refusal);
    const id = behind.ok ? behind.id : '';
    expect(outbox.edit(id, { command: invoice([line('11'), gone]) })).toEqual(refusal);
    // The form of the item that was sent leaves it out.
    const inDoubt = first.ok ? first.id : '';
    expect(outbox.edit(inDoubt, { command: invoice([line('11')]) })).toEqual(refusal);
    // A discarded item may have arrived as well.
    outbox.discard(inDoubt);
    expect(submit([line('11'), gone])).toEqual(refusal);
  });

  it('is not there any more if its item was discarded before it was sent', () => {
    const { outbox, submit } = bench();
    outbox.pause(true);
    const added = submit([line('11'), line('local:new')]);
    outbox.discard(added.ok ? added.id : '');
    const done = submit([line('11'), gone]);
    expect(outbox.get(done.ok ? done.id : '')!.intent.command.children.map(({ ref }) => ref)).toEqual(['11']);
  });

  it('is removed under its real id once it is delivered', async () => {
    const { outbox, submit, gateway, time } = bench();
    gateway.push = async () =>
      accepted({
        outbound_invoice_id: 7,
        record_list: [{ outbound_record_id: 77, product_id: 1, sku_id: 1, outbound_count: 1, sale_price: 1 }],
      });
    submit([line('local:new')]);
    await time.advance(5_000);
    outbox.pause(true);
    const done = submit([line('11'), gone]);
    if (!done.ok) throw new Error(JSON.stringify(done));
    expect(outbox.get(done.id)!.intent.command.children).toMatchObject([
      { ref: '11' },
      { ref: '77', remove: true },
    ]);
  });

  it('an edit of an item never becomes one of another record', () => {
    const { outbox, submit } = bench();
    outbox.pause(true);
    const done = submit([line('11')]);
    const id = done.ok ? done.id : '';
    const other = { command: invoice([line('11')], '8') };
    expect(outbox.edit(id, other)).toMatchObject({ ok: false, code: 'invalid' });
    expect(outbox.get(id)!.intent).toMatchObject({ version: 1, command: { target: '7' } });
  });
});

describe('a reference to another record', () => {
  it('[OB11] that no item makes is refused, and so is one to a discarded item', () => {
    const bench = crmBench();
    bench.outbox.pause(true);
    const receipt = (company: string) => ({
      command: {
        kind: 'receipt',
        schema: 1,
        target: null,
        fields: { amount: '1', company_id: company },
        children: [],
      },
      base: null,
    });
    expect(bench.outbox.submit(receipt('local:nobody'))).toMatchObject({ ok: false, code: 'unknown-ref' });
    const company = bench.submit(companyCommand('Acme'));
    const waiting = bench.outbox.submit(receipt(company));
    expect(waiting.ok).toBe(true);
    bench.outbox.discard(company);
    expect(bench.outbox.submit(receipt(company))).toMatchObject({ ok: false, code: 'unknown-ref' });
    const other = bench.submit(companyCommand('Beta'));
    const changed = bench.outbox.submit(receipt(other));
    const id = changed.ok ? changed.id : '';
    expect(bench.outbox.edit(id, { command: receipt('local:nobody').command })).toMatchObject({
      ok: false,
      code: 'unknown-ref',
    });
    expect(bench.outbox.get(id)!.intent).toMatchObject({ version: 1, waitsFor: [other] });
  });

  it('an edited item waits for the record that it names now, and no longer for the earlier one', () => {
    const bench = crmBench();
    bench.outbox.pause(true);
    const [one, two] = [bench.submit(companyCommand('Acme')), bench.submit(companyCommand('Beta'))];
    const receipt = (company: string) => ({
      kind: 'receipt',
      schema: 1,
      target: null,
      fields: { amount: '1', company_id: company },
      children: [],
    });
    const id = bench.submit(receipt(one));
    bench.outbox.edit(id, { command: receipt(two) });
    expect(bench.outbox.get(id)!.intent.waitsFor).toEqual([two]);
    expect(bench.outbox.get(one)!.intent.dependants).toEqual([]);
    expect(bench.outbox.get(two)!.intent.dependants).toEqual([id]);
  });

  it('an edit of a known record belongs to it from the start; an edit of a new one does not yet', () => {
    const bench = crmBench();
    bench.outbox.pause(true);
    const company = bench.submit(companyCommand('Acme'));
    const known = bench.submit(companyCommand('Beta', '12'));
    expect(bench.outbox.get(company)!.intent.realId).toBeNull();
    expect(bench.outbox.get(known)!.intent.realId).toBe('12');
    expect(bench.outbox.forRecord('company', '12').map(({ id }) => id)).toEqual([known]);
  });
});
