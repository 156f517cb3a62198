/**
 * Copies a change of an intent into the later unsent edits that set the same fields. An edit that needs a
 * create cannot be sent before it, and a screen shows later edits over earlier ones.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import { advance, type OutboxContext } from '../outbox-context';
import { isFrozen } from '../frozen';
import type { Intent } from '../store/intent-record';
import { carryIntoLaterEdit } from './fold-edit';

/**
 * `intent` is the state before the change. The last parameter is its new version: its base says what the user has
 * seen, for example in a conflict.
 */
export const carryIntoWaitingEdits = (
  context: OutboxContext,
  intent: Intent,
  { command, base: seen }: Content,
): void => {
  for (const waiting of context.store.forRecord(intent.kind, intent.command.target ?? intent.id)) {
    if (waiting.seq <= intent.seq || waiting.state !== 'queued' || isFrozen(waiting)) continue;
    const carried = carryIntoLaterEdit(intent.command, command, waiting.command);
    if (carried === waiting.command) continue;
    const version = waiting.version + 1;
    const base = command.target === null ? baseOfCreate(command) : baseOfCarried(seen, waiting, carried);
    advance(
      context,
      waiting,
      'edit',
      { version, command: carried, base },
      { event: 'edit', facts: { version, follows: intent.id } },
    );
  }
};

type Content = Pick<Intent, 'command' | 'base'>;

/**
 * A correction of another intent changed this one from `before` to `after`. Returns an `earlier` version of
 * this intent with the same correction.
 */
export const carryIntoEarlier = (earlier: Content, before: Content, after: Content): Content => {
  const command = carryIntoLaterEdit(before.command, after.command, earlier.command);
  return command === earlier.command
    ? earlier
    : { command, base: baseOfCarried(after.base, earlier, command) };
};

/** After a create the record has the values of the create. */
const baseOfCreate = (create: Command): Snapshot => ({
  fields: create.fields,
  children: create.children.map(({ ref, fields }) => ({ ref, fields })),
  readAt: null,
});

/**
 * A copied value may be sent before the edit that it comes from, so it is compared with the base of that
 * edit, or with nothing.
 */
const baseOfCarried = (first: Snapshot | null, waiting: Content, carried: Command): Snapshot | null => {
  if (!waiting.base) return null;
  const fieldsOf = (children: readonly { ref: string; fields: Fields }[] | undefined, ref: string) =>
    children?.find((item) => item.ref === ref)?.fields;
  const children = waiting.base.children.map((item) => {
    const before = fieldsOf(waiting.command.children, item.ref);
    const after = fieldsOf(carried.children, item.ref);
    if (!before || !after) return item;
    const edited = fieldsOf(first?.children, item.ref);
    return { ...item, fields: baseFields(item.fields, { before, after, edited }) };
  });
  const fields = baseFields(waiting.base.fields, {
    before: waiting.command.fields,
    after: carried.fields,
    edited: first?.fields,
  });
  return { ...waiting.base, fields, children };
};

type Fields = Snapshot['fields'];

/**
 * The base of a copied field is that of the `edited` intent; without one it is unknown. The other fields keep
 * what the user saw.
 */
const baseFields = (
  seen: Fields,
  { before, after, edited }: { before: Fields; after: Fields; edited: Fields | undefined },
): Fields => {
  const isCopied = (key: string): boolean =>
    key in after && JSON.stringify(after[key]) !== JSON.stringify(before[key]);
  return Object.fromEntries([
    ...Object.entries(seen).filter(([key]) => !isCopied(key)),
    ...Object.entries(edited ?? {}).filter(([key]) => isCopied(key)),
  ]);
};
