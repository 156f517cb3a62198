/** A receipt whose amount a colleague changes while the user edits its remark. */
import { expect } from 'vitest';
import type { Command, Snapshot } from '#shared/domain/intent';
import { type CrmBench, lost } from './fake-crm';

/** The receipt 7 as the service has it. */
export const receiptOf = (amount: string) => ({
  cash_collection_invoice_id: 7,
  amount,
  currency: 'USD',
  remark: '',
  record_list: [],
});

/** The user has seen the amount 100, and changes only the remark. Every push of a receipt contains the amount (E7). */
export const remarkEdit: { command: Command; base: Snapshot } = {
  command: {
    kind: 'receipt',
    schema: 1,
    target: '7',
    fields: { amount: '100', remark: 'mine' },
    children: [],
  },
  base: { fields: { amount: '100', remark: '' }, children: [], readAt: '2026-01-01 09:00:00' },
};

/** Sends the edit while the amount is 120 at the service. No answer comes. Returns the id of the item. */
export const sendMerged = async ({ crm, gateway, outbox, pushes, time }: CrmBench): Promise<string> => {
  crm.put('receipt', receiptOf('120'));
  gateway.push = lost;
  const saved = outbox.submit(remarkEdit);
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(7_000);
  expect(pushes.at(-1)?.body).toContain('"amount":120');
  return saved.id;
};
