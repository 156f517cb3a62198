/**
 * The user's latest value of a field counts, whichever edit of the record it was entered in. An edit that was
 * refused or in conflict may be sent after later ones. Its older values must not undo what a later edit
 * changed and delivered. This holds for money too: both values are the user's own.
 */
import type { Command, CommandChild, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';
import { alwaysRequired, type FieldTable } from '#shared/domain/push-fields/push-field';
import { canonical } from '../compare/canonical';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { type Verdict, verdictSchema } from './verdict';

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
 * When the user last changed each field of an intent. A value that a conflict offered is no change: the choice
 * settles this edit, and not what the user entered in a later one. A field counts as
 * changed if its value differs from what the user saw, or if it carries a value of an own edit that was never
 * delivered. It also counts if an own edit that waited then had another value, because the form showed that one:
 * the user has set the field back.
 */
const latestChangesOf = (store: Store, intent: Intent): LatestChanges => {
  let changes: LatestChanges = new Map();
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
  const waitingAt = waitingEdits(store, intent);
  const alwaysSent = new Set(alwaysRequired(tables.fields));
  const isSetBack = (child: string, field: string, text: string, seq: number): boolean => {
    if (child === '' ? alwaysSent.has(field) : isSentWithChild(intent.kind, field)) return false;
    const { type } = (child === '' ? tables.fields : tables.children)[field] ?? {};
    return waitingAt(seq).some(({ command }) =>
      (child === '' ? [command] : command.children.filter(({ ref }) => real(ref) === child)).some(
        ({ fields }) => field in fields && canonical(type, fields[field]) !== text,
      ),
    );
  };
  let lastValue = new Map<string, string>();
  /** What was known after each version: Undo returns to it, and is no change of its own. */
  const known = new Map<number, [LatestChanges, Map<string, string>]>();
  const note = (
    fields: Fields,
    seen: Fields | undefined,
    { table, child, seq, conflicts }: { table: FieldTable; child: string; seq: number; conflicts: Conflicts },
  ): void => {
    for (const [field, value] of Object.entries(fields)) {
      const key = keyOf(field, child);
      const text = canonical(table[field]?.type, value);
      const conflict = conflicts.find(
        (one) => one.field === field && (one.child === undefined ? '' : real(one.child)) === child,
      );
      if (conflict && isOffered(table, conflict, value)) {
        lastValue.set(key, text);
        continue;
      }
      const before =
        lastValue.get(key) ??
        (seen && field in seen && !isOwn(table, child, field, text) && !isSetBack(child, field, text, seq)
          ? canonical(table[field]?.type, seen[field])
          : undefined);
      if (text !== before) changes.set(key, seq);
      lastValue.set(key, text);
    }
  };
  for (const { seq, event, facts } of store.ledger(intent.id)) {
    const held = DECISIONS.has(event) ? store.versionOf(intent.id, Number(facts.version)) : null;
    if (!held) continue;
    // The version that Undo restores may be one that Satchel made, with the values of a version before it.
    const undone = [...known].findLast(([version]) => version <= Number(facts.undoneTo))?.[1];
    if (undone) {
      [changes, lastValue] = [new Map(undone[0]), new Map(undone[1])];
      const restored = store.versionOf(intent.id, Number(facts.undoneTo))?.command;
      const keep = (fields: Fields, table: FieldTable, child: string): void => {
        for (const [field, value] of Object.entries(fields))
          lastValue.set(keyOf(field, child), canonical(table[field]?.type, value));
      };
      keep(restored?.fields ?? {}, tables.fields, '');
      for (const { ref, fields } of restored?.children ?? []) keep(fields, tables.children, real(ref));
    }
    const conflicts = verdictSchema.safeParse(facts.verdict).data?.conflicts ?? [];
    note(held.command.fields, held.base?.fields, { table: tables.fields, child: '', seq, conflicts });
    for (const item of held.command.children)
      note(item.fields, held.base?.children.find(({ ref }) => real(ref) === real(item.ref))?.fields, {
        table: tables.children,
        child: real(item.ref),
        seq,
        conflicts,
      });
    known.set(Number(facts.version), [new Map(changes), new Map(lastValue)]);
  }
  return changes;
};

/** Returns true for a field that a form sends with every contact or line of this kind, touched or not. */
const isSentWithChild = (kind: IntentKind, field: string): boolean => {
  switch (kind) {
    case 'lead':
      return field === 'email';
    case 'outboundInvoice':
      return ['order_id', 'order_record_id', ...PRODUCT_TEXTS].includes(field);
    case 'receipt':
      return true;
    case 'company':
    case 'opportunity':
    case 'trailNote':
      return false;
  }
};

type Conflicts = Verdict['conflicts'];

/** Returns true for one of the three values among which the merge screen lets the user choose. */
const isOffered = (table: FieldTable, { field, base, mine, theirs }: Conflicts[number], value: unknown) => {
  const type = table[field]?.type;
  const text = canonical(type, value);
  return [base, mine, theirs].some((one) => canonical(type, one) === text);
};

/**
 * The merged command, with the value before the merge in each field where the user chose one that the conflict
 * offered: only another value is a new one, which later edits take over.
 */
export const withoutChoices = (
  { command: before, detail: { conflicts } }: Intent,
  merged: Command,
): Command => {
  const tables = KIND_TABLES[merged.kind];
  const kept = (fields: Fields, was: Fields | undefined, table: FieldTable, child?: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => {
        const conflict = conflicts.find((one) => one.field === field && one.child === child);
        const isChoice = conflict !== undefined && isOffered(table, conflict, value);
        return [field, isChoice && was && field in was ? was[field] : value];
      }),
    );
  return {
    ...merged,
    fields: kept(merged.fields, before.fields, tables.fields),
    children: merged.children.map((item) => ({
      ...item,
      fields: kept(
        item.fields,
        before.children.find(({ ref }) => ref === item.ref)?.fields,
        tables.children,
        item.ref,
      ),
    })),
  };
};

