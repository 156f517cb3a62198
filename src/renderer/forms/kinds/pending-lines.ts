/** Pending work on invoices and receipts, for the forms that count what an order has already. */
import type { Row } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import { linesOf } from '#shared/domain/nested-values';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { core } from '../../client/client';

/** The lines of an invoice or a receipt as the service last gave them, without the user's pending work. */
export const storedLinesOf = async (
  resource: 'outboundInvoice' | 'receipt',
  id: string,
): Promise<Record<string, unknown>[]> => {
  const { rows } = await core.records.page({
    view: {
      resource,
      filters: [{ field: RESOURCE_INFO[resource].idField, op: 'in', values: [id] }],
    },
    start: 0,
    limit: 1,
    columns: ['record_list'],
    withPending: false,
  });
  return linesOf(rows[0]?.values.record_list);
};

/** Returns true if pending work changes the lines of the record. */
export const hasPendingLines = ({ pending }: Pick<Row, 'pending'>): boolean =>
  pending?.fields.includes('record_list') === true;

/**
 * What is known of pending work on an invoice or a receipt. `refused`: the CRM does not have it, and nothing is sent
 * until the user decides. An edit in conflict counts as refused. `in-doubt`: a new record was sent, no reply was
 * received, and the CRM may have it.
 */
export const fateOf = async ({
  id,
  pending,
}: Pick<Row, 'id' | 'pending'>): Promise<'refused' | 'in-doubt' | 'waits'> => {
  const items = pending?.intents ?? [];
  const isUndecided = items.every(({ state }) => state === 'rejected' || state === 'conflict');
  if (!isLocalRef(id)) return items.length > 0 && isUndecided ? 'refused' : 'waits';
  // The item that makes a record has the record's local id.
  const state = items.find((item) => item.id === id)?.state;
  if (state === 'uncertain') return 'in-doubt';
  if (state !== 'rejected') return 'waits';
  return (await core.outbox.get({ id }))?.intent.mayHaveArrived === true ? 'in-doubt' : 'refused';
};
