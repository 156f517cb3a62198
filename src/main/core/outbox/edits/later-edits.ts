/**
 * The user's latest value of a field counts, whichever edit of the record it was entered in. An edit that was
 * refused or in conflict may be sent after later ones. Its older values must not undo what a later edit
 * changed and delivered. This holds for money too: both values are the user's own.
 */
import { isObject } from '#shared/domain/is-object';
import type { Command, CommandChild, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { canonical } from '../compare/canonical';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';

type Store = Pick<OutboxStore, 'forRecord' | 'realIdOf' | 'ledger' | 'lastEntry' | 'versionOf'>;
type Fields = Record<string, unknown>;
/** `child/field` → place in the ledger of the user's latest change of it. */
type LatestChanges = Map<string, number>;

/**
 * Ledger entries that name a version in which the user changed something. A save that a crash cut off has
 * only `restored`: its version came back from the journal.
 */
export const DECISIONS: ReadonlySet<string> = new Set(['submitted', 'edit', 'merge', 'restored']);
const keyOf = (field: string, child: string): string => `${child}/${field}`;

/**
 * When the user last changed each field of an intent, or chose it on the merge screen. A field counts as
 * changed if its value differs from what the user saw, or if it carries a value of an own edit that was never
 * delivered.
 */
const latestChangesOf = (store: Store, intent: Intent): LatestChanges => {
  const changes: LatestChanges = new Map();
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const tables = KIND_TABLES[intent.kind];
  const never = store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .filter((other) => other.id !== intent.id && other.state !== 'applied');
  const isOwn = (table: FieldTable, child: string, field: string, text: string): boolean =>
    never.some(({ command }) =>
      (child === '' ? [command] : command.children.filter(({ ref }) => real(ref) === child)).some(
        ({ fields }) => field in fields && canonical(table[field]?.type, fields[field]) === text,
      ),
    );
  const lastValue = new Map<string, string>();
  let chosen = new Set<string>();
  const note = (
    fields: Fields,
    seen: Fields | undefined,
    table: FieldTable,
    child: string,
    seq: number,
  ): void => {
    for (const [field, value] of Object.entries(fields)) {
      const key = keyOf(field, child);
      const text = canonical(table[field]?.type, value);
      const before =
        lastValue.get(key) ??
        (seen && field in seen && !isOwn(table, child, field, text)
          ? canonical(table[field]?.type, seen[field])
          : undefined);
      if (text !== before || chosen.has(key)) changes.set(key, seq);
      lastValue.set(key, text);
    }
  };
  for (const { seq, event, facts } of store.ledger(intent.id)) {
    if (event === 'differs')
      chosen = new Set(
        (Array.isArray(facts.in) ? facts.in : [])
          .filter(isObject)
          .map(({ child, field }) => keyOf(String(field), child === undefined ? '' : real(String(child)))),
      );
    // The next comparison finds again what there is to choose.
    if (event === 'compareAgain') chosen = new Set();
    const held = DECISIONS.has(event) ? store.versionOf(intent.id, Number(facts.version)) : null;
    if (!held) continue;
    note(held.command.fields, held.base?.fields, tables.fields, '', seq);
    for (const item of held.command.children)
      note(
        item.fields,
        held.base?.children.find(({ ref }) => real(ref) === real(item.ref))?.fields,
        tables.children,
        real(item.ref),
        seq,
      );
    chosen = new Set();
  }
  return changes;
};

/**
 * The edit as it should be sent: `command` (references resolved) and `base`. If an edit that was delivered
 * meanwhile changed a field later, the field takes the value of that edit. The base takes it too, so that a
 * colleague's change since then is kept. Returns the same objects when no field changes.
 */
export const applyLaterEdits = (
  store: Store,
  intent: Intent,
  command: Command,
): { command: Command; base: Snapshot | null } => {
  const { base } = intent;
  // Before and after are places in the ledger: a clock may have been set back between the two.
  const made = store.ledger(intent.id)[0]?.seq ?? 0;
  const others =
    command.target === null
      ? []
      : store
          .forRecord(intent.kind, command.target)
          .filter(
            (other) =>
              other.id !== intent.id && other.state === 'applied' && store.lastEntry(other.id) > made,
          );
  if (others.length === 0) return { command, base };
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const value = (held: unknown): unknown =>
    typeof held === 'string' && held.startsWith('local:') ? real(held) : held;
  const mine = latestChangesOf(store, intent);
  /** The latest delivered change of each key. */
  const later = new Map<string, { seq: number; value: unknown }>();
  for (const other of others) {
    const changes = latestChangesOf(store, other);
    const note = (fields: Fields, child: string): void => {
      for (const [field, held] of Object.entries(fields)) {
        const key = keyOf(field, child);
        const seq = changes.get(key) ?? 0;
        if (seq > (mine.get(key) ?? 0) && seq > (later.get(key)?.seq ?? 0))
          later.set(key, { seq, value: value(held) });
      }
    };
    note(other.command.fields, '');
    for (const item of other.command.children) note(item.fields, real(item.ref));
  }
  if (later.size === 0) return { command, base };
  const over = (fields: Fields, child: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, held]) => {
        const change = later.get(keyOf(field, child));
        return [field, change ? change.value : held];
      }),
    );
  const only = (fields: Fields, child: string): Fields =>
    Object.fromEntries(
      Object.keys(fields).flatMap((field) => {
        const change = later.get(keyOf(field, child));
        return change ? [[field, change.value]] : [];
      }),
    );
  const children = command.children.map((item): CommandChild => ({
    ...item,
    fields: over(item.fields, item.ref),
  }));
  const seen = base && {
    ...base,
    fields: { ...base.fields, ...only(command.fields, '') },
    children: base.children.map((sight) => {
      const item = command.children.find(({ ref }) => real(ref) === real(sight.ref));
      return item ? { ...sight, fields: { ...sight.fields, ...only(item.fields, item.ref) } } : sight;
    }),
  };
  return { command: { ...command, fields: over(command.fields, ''), children }, base: seen };
};

