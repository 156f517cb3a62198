/** A custom value that is corrected in an item while a later edit of the same record waits. */
import { describe, expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import type { Command } from '#shared/domain/intent';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const OWN = '71234567';
const company = (
  fields: object,
  custom: NonNullable<Command['custom']>,
  target: string | null = null,
): object => ({
  kind: 'company',
  schema: 1,
  target,
  fields: { pool_id: '0', ...fields },
  children: [],
  custom,
});
const sent = (pushes: readonly { body: string }[]): unknown[] =>
  pushes.map(({ body }) => (JSON.parse(body) as Record<string, unknown>)[OWN]);

/** A new company in doubt, and an edit of it that waits; then the new company is refused. */
const refusedCreate = async () => {
  const bench = crmBench({ settings: { lateCommitMs: 60_000 } });
  bench.gateway.push = lost;
  const create = bench.submit(company({ name: 'Acme', remark: 'long' }, { [OWN]: 'a' }));
  await bench.time.advance(10_000);
  expect(bench.outbox.get(create)?.intent.state).toBe('uncertain');
  const later = bench.submit(company({ homepage: 'x.example' }, { [OWN]: 'b' }, create));
  bench.gateway.push = refusing('the remark is too long');
  for (let minute = 0; minute < 30 && bench.outbox.get(create)?.intent.state !== 'rejected'; minute++) {
    bench.crm.now = new Date(Date.parse('2026-01-01T10:00:00Z') + minute * 60_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    await bench.time.advance(60_000);
  }
  expect(bench.outbox.get(create)?.intent.state).toBe('rejected');
  bench.gateway.push = async () => {
    bench.crm.put('company', { company_id: 900, pool_id: 0, name: 'Acme' });
    return accepted({ company_id: 900, customers: [] });
  };
  return { bench, create, later };
};

describe('[OB36] a corrected custom value', () => {
  it('is sent last, also if the later edit needs the record', async () => {
    const { bench, create, later } = await refusedCreate();
    bench.pushes.length = 0;
    expect(
      bench.outbox.edit(create, { command: company({ name: 'Acme', remark: 'ok' }, { [OWN]: 'c' }) }).ok,
    ).toBe(true);
    await bench.time.advance(30_000);
    expect(bench.outbox.get(later)?.intent.state).toBe('applied');
    expect(sent(bench.pushes)).toEqual(['c', 'c']);
  });

  it('is taken out of the later edit if the user undoes it', async () => {
    const { bench, create, later } = await refusedCreate();
    bench.outbox.edit(create, { command: company({ name: 'Acme', remark: 'ok' }, { [OWN]: 'c' }) });
    expect(bench.outbox.get(later)?.intent.command.custom).toEqual({ [OWN]: 'c' });
    expect(bench.outbox.undo(create)).toEqual({ ok: true });
    expect(bench.outbox.get(later)?.intent.command.custom).toEqual({ [OWN]: 'b' });
  });
});

it('[OB36] a form shows a custom value that was corrected after a later edit', async () => {
  const bench = crmBench();
  bench.crm.put('company', { company_id: 900, pool_id: 0, remark: '', [OWN]: 'x' });
  bench.gateway.push = refusing('the remark is too long');
  const first = bench.submit(company({ remark: 'long' }, { [OWN]: 'a' }, '900'));
  await bench.time.advance(10_000);
  bench.outbox.pause(true);
  bench.submit(company({ homepage: 'x.example' }, { [OWN]: 'b' }, '900'));
  bench.outbox.edit(first, { command: company({ remark: 'ok' }, { [OWN]: 'c' }, '900'), typed: [OWN] });
  const shown = editBaseOf(bench.outbox.store, {
    kind: 'company',
    ref: '900',
    cached: { values: { company_id: '900' }, readAt: null },
  });
  expect(shown?.current.custom?.[OWN]).toBe('c');
});
