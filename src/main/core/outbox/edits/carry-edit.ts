/**
 * Copies a change of an intent into the later unsent edits that set the same fields. A copy is taken back when the
 * intent is discarded, and follows the user's choice in a conflict of the intent. An edit that needs a create cannot be
 * sent before it, and a screen shows later edits over earlier ones.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import { advance, compareAgain, type OutboxContext } from '../outbox-context';
import { isFrozen } from '../frozen';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import type { Intent, LedgerEntry } from '../store/intent-record';
import { carryIntoLaterEdit } from './fold-edit';
import { customKey, keyOf, latestChangesOf, nameOf } from './latest-changes';
import { emptiedSince } from './successor';

/**
 * `intent` is the state before the change. The next parameter is its new version: its base says what the user has
 * seen, for example in a conflict. `shown`: a value of these later edits that the user changed in the form of a new
 * record is changed in them too.
 */
export const carryIntoWaitingEdits = (
  context: OutboxContext,
  intent: Intent,
  { command, base: seen }: Content,
  shown: ShownWithLater | null = null,
): void => {
  const kept = new Set(shown?.kept);
  for (const waiting of context.store.forRecord(intent.kind, intent.command.target ?? intent.id)) {
    if (waiting.seq <= intent.seq || waiting.state !== 'queued' || isFrozen(waiting)) continue;
    const carry = (before: Content['command'], later: Command): Command =>
      carryIntoLaterEdit(before, withoutKept(context, withEmptied(before, command), kept), later);
    const ofForm =
      shown === null ? waiting.command : carry({ ...command, ...shown.snapshot }, waiting.command);
    const carried = carry(intent.command, ofForm);
    if (carried === waiting.command && (shown === null || hasBaseOf(waiting, command))) continue;
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

/** What the form of a new record has shown, and the keys of the fields that its user left so (`latest-changes.ts`). */
export interface ShownWithLater {
  snapshot: Snapshot;
  kept: readonly string[];
}

/** The command without the `kept` fields: the user left them as the form showed them. */
const withoutKept = ({ store }: OutboxContext, command: Command, kept: ReadonlySet<string>): Command => {
  if (kept.size === 0) return command;
  const changed = <T extends Fields>(of: T, child: string): T => ({
    ...of,
    fields: filtered(of.fields, (name) => !kept.has(keyOf(name, child))),
    ...(of.custom ? { custom: filtered(of.custom, (id) => !kept.has(keyOf(customKey(id), child))) } : {}),
  });
  return {
    ...changed(command, ''),
    children: command.children.map((item) => changed(item, nameOf(store, command.kind, item))),
  };
};
const filtered = <T>(values: Values<T>, holds: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => holds(name)));

/** A new record leaves empty fields out. An edit has to name them, with an empty value. */
const withEmptied = (before: Command, after: Command): Command => {
  if (after.target !== null) return after;
  const { fields, children } = KIND_TABLES[after.kind];
  const named = (was: Record<string, unknown>, is: Record<string, unknown>, table: FieldTable) => ({
    ...is,
    ...emptiedSince(was, is, table),
  });
  return {
    ...after,
    fields: named(before.fields, after.fields, fields),
    children: after.children.map((item) => {
      const was = childOf(before.children, item.ref)?.fields;
      return was === undefined ? item : { ...item, fields: named(was, item.fields, children) };
    }),
  };
};

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

/**
 * Call when the user discards `intent`, or undoes its edit at place `since` of the ledger. Removes from the later
 * edits what was copied from `intent`. A value that the user has entered there since stays. An edit in doubt gets
 * a new version too: if the version with the copy has arrived, the difference is sent after it.
 */
export const takeBackFromWaitingEdits = (
  context: OutboxContext,
  { id, kind, command }: Intent,
  since = 0,
): void => {
  const { store } = context;
  for (const waiting of store.forRecord(kind, command.target ?? id)) {
    if (waiting.id === id || waiting.state === 'applied' || waiting.state === 'sending') continue;
    const copied = copiesIn(store.ledger(waiting.id)).standing.flatMap(({ seq, facts }) =>
      seq > since && facts.follows === id ? [Number(facts.version)] : [],
    );
    const isNeeded = store.parentsOf(waiting.id).some((one) => one.id === id && one.strength === 'needs');
    const restored = copied.reduceRight<Content>((content, version) => {
      const before = store.versionOf(waiting.id, version - 1);
      const after = store.versionOf(waiting.id, version);
      return before && after ? withoutCopied(content, before, after, isNeeded) : content;
    }, waiting);
    if (restored === waiting) continue;
    writeVersion(context, waiting, restored, { follows: id, takesBack: copied, isNeeded });
  }
};

/**
 * Call when the user has made choices in the conflict of `intent`, which is given as before them; the last parameter is
 * its merged version. A later edit keeps what the user entered there. A value that was only copied from `intent`
 * follows the choice: otherwise the later edit would send what the user has just chosen against.
 */
export const carryChoicesIntoCopies = (
  context: OutboxContext,
  { id, kind, command: before }: Intent,
  { command: merged, base: seen }: Content,
): void => {
  const { store } = context;
  for (const waiting of store.forRecord(kind, merged.target ?? id)) {
    if (waiting.id === id || waiting.state === 'applied' || waiting.state === 'sending') continue;
    const { standing } = copiesIn(store.ledger(waiting.id));
    const copies = new Set(standing.filter(({ facts }) => facts.follows === id).map(({ seq }) => seq));
    if (copies.size === 0) continue;
    const changes = latestChangesOf(store, waiting);
    const chosen: string[] = [];
    const follow = (fields: Values, was: Values = {}, is: Values = {}, child = ''): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) => {
          const key = keyOf(name, child);
          if (!copies.has(changes.get(key) ?? 0) || isSame(was[name], is[name])) return [[name, value]];
          chosen.push(key);
          // The empty value of the CRM may have no counterpart in a push: then the choice left the field out.
          return name in is ? [[name, is[name]]] : [];
        }),
      );
    const children = waiting.command.children.map((item) => {
      const [was, is] = [childOf(before.children, item.ref), childOf(merged.children, item.ref)];
      if (!was || !is) return item;
      return { ...item, fields: follow(item.fields, was.fields, is.fields, nameOf(store, kind, item)) };
    });
    const fields = follow(waiting.command.fields, before.fields, merged.fields);
    const command = { ...waiting.command, fields, children };
    if (isSame(command, waiting.command)) continue;
    // As in the edit itself, a choice is no change, so the value is as old as the copy was (OB43).
    writeVersion(
      context,
      waiting,
      { command, base: baseOfCarried(seen, waiting, command) },
      { follows: id, shown: chosen },
    );
  }
};

