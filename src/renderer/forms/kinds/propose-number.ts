/**
 * Invoice numbers. A push with a used number would add lines to the old invoice (contract E5). With a unique
 * number, Satchel can find out later whether a request without an answer arrived. So it proposes a number,
 * and compares each number with those on this computer and in the outbox.
 */
import { UNSETTLED } from '#shared/domain/intent';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { core } from '../../client/client';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const TAIL = 4;

const randomTail = (): string =>
  [...crypto.getRandomValues(new Uint8Array(TAIL))].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** The letters at the start of the newest number, so that the proposed number looks similar. */
const prefix = async (): Promise<string> => {
  const { rows } = await core.records.page({
    view: { resource: 'outboundInvoice' },
    start: 0,
    limit: 1,
    columns: ['serial_id'],
  });
  return /^[A-Za-z]{1,6}/.exec(String(rows[0]?.values.serial_id ?? ''))?.[0] ?? 'INV';
};

/** The id of the document that has this number, or null. `exceptIds` are those of the edited document. */
export const numberTakenBy = async (
  kind: 'outboundInvoice' | 'receipt' | 'company',
  number: string,
  exceptIds: readonly string[],
): Promise<string | null> => {
  const wanted = number.trim();
  if (wanted === '') return null;
  const field = RESOURCE_INFO[kind].numberField ?? '';
  const held = await core.records
    .page({
      view: { resource: kind, filters: [{ field, op: 'in', values: [wanted] }] },
      start: 0,
      limit: 2,
      columns: [field],
    })
    .catch(() => ({ rows: [] }));
  const other = held.rows.find(({ id }) => !exceptIds.includes(id));
  if (other) return other.id;
  const waiting = await core.outbox.list({
    states: [...UNSETTLED],
  });
  return (
    waiting.find(
      (intent) =>
        intent.kind === kind &&
        !exceptIds.includes(intent.id) &&
        !exceptIds.includes(intent.command.target ?? '') &&
        intent.command.fields[field] === wanted,
    )?.id ?? null
  );
};

/** A number for a new invoice: the usual letters, the service's date, and a random tail. */
export const proposeNumber = async (now: string): Promise<string> => {
  const letters = await prefix();
  for (;;) {
    const number = `${letters}${now.slice(2, 10).replaceAll('-', '')}-${randomTail()}`;
    if ((await numberTakenBy('outboundInvoice', number, [])) === null) return number;
  }
};
