/** A conflict that is resolved with the value of the CRM, if nothing else of the edit is left. */
import { expect, it } from 'vitest';
import { conflictKey, mergedCommand } from '../../../../../../src/renderer/features/outbox/merge';
import { crmBench } from '../../../../../support/outbox/fake-crm';

it('[OB24] needs no push, also if the CRM has emptied the only number that the edit changes', async () => {
  const { outbox, crm, time, pushes } = crmBench();
  const pumps = { opportunity_id: 7, name: 'Pumps', amount: '100', update_time: '2026-01-01 09:00:00' };
  crm.put('opportunity', { ...pumps, amount: '' });
  const saved = outbox.submit({
    command: { kind: 'opportunity', schema: 1, target: '7', fields: { amount: '150' }, children: [] },
    base: { fields: { name: 'Pumps', amount: '100' }, children: [], readAt: '2026-01-01 09:00:00' },
  });
  if (!saved.ok) throw new Error('refused');
  await time.advance(10_000);
  const item = outbox.get(saved.id)!.intent;
  expect(item).toMatchObject({ state: 'conflict', conflicts: [{ field: 'amount', theirs: '' }] });
  // "In the CRM now", then "Save and send".
  const choices = Object.fromEntries(
    item.conflicts.map((one) => [conflictKey(one), { pick: 'theirs' as const }]),
  );
  const merged = mergedCommand(item, choices, () => 'local:none')!;
  expect(outbox.edit(saved.id, { ...merged, version: item.version })).toMatchObject({ ok: true });
  await time.advance(10_000);
  expect(outbox.get(saved.id)!.intent).toMatchObject({ state: 'applied', notes: ['already-so'] });
  expect(pushes).toEqual([]);
});

it('is refused as an edit that changes nothing if it is no choice in a conflict', () => {
  const { outbox, submit } = crmBench();
  outbox.pause(true);
  const edit = (fields: object) => ({ kind: 'opportunity', schema: 1, target: '7', fields, children: [] });
  const id = submit(edit({ amount: '150' }));
  expect(outbox.edit(id, { command: edit({}) })).toMatchObject({
    ok: false,
    issues: [{ code: 'no-change' }],
  });
});