/**
 * Call when an attempt of an edit has ended: the user may have discarded a corrected item while the copy was being
 * sent.
 */
export const takeBackDiscarded = (context: OutboxContext, id: string): void => {
  const { standing } = copiesIn(context.store.ledger(id));
  for (const from of new Set(standing.map(({ facts }) => String(facts.follows)))) {
    const item = context.store.get(from);
    if (item?.state === 'discarded') takeBackFromWaitingEdits(context, item);
  }
};

/**
 * The entries of an item's ledger about corrections of other items that were copied into it: those that stand, and
 * those that were taken back since, each with the entry that took it back.
 */
export const copiesIn = (
  ledger: readonly LedgerEntry[],
): { standing: LedgerEntry[]; takenBack: { copy: number; by: LedgerEntry }[] } => {
  const takenBack = ledger.flatMap((by) =>
    Array.isArray(by.facts.takesBack) ? by.facts.takesBack.map((copy) => ({ copy: Number(copy), by })) : [],
  );
  const gone = new Set(takenBack.map(({ copy }) => copy));
  const standing = ledger.filter(
    ({ facts }) =>
      facts.follows !== undefined && facts.takesBack === undefined && !gone.has(Number(facts.version)),
  );
  return { standing, takenBack };
};

/**
 * The item with the new version waits as before. One in conflict is compared again, because its conflict may be about
 * the former value.
 */
const writeVersion = (
  context: OutboxContext,
  waiting: Intent,
  { command, base }: Content,
  facts: Readonly<Record<string, unknown>>,
): void => {
  const version = waiting.version + 1;
  const patch = { version, command, base };
  const entry = { event: 'edit', facts: { version, ...facts } };
  if (waiting.state === 'queued') advance(context, waiting, 'edit', patch, entry);
  else if (waiting.state === 'conflict') compareAgain(context, waiting, patch, entry);
  else {
    context.store.save({ ...waiting, ...patch }, entry);
    context.changed(waiting.id);
  }
};

