/** The number of a document that another one on this computer has, but for the case of its letters. */
import { expect, it } from 'vitest';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { makeOutboxDesk } from '../../support/renderer/outbox-desk';

const { desk } = makeOutboxDesk();

it('is taken, for every kind of document with a number', async () => {
  const { core, cache, submit, until, item } = await desk();
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
  await core.outbox.pause({ paused: true });
  const id = await submit({ kind: 'company', fields: { name: 'Long', pool_id: '0', serial_id: long } });
  expect(await numberTakenBy('company', long, [])).toBe(id);
  // No item of the Outbox has it any more, so it is found among the records, although a filter takes no text as long.
  await core.outbox.pause({ paused: false });
  await until(id, 'applied');
  expect(await numberTakenBy('company', long, [])).toBe((await item(id)).realId);
});
