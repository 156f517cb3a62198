/**
 * Invoice numbers. A number that is surely new is what lets a lost answer be settled later (contract E5: a
 * used number appends lines to the old invoice), so one is proposed, and every one is looked up among what
 * this computer holds and what waits.
 */
import { UNSETTLED } from '#shared/domain/intent';
import { core } from '../../client/client';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const TAIL = 4;

const randomTail = (): string =>
  [...crypto.getRandomValues(new Uint8Array(TAIL))].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** The letters that begin the newest number, so that ours looks like its neighbours. */
const prefix = async (): Promise<string> => {
  const { rows } = await core.records.page({
    view: { resource: 'outboundInvoice' },
    start: 0,
    limit: 1,
    columns: ['serial_id'],
  });
  return /^[A-Za-z]{1,6}/.exec(String(rows[0]?.values.serial_id ?? ''))?.[0] ?? 'INV';
};

/** What holds this number already: its id, or null. `exceptId` is the document being edited. */
export const numberTakenBy = async (
  kind: 'outboundInvoice' | 'receipt' | 'company',
  number: string,
  exceptId: string | null,
): Promise<string | null> => {
  const wanted = number.trim();
  if (wanted === '') return null;
  const field = kind === 'receipt' ? 'cash_collection_invoice_no' : 'serial_id';
  const held = await core.records
    .page({
      view: { resource: kind, filters: [{ field, op: 'in', values: [wanted] }] },
      start: 0,
      limit: 2,
      columns: [field],
    })
    .catch(() => ({ rows: [] }));
  const other = held.rows.find(({ id }) => id !== exceptId);
  if (other) return other.id;
  const waiting = await core.outbox.list({
    states: [...UNSETTLED],
  });
  return (
    waiting.find(
      (intent) =>
        intent.kind === kind &&
        intent.id !== exceptId &&
        intent.command.target !== exceptId &&
        intent.command.fields[field] === wanted,
    )?.id ?? null
  );
};

/**
 * A number for a new invoice: the usual letters, the service's date, and a tail no colleague's will equal by
 * chance.
 */
export const proposeNumber = async (now: string): Promise<string> => {
  const letters = await prefix();
  for (;;) {
    const number = `${letters}${now.slice(2, 10).replaceAll('-', '')}-${randomTail()}`;
    if ((await numberTakenBy('outboundInvoice', number, null)) === null) return number;
  }
};
