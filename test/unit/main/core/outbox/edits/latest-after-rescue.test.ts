/** The user's latest value of a field after `outbox.db` was lost and the journal restored the edits. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../../support/outbox/memory-journal';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const company = (remark: string) => ({ company_id: 7, name: 'Acme', remark, pool_id: 0, customers: [] });
const base = { fields: { name: 'Acme', remark: 'first' }, children: [], readAt: '2026-01-01 09:00:00' };
const edit = (fields: object) => ({
  base,
  command: { kind: 'company', schema: 1, target: '7', fields: { pool_id: '0', ...fields }, children: [] },
});

it('[OB43] a refused edit that was corrected after a later one was delivered is the latest', async () => {
  const journal = memoryJournal();
  const bench = crmBench({ journal: () => journal.open(null) });
  const { crm, time } = bench;
  crm.put('company', company('first'));
  bench.gateway.push = refusing('the address is too long');
  const submit = (fields: object): string => {
    const saved = bench.outbox.submit(edit(fields));
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  };
  const refused = submit({ remark: 'old', address: 'long' });
  await time.advance(10_000);
  bench.gateway.push = async (_path, body) => {
    crm.put('company', company((JSON.parse(body) as { remark: string }).remark));
    return accepted({ company_id: 7, customers: [] });
  };
  submit({ remark: 'later' });
  await time.advance(10_000);
  bench.outbox.pause(true);
  bench.outbox.edit(refused, { command: edit({ remark: 'latest', address: 'short' }).command });
  bench.outbox.stop();
  bench.database = new Database(':memory:');
  bench.reopen();
  expect(bench.rescues).toMatchObject([{ why: 'missing' }]);
  bench.outbox.hold(refused, false);
  bench.outbox.pause(false);
  await time.advance(10_000);
  expect(bench.outbox.get(refused)?.intent.state).toBe('applied');
  expect(bench.pushes.at(-1)?.body).toContain('"remark":"latest"');
});

it('[OB70] a correction that was copied into a later edit is taken out of it when the user discards it', async () => {
  const journal = memoryJournal();
  const bench = crmBench({ journal: () => journal.open(null) });
  bench.crm.offered = false;
  bench.gateway.push = refusing('locked');
  const submit = (fields: object): string => {
    const saved = bench.outbox.submit(edit(fields));
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  };
  const refused = submit({ remark: 'mine' });
  await bench.time.advance(10_000);
  bench.outbox.pause(true);
  const later = submit({ remark: 'mine too', homepage: 'x.example' });
  bench.outbox.edit(refused, { command: edit({ remark: 'corrected' }).command });
  expect(bench.outbox.get(later)?.intent.command.fields.remark).toBe('corrected');
  bench.outbox.stop();
  bench.database = new Database(':memory:');
  bench.reopen();
  expect(bench.outbox.get(later)?.intent.canUndo).toBe(false);
  expect(bench.outbox.discard(refused)).toEqual({ ok: true });
  expect(bench.outbox.get(later)?.intent.command.fields.remark).toBe('mine too');
});
