/**
 * Invoice numbers. A push with a used number would add lines to the old invoice (contract E5). With a unique
 * number, Satchel can find out later whether a request without an answer arrived. So it proposes a number,
 * and compares each number with those on this computer and in the outbox.
 */
import type { Filter, Row, View } from '#shared/contract/records';
import { isOneNumber } from '#shared/domain/document-number';
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

type NumberedKind = 'outboundInvoice' | 'receipt' | 'company';

/** A filter takes no longer text. */
const LONGEST_FILTER = 200;
/** Of the documents whose numbers contain the text, at most this many are compared. */
const MOST_COMPARED = 500;

/** Hundreds of numbers may contain a short one, such as 7. So the number itself is looked up too. */
const filtersFor = (field: string, number: string): Filter[] => [
  { field, op: 'in', values: [number] },
  { field, op: 'contains', text: number.slice(0, LONGEST_FILTER) },
];

/** The documents on this computer that have this number, with pending work or as the service has them. */
const idsWith = async (kind: NumberedKind, number: string, withPending: boolean): Promise<string[]> => {
  const field = RESOURCE_INFO[kind].numberField ?? '';
  const read = async (filter: Filter): Promise<Row[]> => {
    const view: View = { resource: kind, filters: [filter], sort: [{ field, direction: 'asc' }] };
    const asked = { view, start: 0, limit: MOST_COMPARED, columns: [field], withPending };
    return (await core.records.page(asked).catch(() => ({ rows: [] }))).rows;
  };
  const rows = (await Promise.all(filtersFor(field, number).map(read))).flat();
  return rows.filter(({ values }) => isOneNumber(values[field], number)).map(({ id }) => id);
};

/**
 * The id of the document that has this number, or null. `exceptIds` are those of the edited document. A number
 * that a pending edit replaces is still taken: the service has it until the edit is delivered.
 */
export const numberTakenBy = async (
  kind: NumberedKind,
  number: string,
  exceptIds: readonly string[],
): Promise<string | null> => {
  const wanted = number.trim();
  if (wanted === '') return null;
  const field = RESOURCE_INFO[kind].numberField ?? '';
  const held = await Promise.all([idsWith(kind, wanted, true), idsWith(kind, wanted, false)]);
  const other = held.flat().find((id) => !exceptIds.includes(id));
  if (other !== undefined) return other;
  const waiting = await core.outbox.list({
    states: [...UNSETTLED],
  });
  return (
    waiting.find(
      (intent) =>
        intent.kind === kind &&
        !exceptIds.includes(intent.id) &&
        !exceptIds.includes(intent.command.target ?? '') &&
        isOneNumber(intent.command.fields[field], wanted),
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
