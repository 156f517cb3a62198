/** Two forms of a receipt that each allocate it to the same document (contract E7). */
import { expect, it } from 'vitest';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';

const allocation = (ref: string, amount: string, document = '5') => ({
  ref,
  fields: { refer_id: document, refer_type: 1, cash_collection_amount: amount },
});
const edit = (children: object[], shown: ReturnType<typeof allocation>[] = []) => ({
  base: { fields: { amount: '100' }, children: shown, readAt: '2026-01-01 09:00:00' },
  command: { kind: 'receipt', schema: 1, target: '7', fields: { amount: '100' }, children },
  unchanged: ['amount'],
});
/** The first form has added an allocation, which waits. */
const waiting = (shown: ReturnType<typeof allocation>[] = []) => {
  const { outbox } = crmBench();
  outbox.pause(true);
  outbox.submit(edit([allocation('local:x', '30')], shown));
  const amounts = () =>
    outbox.list().flatMap(({ command }) => command.children.map((one) => one.fields.cash_collection_amount));
  return { outbox, amounts };
};

it('[OB18] an amount does not replace that of another form which this form has not shown', () => {
  const { outbox, amounts } = waiting();
  const second = edit([allocation('local:y', '7', '6'), allocation('local:z', '50')]);
  expect(outbox.submit(second)).toMatchObject({
    ok: false,
    code: 'invalid',
    issues: [{ path: ['children', 1, 'refer_id'], code: 'allocation-waits' }],
  });
  expect(amounts()).toEqual(['30']);
});

it('[OB18] an amount replaces the one that the form has shown', () => {
  const opened = waiting();
  expect(opened.outbox.submit(edit([allocation('local:x', '50')]))).toMatchObject({ outcome: 'folded' });
  expect(opened.amounts()).toEqual(['50']);
  const inCrm = [allocation('local:known-0', '10')];
  const changed = waiting(inCrm);
  expect(changed.outbox.submit(edit([allocation('local:y', '50')], inCrm))).toMatchObject({ ok: true });
  expect(changed.amounts()).toEqual(['50']);
});

it('[OB18] an amount of an edit that waits is not sent again with a refused edit whose form shows it', async () => {
  const { outbox, gateway, time } = crmBench();
  gateway.push = refusing('not today');
  const refused = outbox.submit(edit([]));
  if (!refused.ok) throw new Error(refused.code);
  await time.advance(10_000);
  expect(outbox.get(refused.id)?.intent.state).toBe('rejected');
  outbox.pause(true);
  expect(outbox.submit(edit([allocation('local:x', '30')]))).toMatchObject({ outcome: 'new' });
  const { command } = edit([allocation('local:x', '50')]);
  expect(outbox.edit(refused.id, { command })).toMatchObject({
    ok: false,
    issues: [{ path: ['children', 0, 'refer_id'], code: 'allocation-waits' }],
  });
  // In a form of the receipt it replaces the amount that waits.
  expect(outbox.submit(edit([allocation('local:x', '50')]))).toMatchObject({ outcome: 'folded' });
});
