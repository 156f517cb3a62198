/** Undo of the correction of a refused item, after other decisions and a crash. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../../support/outbox/memory-journal';
import { accepted, companyCommand, outboxBench } from '../../../../../support/outbox/outbox-bench';

it('a custom field that the edit did not change is not sent again after an item in doubt', async () => {
  const bench = crmBench();
  const { outbox, time } = bench;
  bench.gateway.push = lost;
  const withCustom = (custom: Record<string, string>) => ({ ...companyCommand('Acme'), custom });
  const id = bench.submit(withCustom({ '501': 'red', '502': 'x' }));
  await time.advance(1_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  const done = outbox.edit(id, { command: withCustom({ '501': 'blue', '502': 'x' }) });
  if (!done.ok) throw new Error(done.code);
  expect(outbox.get(done.id)!.intent.command.custom).toEqual({ '501': 'blue' });
});

it('Undo that restores a refusal leaves no "send now" behind', async () => {
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

it('after a crash that cut the correction off, Undo does not queue what was refused', async () => {
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

it('undo twice, edit again, undo: each step back', async () => {
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