/**
 * A correction of another intent changed this one from `before` to `after`. Returns `now` without that correction. If
 * the correction removed a new contact or line, and this intent still needs the other one (`isNeeded`), the change of
 * that contact or line comes back.
 */
export const withoutCopied = (now: Content, before: Content, after: Content, isNeeded: boolean): Content => {
  const restoredIn = <T>(fields: Values<T>, was: Values<T> = {}, is: Values<T> = {}): Record<string, T> =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => {
        const isCopied = key in was && isSame(value, is[key]) && !isSame(was[key], is[key]);
        return [key, isCopied ? was[key]! : value];
      }),
    );
  const restored = <T extends Fields>(of: T, then: Fields | undefined, since: Fields | undefined): T => ({
    ...of,
    fields: restoredIn(of.fields, then?.fields, since?.fields),
    ...(of.custom ? { custom: restoredIn(of.custom, then?.custom, since?.custom) } : {}),
  });
  const [was, is] = [before.command, after.command];
  const has = (children: Command['children'], ref: string): boolean =>
    children.some((item) => item.ref === ref);
  const leftOut = was.children.filter(
    ({ ref }) => isNeeded && !has(is.children, ref) && !has(now.command.children, ref),
  );
  const kept = now.command.children.map((item) =>
    restored(item, childOf(was.children, item.ref), childOf(is.children, item.ref)),
  );
  const command = { ...restored(now.command, was, is), children: [...kept, ...leftOut] };
  return isSame(command, now.command) ? now : { command, base: baseOfCarried(before.base, now, command) };
};

type Values<T = unknown> = Readonly<Record<string, T>>;
type Fields = Pick<Command, 'fields' | 'custom'>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const childOf = <T extends { ref: string }>(children: readonly T[] | undefined, ref: string): T | undefined =>
  children?.find((item) => item.ref === ref);

/** After a create the record has the values of the create. */
const baseOfCreate = (create: Command): Snapshot => ({
  fields: create.fields,
  children: create.children.map(({ ref, fields }) => ({ ref, fields })),
  readAt: null,
});

/** Returns true if the base of a waiting edit has the values of the create in all fields that the edit sets. */
const hasBaseOf = ({ command: edit, base }: Content, create: Command): boolean => {
  const agrees = (set: Values, was: Values = {}, is: Values = {}): boolean =>
    Object.keys(set).every((name) => isSame(was[name], is[name]));
  return (
    agrees(edit.fields, base?.fields, create.fields) &&
    edit.children.every(({ ref, fields }) =>
      agrees(fields, childOf(base?.children, ref)?.fields, childOf(create.children, ref)?.fields),
    )
  );
};

/**
 * The base of a waiting edit after the correction was copied into it. A copied value may be sent before the edit that
 * it comes from, so its base is the one of that edit. If that edit has no base, the value has none either.
 */
const baseOfCarried = (first: Snapshot | null, waiting: Content, carried: Command): Snapshot | null => {
  if (!waiting.base) return null;
  const children = waiting.base.children.map((item) => {
    const before = childOf(waiting.command.children, item.ref);
    const after = childOf(carried.children, item.ref);
    if (!before || !after) return item;
    const edited = childOf(first?.children, item.ref)?.fields;
    return {
      ...item,
      fields: baseFields(item.fields, { before: before.fields, after: after.fields, edited }),
    };
  });
  const { fields, custom } = waiting.base;
  const [before, after] = [waiting.command, carried];
  return {
    ...waiting.base,
    fields: baseFields(fields, { before: before.fields, after: after.fields, edited: first?.fields }),
    children,
    ...(custom
      ? {
          custom: baseFields(custom, {
            before: before.custom ?? {},
            after: after.custom ?? {},
            edited: first?.custom,
          }),
        }
      : {}),
  };
};

/**
 * The base of a copied field is that of the `edited` intent; without one it is unknown. The other fields keep
 * what the user saw.
 */
const baseFields = <T>(
  seen: Values<T>,
  { before, after, edited }: { before: Values; after: Values; edited: Values<T> | undefined },
): Record<string, T> => {
  const isCopied = (key: string): boolean => key in after && !isSame(after[key], before[key]);
  return Object.fromEntries([
    ...Object.entries(seen).filter(([key]) => !isCopied(key)),
    ...Object.entries(edited ?? {}).filter(([key]) => isCopied(key)),
  ]);
};
