/** The number of a document that another one on this computer has, but for the case of its letters. */
import { expect, it } from 'vitest';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { makeOutboxDesk } from '../../support/renderer/outbox-desk';

const { desk } = makeOutboxDesk();

it('is taken, for every kind of document with a number', async () => {
  const { core, cache } = await desk();
  const { numberTakenBy } = await import('../../../src/renderer/forms/kinds/propose-number');
  for (const kind of ['outboundInvoice', 'receipt', 'company'] as const) {
    const field = RESOURCE_INFO[kind].numberField ?? '';
    const numbers = cache
      .liveIds(kind)
      .map((id) => [id, String(cache.get(kind, id)?.row.values[field] ?? '')] as const);
    const [id, number] = numbers.find(([, one]) => /[A-Za-z]/.test(one)) ?? ['', ''];
    expect([kind, number]).not.toEqual([kind, '']);
    const other = number === number.toLowerCase() ? number.toUpperCase() : number.toLowerCase();
    expect([kind, await numberTakenBy(kind, other, [])]).toEqual([kind, id]);
    expect([kind, await numberTakenBy(kind, other, [id])]).toEqual([kind, null]);
    expect([kind, await numberTakenBy(kind, number.slice(0, -1), [])]).toEqual([kind, null]);
  }
  const long = 'N'.repeat(300);
  const command = {
    kind: 'company',
    schema: 1,
    target: null,
    fields: { name: 'Long', pool_id: '0', serial_id: long },
  };
  const saved = await core.outbox.submit({ command: { ...command, children: [] }, base: null });
  expect(await numberTakenBy('company', long, [])).toBe(saved.ok ? saved.id : 'not saved');
});