/** Returns the other edits of the record that were made before a place in the ledger and not settled there. */
const waitingEdits = (store: Store, intent: Intent): ((seq: number) => Intent[]) => {
  const others = store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .filter((other) => other.id !== intent.id)
    .map((other) => ({
      other,
      from: store.ledger(other.id)[0]?.seq ?? 0,
      until: isSettled(other) ? store.lastEntry(other.id) : Number.POSITIVE_INFINITY,
    }));
  return (seq) => others.flatMap(({ other, from, until }) => (from < seq && seq < until ? [other] : []));
};

const isSettled = ({ state }: Intent): boolean => state === 'applied' || state === 'discarded';

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
 * The edits of one record, each without the fields that another edit changed later: an edit that was refused is
 * corrected while a later one is being sent, or it waits for the user while a later one is delivered. So a reader
 * that lays the edits over the record in this order ends with the user's latest values (OB36, OB43). Returns the
 * same objects where no field is left out.
 */
export const withoutOverruled = (store: Store, intents: readonly Intent[]): readonly Intent[] => {
  if (!mayOverrule(intents)) return intents;
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const changesOf = new Map(intents.map((intent) => [intent, latestChangesOf(store, intent)]));
  const delivered: LatestChanges = new Map();
  for (const [{ state, command }, changes] of changesOf) {
    if (state !== 'applied') continue;
    const said = [
      ...Object.keys(command.fields).map((field) => keyOf(field, '')),
      ...command.children.flatMap(({ ref, fields }) =>
        Object.keys(fields).map((field) => keyOf(field, real(ref))),
      ),
    ];
    for (const key of said) delivered.set(key, Math.max(changes.get(key) ?? 0, delivered.get(key) ?? 0));
  }
  const latest: LatestChanges = new Map();
  return intents.map((intent) => {
    const remaining = (fields: Fields, child: string): Fields =>
      Object.fromEntries(
        Object.keys(fields).flatMap((field) => {
          const key = keyOf(field, child);
          const changed = changesOf.get(intent)?.get(key) ?? 0;
          const isBehind = intent.state !== 'applied' && changed < (delivered.get(key) ?? 0);
          if (isBehind || changed < (latest.get(key) ?? 0)) return [];
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

/** An edit with one version is older than those after it, and hides none of them unless it still waits. */
const mayOverrule = (intents: readonly Intent[]): boolean => {
  const firstWaiting = intents.findIndex(({ state }) => state !== 'applied');
  return (
    intents.slice(0, -1).some(({ version }) => version > 1) ||
    (firstWaiting >= 0 && intents.slice(firstWaiting).some(({ state }) => state === 'applied'))
  );
};