/**
 * The edits in conflict about a field that the user changed later in `delivered`: their conflicts say what the
 * service had before.
 */
export const outdatedConflicts = (store: Store, delivered: Intent): Intent[] => {
  const { target } = delivered.command;
  if (target === null) return [];
  const inConflict = store
    .forRecord(delivered.kind, target)
    .filter(({ id, state }) => id !== delivered.id && state === 'conflict');
  if (inConflict.length === 0) return [];
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const later = latestChangesOf(store, delivered);
  return inConflict.filter((intent) => {
    const mine = latestChangesOf(store, intent);
    return intent.detail.conflicts.some(({ field, child }) => {
      const key = keyOf(field, child === undefined ? '' : real(child));
      return (later.get(key) ?? 0) > (mine.get(key) ?? 0);
    });
  });
};

/**
 * The edits of one record, each without the fields that an earlier edit of the list changed later: an edit
 * that was refused is corrected while a later one is being sent. So a reader that lays the edits over each
 * other in this order ends with the user's latest values (OB36). Returns the same objects where no field is
 * left out.
 */
export const withoutOverruled = (store: Store, intents: readonly Intent[]): readonly Intent[] => {
  // Only an edit with a second version can have been changed after a later one was made.
  if (!intents.slice(0, -1).some(({ version }) => version > 1)) return intents;
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const latest: LatestChanges = new Map();
  return intents.map((intent) => {
    const changes = latestChangesOf(store, intent);
    const remaining = (fields: Fields, child: string): Fields =>
      Object.fromEntries(
        Object.keys(fields).flatMap((field) => {
          const key = keyOf(field, child);
          const changed = changes.get(key) ?? 0;
          if (changed < (latest.get(key) ?? 0)) return [];
          latest.set(key, changed);
          return [[field, fields[field]]];
        }),
      );
    const { command } = intent;
    const fields = remaining(command.fields, '');
    const children = command.children.map((item) => ({
      ...item,
      fields: remaining(item.fields, real(item.ref)),
    }));
    const count = (of: Fields, items: readonly CommandChild[]): number =>
      items.reduce((sum, item) => sum + Object.keys(item.fields).length, Object.keys(of).length);
    return count(fields, children) === count(command.fields, command.children)
      ? intent
      : { ...intent, command: { ...command, fields, children } };
  });
};
