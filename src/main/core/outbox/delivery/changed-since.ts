/**
 * What the user changed in an item after an attempt that turns out to have arrived: it becomes an edit of the record,
 * which is sent next.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { alwaysRequired } from '#shared/domain/push-fields/push-field';
import { createEditQueue } from '../edits/edit-queue';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import type { changedSinceSent } from './sent-versions';

type Fields = Command['fields'];

/** What names a contact or line, or is sent with each line: it changes nothing by itself. */
const NAMES_CHILD: ReadonlySet<string> = new Set(['order_id', 'order_record_id', 'email']);

/** Call in the transaction that settles `intent`. */
export const insertChangedSince = (
  context: OutboxContext,
  intent: Intent,
  since: ReturnType<typeof changedSinceSent>,
): void => {
  const rest = since && withoutLaterEdits(context, intent, since.command);
  if (!since || !rest) return;
  const saved = createEditQueue(context).insert(rest, since.base, { predecessor: intent.id });
  if (!saved.ok)
    context.log.error('outbox: a change of an item that had arrived could not be queued', {
      id: intent.id,
      code: saved.code,
    });
};

/** `command` without what an edit that waits sets too, because its value is later. Null if nothing is left. */
const withoutLaterEdits = ({ store }: OutboxContext, intent: Intent, command: Command): Command | null => {
  const { kind } = intent;
  const waiting = store
    .forRecord(kind, intent.command.target ?? intent.id)
    .filter(({ id, state }) => id !== intent.id && state !== 'applied')
    .map((other) => other.command);
  const required = new Set(alwaysRequired(KIND_TABLES[kind].fields));
  const rest = (fields: Fields, others: readonly (Fields | undefined)[], kept: ReadonlySet<string>): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(
        ([key]) => kept.has(key) || others.every((of) => of === undefined || !(key in of)),
      ),
    );
  const fields = rest(
    command.fields,
    waiting.map((other) => other.fields),
    required,
  );
  const children = command.children.map((item): CommandChild => {
    const others = waiting.map((other) => sameChild(kind, other.children, item)?.fields);
    return { ...item, fields: rest(item.fields, others, NAMES_CHILD) };
  });
  const changesNothing = ({ fields: of, remove, custom }: CommandChild): boolean =>
    !remove && custom === undefined && Object.keys(of).every((key) => NAMES_CHILD.has(key));
  const isNothing =
    Object.keys(fields).every((key) => required.has(key)) &&
    command.custom === undefined &&
    children.every(changesNothing);
  return isNothing ? null : { ...command, fields, children };
};
