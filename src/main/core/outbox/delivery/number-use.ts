/**
 * Checks whether the number of a new outbound invoice is free. An E5 with a used number adds its lines to the
 * old invoice (contract B). So a number is sent only if it is proved free: the service answers that it knows
 * no such invoice, or a complete and verified list, deleted invoices included, does not contain it. A refused
 * read is no proof.
 */
import { isOneNumber } from '#shared/domain/document-number';
import type { Command } from '#shared/domain/intent';
import { OUTBOUND_INFO_PATH, OUTBOUND_LIST_PATH } from '#shared/http-api/outbound-invoice';
import { mayBeProxy, type Outcome, type Trouble } from '../../api/classify-read';
import { saysNotFound } from '../../api/not-found-words';
import { totalOf } from '../../api/read-page';
import { routeLost } from '../doubt/read-records';
import type { OutboxContext } from '../outbox-context';

export type NumberUse = 'none' | 'free' | 'used' | 'unknown' | { kind: 'trouble'; trouble: Trouble };

/** A longer list is not read to check one number. The user is asked in its place. */
const LONGEST_LIST = 1000;

export const numberOf = (command: Command): string | null => {
  const number = command.fields.serial_id;
  return command.kind === 'outboundInvoice' && typeof number === 'string' && number !== '' ? number : null;
};

export const numberUse = async (context: OutboxContext, command: Command): Promise<NumberUse> => {
  const number = numberOf(command);
  if (number === null) return 'none';
  const outcome = await context.gateway.read(OUTBOUND_INFO_PATH, { serial_id: number });
  if (outcome.kind === 'ok')
    return isOneNumber(serialOf(outcome), number) ? 'used' : inLists(context, number);
  if (outcome.kind === 'refused') return saysNotFound(outcome.message) ? 'free' : inLists(context, number);
  if (!mayBeProxy(outcome))
    return outcome.kind === 'forbidden' ? inLists(context, number) : { kind: 'trouble', trouble: outcome };
  const lost = await routeLost(context.gateway, OUTBOUND_INFO_PATH);
  return lost.kind === 'no-read' ? inLists(context, number) : lost;
};

const serialOf = ({ data }: Extract<Outcome, { kind: 'ok' }>): unknown =>
  data !== null && typeof data === 'object' && 'serial_id' in data ? data.serial_id : null;

const inLists = async (context: OutboxContext, number: string): Promise<NumberUse> => {
  for (const removed of [0, 1]) {
    const first = await context.gateway.read(OUTBOUND_LIST_PATH, { removed, count: 1, start_index: 1 });
    if (first.kind !== 'ok') return unreadable(context, first);
    const total = totalOf(first.data);
    if (total === null || total > LONGEST_LIST) return 'unknown';
    const scan = await context.parts.scanWindow(
      context.gateway,
      OUTBOUND_LIST_PATH,
      { removed },
      'outbound_invoice_id',
    );
    if (scan.kind === 'trouble') return unreadable(context, scan.trouble);
    if ([...scan.items.values()].some((item) => isOneNumber(item.serial_id, number))) return 'used';
    if (!scan.verified) return 'unknown';
  }
  return 'free';
};

const unreadable = async (context: OutboxContext, trouble: Trouble): Promise<NumberUse> => {
  if (mayBeProxy(trouble)) {
    const lost = await routeLost(context.gateway, OUTBOUND_LIST_PATH);
    return lost.kind === 'no-read' ? 'unknown' : lost;
  }
  return trouble.kind === 'refused' || trouble.kind === 'forbidden'
    ? 'unknown'
    : { kind: 'trouble', trouble };
};
