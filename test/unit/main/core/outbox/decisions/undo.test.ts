/** What Undo restores after the correction of a refused item, and after a merge with a colleague’s edit. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { memoryJournal } from '../../../../../support/outbox/memory-journal';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
} from '../../../../../support/outbox/outbox-bench';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';

it('undo of a correction does not send again what the service refused', async () => {
  const bench = crmBench({ settings: { undoSeconds: 6 } });
  const { outbox, time, pushes } = bench;
  bench.gateway.push = refusing('the company is locked');
  const id = bench.submit({
    ...receiptCommand('9'),
    fields: { amount: '150.00', company_id: '9', currency: 'EUR' },
  });
  await time.advance(10_000);
  expect(outbox.get(id)?.intent.state).toBe('rejected');
  expect(pushes).toHaveLength(1);
  // The user corrects the amount, and takes the correction back within the six seconds.
  bench.gateway.push = async () => accepted({ cash_collection_id: 77 });
  expect(
    outbox.edit(id, {
      command: { ...receiptCommand('9'), fields: { amount: '15.00', company_id: '9', currency: 'EUR' } },
    }),
  ).toMatchObject({ ok: true });
  await time.advance(2_000);
  expect(outbox.undo(id)).toEqual({ ok: true });
  await time.advance(60_000);
  // Money that the service refused and that the user did not send again.
  expect(pushes).toHaveLength(1);
  expect(outbox.get(id)?.intent).toMatchObject({
    state: 'rejected',
    reason: { message: 'the company is locked' },
    command: { fields: { amount: '150.00' } },
  });
});

it('undo of an edit that was merged with a change of a colleague takes this edit back', async () => {
  const bench = crmBench({ settings: { undoSeconds: 6 } });
  const { outbox, time, crm, pushes } = bench;
  const acme = { company_id: 5, name: 'Acme', remark: 'old', address: 'A', pool_id: 0, customers: [] };
  crm.put('company', acme);
  const base = { fields: { name: 'Acme', remark: 'old', address: 'A', tel: '' }, children: [], readAt: null };
  const save = (remark: string) => {
    const fields = { name: 'Acme', remark, pool_id: '0' };
    const done = outbox.submit({ command: { ...companyCommand('Acme', '5'), fields }, base });
    if (!done.ok) throw new Error('refused');
    return done;
  };
  const { id } = save('first');
  expect(save('second')).toMatchObject({ id, outcome: 'folded' });
  // A colleague renamed it. The read before the push succeeds, the push itself finds no connection.
  crm.put('company', { ...acme, name: 'Acme Ltd' });
  bench.gateway.push = async () =>
    ({ kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' }) as never;
  await time.advance(7_000);
  expect(pushes).toHaveLength(1);
  expect(outbox.get(id)!.intent).toMatchObject({ state: 'queued', frozen: false });
  // The message "Saved … Undo" is still shown; Undo answers "Undone".
  expect(outbox.undo(id)).toEqual({ ok: true });
  expect(outbox.get(id)!.intent.command.fields).toMatchObject({ remark: 'first' });
});

it('after Undo has restored a refusal, the next correction waits while sending is paused', async () => {
  const bench = crmBench({ settings: { undoSeconds: 6 } });
  const { outbox, time } = bench;
  bench.gateway.push = refusing('locked');
  const id = bench.submit(companyCommand('Acme'));
  await time.advance(10_000);
  expect(outbox.get(id)?.intent.state).toBe('rejected');
  outbox.pause(true);
  bench.gateway.push = async () =>
    ({ kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' }) as never;
  expect(outbox.edit(id, { command: companyCommand('Acme 2') })).toMatchObject({ ok: true });
  outbox.sendNow(id);
  await time.advance(2_000);
  const before = bench.pushes.length;
  expect(outbox.get(id)?.intent.state).toBe('queued');
  expect(outbox.undo(id)).toEqual({ ok: true });
  expect(outbox.get(id)?.intent.state).toBe('rejected');
  bench.gateway.push = async () => accepted({ company_id: 7, customers: [] });
  // The user corrects it again. The outbox is paused.
  expect(outbox.edit(id, { command: companyCommand('Acme 3') })).toMatchObject({ ok: true });
  await time.advance(600_000);
  expect([bench.pushes.length - before, outbox.get(id)?.intent.state]).toEqual([0, 'queued']);
});

it('undo of a correction that a crash cut off does not queue what was refused', async () => {
  const journal = memoryJournal();
  const bench = outboxBench({ journal: () => journal.open(null), settings: { undoSeconds: 6 } });
  bench.gateway.push = refusing('locked');
  const id = bench.submit(companyCommand('Acme'));
  await bench.time.advance(10_000);
  expect(bench.outbox.get(id)?.intent.state).toBe('rejected');
  const old = bench.database.serialize();
  expect(bench.outbox.edit(id, { command: companyCommand('Acme 2') })).toMatchObject({ ok: true });
  bench.outbox.stop();
  bench.database = new Database(old);
  bench.gateway.push = async () => accepted({ company_id: 7, customers: [] });
  const again = bench.reopen();
  expect(again.get(id)?.intent).toMatchObject({ state: 'queued', version: 2, held: true });
  expect(again.undo(id)).toEqual({ ok: true });
  expect(again.get(id)?.intent.state).toBe('rejected');
});

it('each undo goes one edit back, as far as the refused version', async () => {
  const bench = crmBench({ settings: { undoSeconds: 6 } });
  const { outbox, time } = bench;
  bench.gateway.push = refusing('locked');
  const id = bench.submit(companyCommand('v1'));
  await time.advance(10_000);
  outbox.edit(id, { command: companyCommand('v2') });
  outbox.edit(id, { command: companyCommand('v3') });
  const name = () => [outbox.get(id)!.intent.state, outbox.get(id)!.intent.command.fields.name];
  expect(outbox.undo(id)).toEqual({ ok: true });
  expect(name()).toEqual(['queued', 'v2']);
  expect(outbox.undo(id)).toEqual({ ok: true });
  expect(name()).toEqual(['rejected', 'v1']);
  expect(outbox.undo(id)).toMatchObject({ ok: false });
  outbox.edit(id, { command: companyCommand('v4') });
  expect(outbox.undo(id)).toEqual({ ok: true });
  expect(name()).toEqual(['rejected', 'v1']);
  expect(outbox.sendAgain(id)).toEqual({ ok: true });
  expect(outbox.undo(id)).toMatchObject({ ok: false });
});

it('[OB70] a contact that another edit has changed since is not taken back, because that edit would add a part of it', async () => {
  const bench = crmBench();
  const { outbox, time, crm, pushes } = bench;
  crm.put('company', { company_id: 5, name: 'Acme', pool_id: 0, customers: [] });
  const edit = (fields: object, children: object[] = []) => ({
    base: { fields: { name: 'Acme', pool_id: '0' }, children: [], readAt: '2026-01-01 09:00:00' },
    command: { kind: 'company', schema: 1, target: '5', fields: { pool_id: '0', ...fields }, children },
  });
  bench.gateway.push = refusing('the remark is too long');
  const first = outbox.submit(edit({ remark: 'long' }));
  if (!first.ok) throw new Error(first.code);
  await time.advance(10_000);
  outbox.pause(true);
  outbox.submit(edit({ homepage: 'x.example' }));
  const ann = { ref: 'local:ann', fields: { name: 'Ann' } };
  expect(outbox.edit(first.id, { command: edit({ remark: 'ok' }, [ann]).command })).toMatchObject({
    ok: true,
    version: 2,
  });
  expect(outbox.submit(edit({}, [{ ref: 'local:ann', fields: { post: 'buyer' } }])).ok).toBe(true);
  expect(outbox.undo(first.id, 2)).toMatchObject({ ok: false, code: 'changed' });
  pushes.length = 0;
  bench.gateway.push = async (_path, body) => {
    const { customers } = JSON.parse(body) as { customers: object[] };
    const people = customers.map((one) => ({ customer_id: 51, ...one }));
    crm.put('company', { company_id: 5, name: 'Acme', pool_id: 0, customers: people });
    return accepted({ company_id: 5, customers: people });
  };
  outbox.pause(false);
  await time.advance(60_000);
  expect(pushes.map(({ body }) => (JSON.parse(body) as { customers: unknown }).customers)).toEqual([
    [{ name: 'Ann' }],
    [{ customer_id: 51, post: 'buyer' }],
  ]);
});

it('[OB70] an edit that a correction of another item has replaced is not undone: the edit before it is', async () => {
  const bench = crmBench();
  const { outbox, time, crm } = bench;
  crm.put('company', { company_id: 5, name: 'Acme', pool_id: 0, customers: [] });
  const edit = (fields: object) => ({
    base: { fields: { name: 'Acme', pool_id: '0' }, children: [], readAt: '2026-01-01 09:00:00' },
    command: { kind: 'company', schema: 1, target: '5', fields: { pool_id: '0', ...fields }, children: [] },
  });
  bench.gateway.push = refusing('the remark is too long');
  const refused = outbox.submit(edit({ remark: 'long' }));
  await time.advance(10_000);
  outbox.pause(true);
  const waiting = outbox.submit(edit({ remark: 'one' }));
  if (!refused.ok || !waiting.ok) throw new Error('not saved');
  outbox.submit(edit({ homepage: 'x.example' }));
  outbox.submit(edit({ remark: 'two' }));
  const shown = () => outbox.get(waiting.id)!.intent;
  expect(outbox.edit(refused.id, { command: edit({ remark: 'right' }).command })).toMatchObject({ ok: true });
  expect(shown().command.fields).toEqual({ pool_id: '0', remark: 'right', homepage: 'x.example' });
  expect(shown().canUndo).toBe(true);
  expect(outbox.undo(waiting.id)).toEqual({ ok: true });
  expect(shown().command.fields).toEqual({ pool_id: '0', remark: 'right' });
  expect([shown().canUndo, outbox.undo(waiting.id).ok]).toEqual([false, false]);
  // The message of a save takes back its own version, also if that changes nothing.
  const again = outbox.submit(edit({ remark: 'right' }));
  if (!again.ok) throw new Error('not saved');
  expect(outbox.undo(again.id, again.version)).toEqual({ ok: true });
});

it('[OB70] undo is not offered if the version before names a record that the user has discarded since', () => {
  const { outbox, submit } = crmBench();
  outbox.pause(true);
  const [acme, beta] = [submit(companyCommand('Acme')), submit(companyCommand('Beta'))];
  const receipt = submit(receiptCommand(acme));
  expect(outbox.edit(receipt, { command: receiptCommand(beta) })).toMatchObject({ ok: true });
  expect(outbox.get(receipt)!.intent.canUndo).toBe(true);
  expect(outbox.discard(acme)).toEqual({ ok: true });
  expect(outbox.get(receipt)!.intent).toMatchObject({ state: 'queued', canUndo: false });
  // The message about the edit is still shown. It must not say that the receipt is being sent.
  expect(outbox.undo(receipt, 2)).toMatchObject({ ok: false, code: 'changed' });
  expect(outbox.get(receipt)!.intent.command.fields.company_id).toBe(beta);
});
