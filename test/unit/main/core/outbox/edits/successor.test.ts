/** A custom field in the edit of an item that was sent without a verdict. */
import { expect, it } from 'vitest';
import { companyCommand } from '../../../../../support/outbox/outbox-bench';
import { crmBench, lost } from '../../../../../support/outbox/fake-crm';

const withCustom = (custom: Record<string, string>, target: string | null = null): object => ({
  ...companyCommand('Acme', target),
  custom,
});

it('a changed custom field of an item in doubt becomes a later edit', async () => {
  const bench = crmBench();
  const { outbox, time } = bench;
  bench.gateway.push = lost;
  const id = bench.submit(withCustom({ '501': 'red' }));
  await time.advance(1_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  expect(outbox.edit(id, { command: withCustom({ '501': 'red' }) })).toMatchObject({ ok: false });
  expect(outbox.edit(id, { command: withCustom({ '501': 'blue' }) })).toMatchObject({
    ok: true,
    outcome: 'successor',
  });
});

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
