/**
 * What the user changed in an item after an attempt that turns out to have arrived: it becomes an edit of the record,
 * which is sent next.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, CustomFields, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { alwaysRequired } from '#shared/domain/push-fields/push-field';
import { createEditQueue } from '../edits/edit-queue';
import { onlyChanges, successorOf } from '../edits/successor';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';

/** What names a contact or line, or is sent with each line: it changes nothing by itself. */
const NAMES_CHILD: Partial<Record<IntentKind, ReadonlySet<string>>> = {
  lead: new Set(['email']),
  outboundInvoice: new Set(['order_id', 'order_record_id']),
  receipt: new Set(['refer_id', 'refer_type']),
};
const NONE: ReadonlySet<string> = new Set();

/** `sent` is what the attempt sent, with local ids; `command` and `base` are the edit that follows it. */
export interface ChangedSince {
  sent: Command;
  command: Command;
  base: Snapshot;
}

/**
 * What the user changed since the attempt at place `attempt` of `sentVersions`, which has arrived, as an edit that
 * follows it; null if nothing.
 */
export const changedSinceSent = (
  context: Pick<OutboxContext, 'store'>,
  intent: Intent,
  attempt: number,
): ChangedSince | null => {
  const version = intent.detail.sentVersions.at(attempt);
  const held =
    version === undefined || version === intent.version ? null : context.store.versionOf(intent.id, version);
  if (!held) return null;
  const was = { ...intent, command: held.command };
  const edit = successorOf(was, intent.command);
  if (edit === null) return null;
  // The edit of an invoice names all its lines, also those that did not change.
  const { fields, children } = onlyChanges(was, edit.command, edit.command);
  const isSame = Object.keys(fields).length + children.length === 0 && edit.command.custom === undefined;
  return isSame ? null : { sent: held.command, ...edit };
};

/** Call in the transaction that settles `intent`. */
export const insertChangedSince = (
  context: OutboxContext,
  intent: Intent,
  since: ChangedSince | null,
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
  { command, sent }: ChangedSince,
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
