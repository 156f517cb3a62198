/**
 * What the user changed in an item after an attempt that turns out to have arrived: it becomes an edit of the record,
 * which is sent next.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, CustomFields, IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { alwaysRequired } from '#shared/domain/push-fields/push-field';
import { createEditQueue } from '../edits/edit-queue';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import type { changedSinceSent } from './sent-versions';

/** What names a contact or line, or is sent with each line: it changes nothing by itself. */
const NAMES_CHILD: Partial<Record<IntentKind, ReadonlySet<string>>> = {
  lead: new Set(['email']),
  outboundInvoice: new Set(['order_id', 'order_record_id']),
  receipt: new Set(['refer_id', 'refer_type']),
};
const NONE: ReadonlySet<string> = new Set();

/** Call in the transaction that settles `intent`. */
export const insertChangedSince = (
  context: OutboxContext,
  intent: Intent,
  since: ReturnType<typeof changedSinceSent>,
): void => {
  const rest = since && withoutLaterEdits(context, intent, since);
  if (!since || !rest) return;
  const saved = createEditQueue(context).insert(rest, since.base, { predecessor: intent.id });
  if (!saved.ok)
    context.log.error('outbox: a change of an item that had arrived could not be queued', {
      id: intent.id,
      code: saved.code,
    });
};

/** The values that no later edit sets, and those of `kept`. */
const rest = <T>(
  fields: Readonly<Record<string, T>>,
  later: readonly (object | undefined)[],
  kept: ReadonlySet<string>,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([key]) => kept.has(key) || later.every((of) => of === undefined || !(key in of)),
    ),
  );

const withCustom = <T extends object>(
  of: T,
  custom: CustomFields | undefined,
  later: readonly (CustomFields | undefined)[],
): T & { custom?: CustomFields } => {
  const own = rest(custom ?? {}, later, NONE);
  return Object.keys(own).length === 0 ? of : { ...of, custom: own };
};

/** The change without what an edit that waits sets too, because its value is later. Null if nothing is left. */
const withoutLaterEdits = (
  { store }: OutboxContext,
  intent: Intent,
  { command, sent }: { command: Command; sent: Command },
): Command | null => {
  const { kind } = intent;
  const names = NAMES_CHILD[kind] ?? NONE;
  const waiting = store
    .forRecord(kind, intent.command.target ?? intent.id)
    .filter(({ id, state }) => id !== intent.id && state !== 'applied')
    .map((other) => other.command);
  const required = new Set(alwaysRequired(KIND_TABLES[kind].fields));
  const later = waiting.map((other) => other.fields);
  const fields = rest(command.fields, later, required);
  const isNew = (ref: string): boolean => !sent.children.some((one) => one.ref === ref);
  const changesNothing = ({ ref, fields: of, remove, custom }: CommandChild): boolean =>
    !remove && !isNew(ref) && custom === undefined && Object.keys(of).every((key) => names.has(key));
  const children = command.children
    .map(({ custom, ...item }): CommandChild => {
      const others = waiting.map((other) => sameChild(kind, other.children, item));
      const of = rest(
        item.fields,
        others.map((other) => other?.fields),
        names,
      );
      return withCustom(
        { ...item, fields: of },
        custom,
        others.map((other) => other?.custom),
      );
    })
    // The edit of an invoice names all its lines.
    .filter((item) => kind === 'outboundInvoice' || !changesNothing(item));
  const { custom, ...bare } = command;
  const left = withCustom(
    { ...bare, fields, children },
    custom,
    waiting.map((other) => other.custom),
  );
  const isNothing =
    Object.keys(fields).every((key) => required.has(key)) &&
    left.custom === undefined &&
    children.every(changesNothing);
  return isNothing ? null : left;
};
