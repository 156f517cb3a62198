/** The user types a custom value again in a refused item, after a later edit has delivered another one. */
import { expect, it } from 'vitest';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const OWN = '71234567';
const edit = (fields: object, value: string) => ({
  kind: 'company',
  schema: 1,
  target: '900',
  fields: { pool_id: '0', ...fields },
  children: [],
  custom: { [OWN]: value },
});
const base = (value: string) => ({
  fields: { pool_id: '0', remark: '' },
  children: [],
  custom: { [OWN]: value },
  readAt: '2026-01-01 09:00:00',
});

it.each([
  ['counts as the latest', [OWN], 'one'],
  ['is left alone if the user changed another field only', ['remark'], 'two'],
])('[OB43] a custom value that is typed again %s', async (_, typed, expected) => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  const put = (value: string): void => crm.put('company', { company_id: 900, pool_id: 0, [OWN]: value });
  put('none');
  bench.gateway.push = refusing('the remark is too long');
  const first = outbox.submit({ command: edit({ remark: 'long' }, 'one'), base: base('none') });
  if (!first.ok) throw new Error(first.code);
  await time.advance(10_000);
  expect(outbox.get(first.id)?.intent.state).toBe('rejected');
  bench.gateway.push = async () => accepted({ company_id: 900 });
  expect(outbox.submit({ command: edit({}, 'two'), base: base('none') }).ok).toBe(true);
  await time.advance(10_000);
  put('two');
  expect(outbox.edit(first.id, { command: edit({ remark: 'short' }, 'one'), typed, version: 1 }).ok).toBe(
    true,
  );
  await time.advance(10_000);
  expect(outbox.get(first.id)?.intent.state).toBe('applied');
  expect(pushes.at(-1)?.body).toContain('short');
  expect(pushes.at(-1)?.body).toContain(`"${OWN}":"${expected}"`);
});
