/**
 * What this user's own intents did to a record, for the merge before an edit is sent. The user's own earlier writes
 * never count as changes by others. Values of own edits that never arrived count neither as the user's writes nor as
 * changes by others. The same holds for contacts and lines, under their local and their real ids.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, CustomFields, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { canonical } from '../compare/canonical';
import { compareValues } from '../compare/compare-values';
import { mergeSnapshotChildren } from './fold-edit';
import { DECISION_EVENTS } from '../store/decision-events';
import type { Intent } from '../store/intent-record';
import { keyOf } from './latest-changes';
import type { OwnWrites } from './merge-edit';
import type { OutboxStore } from '../store/outbox-store';
import { verdictSchema } from './verdict';

type Store = Pick<OutboxStore, 'forRecord' | 'realIdOf' | 'ledger' | 'versionOf'>;
type Fields = Record<string, unknown>;

const real = (store: Store, ref: string): string => store.realIdOf(ref) ?? ref;

/** The commands of an intent as the user saved them, without what a merge changed when they were sent. */
const savedCommands = (store: Store, intent: Intent): Command[] =>
  store
    .ledger(intent.id)
    .filter(({ event }) => DECISION_EVENTS.has(event))
    .flatMap(({ facts }) => store.versionOf(intent.id, Number(facts.version))?.command ?? []);

/**
 * The last value that a command gives to a field of a contact or line. A contact without an id of the service is
 * known by its key.
 */
const childFields = (
  store: Store,
  { kind, children }: Pick<Command, 'kind' | 'children'>,
  child: Pick<CommandChild, 'ref' | 'fields'>,
  field: string,
): Fields | undefined =>
  children.findLast(
    (item) =>
      field in item.fields && sameChild(kind, [{ ...item, ref: real(store, item.ref) }], child) !== undefined,
  )?.fields;

/**
 * The values that our own intents may have written to a field of this record, or of one of its contacts or
 * lines: the value of the latest applied intent, of each later one that was sent without a verdict, and of each
 * earlier attempt of this intent.
 * Discarded ones count, because discarding does not undo a request. A value that the user never saved does
 * not count: a merge took it from the record, so it is somebody else's.
 */
export const ownWrites = (store: Store, intent: Intent): OwnWrites => {
  const sent = sentOthers(store, intent);
  const decided = decisionsOf(store, intent).at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const tables = KIND_TABLES[intent.kind];
  return (field, child) => {
    const values: unknown[] = [];
    const table = child === undefined ? tables.fields : tables.children;
    if (table[field] === undefined) return values;
    const own = intent.command.children.find(({ ref }) => ref === child || real(store, ref) === child);
    const fieldsOf = (command: Command): Fields | undefined =>
      child === undefined
        ? command.fields
        : childFields(store, command, { ref: child, fields: own?.fields ?? {} }, field);
    const isSaved = (other: Intent, value: unknown): boolean => {
      const saved = savedCommands(store, other);
      // If no version can be read, it is unknown whether the user saved the value. It then counts as our own.
      return saved.length === 0 || saved.some((command) => isSame(fieldsOf(command)?.[field], value));
    };
    const isSame = (held: unknown, value: unknown): boolean =>
      held !== undefined && compareValues(table, field, resolveValue(store, held), value) === 'same';
    for (const version of intent.detail.sentVersions) {
      const attempt = store.versionOf(intent.id, version);
      const fields = attempt && fieldsOf(attempt.command);
      if (!fields || !(field in fields)) continue;
      const value = resolveValue(store, fields[field]);
      if (isSaved(intent, value)) values.push(value);
    }
    const valueIn = (command: Command): unknown[] => {
      const fields = fieldsOf(command);
      return fields && field in fields ? [resolveValue(store, fields[field])] : [];
    };
    /** What the latest delivered item sent although its user did not save it there; null before that item. */
    let carried: unknown[] | null = null;
    for (const other of sent) {
      const attempts = attemptsOf(store, other).flatMap(valueIn);
      const present = valueIn(other.command);
      const written = [...attempts, ...present];
      if (written.length === 0) continue;
      // What the user changed after he removed the line is a reason to ask.
      if (own?.remove && sentAt(store, other) > decided) break;
      const isDelivered = other.state === 'applied' && present.length > 0;
      const saved = written.filter((value) => isSaved(other, value));
      if (carried === null) {
        values.push(...saved);
        if (isDelivered) carried = written.filter((value) => !saved.includes(value));
        continue;
      }
      if (!isDelivered) continue;
      // The item took over the value of an earlier one (OB43). Otherwise a merge took it from the record.
      const isCarried = (value: unknown): boolean => carried?.some((one) => isSame(one, value)) === true;
      values.push(...saved.filter(isCarried));
      if (saved.some(isCarried) || !written.some(isCarried)) break;
    }
    return values;
  };
};
/**
 * The values that our own intents, and earlier attempts of this one, may have written to custom fields of the
 * record.
 */
export const ownCustom = (store: Store, intent: Intent): ((id: string) => CustomFields[string][]) => {
  const attempts = intent.detail.sentVersions.map((version) => store.versionOf(intent.id, version)?.command);
  const others = sentOthers(store, intent);
  return (id) => {
    const values = attempts.map((command) => command?.custom?.[id]);
    for (const other of others) {
      values.push(...[other.command, ...attemptsOf(store, other)].map(({ custom }) => custom?.[id]));
      // A value from before the latest delivered one is somebody else's if the record has it again.
      if (other.state === 'applied' && other.command.custom?.[id] !== undefined) break;
    }
    return values.filter((value) => value !== undefined);
  };
};

/** What the attempts without a verdict have sent of an item, except its present version. They may arrive late. */
const attemptsOf = (store: Store, { id, version, detail }: Intent): Command[] =>
  detail.sentVersions
    .filter((sent) => sent !== version)
    .flatMap((sent) => store.versionOf(id, sent)?.command ?? []);

/**
 * The other items of the record that may have changed it, the one that was sent last first. An earlier edit may be
 * corrected, and so sent after a later one.
 */
const sentOthers = (store: Store, intent: Intent): Intent[] => {
  const others = store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .filter(
      (other) =>
        other.id !== intent.id && (other.state === 'applied' || other.detail.sentVersions.length > 0),
    );
  if (others.length < 2) return others;
  const places = new Map(others.map((other) => [other.id, sentAt(store, other)]));
  return others.toSorted((a, b) => places.get(b.id)! - places.get(a.id)!);
};

/**
 * When an item was sent last, as a place in the ledger; when it was settled, if nothing had to be sent. Of an item that
 * is not delivered, only the attempts without a verdict count.
 */
const sentAt = (store: Store, { id, state, detail }: Intent): number => {
  const ledger = store.ledger(id);
  const isOpen = (version: unknown): boolean =>
    state === 'applied' || detail.sentVersions.includes(Number(version));
  const sent =
    ledger.findLast(({ event, facts }) => event === 'sending' && isOpen(facts.version)) ??
    ledger.findLast(({ event }) => event !== 'checked');
  return sent?.seq ?? 0;
};

const resolveValue = (store: Store, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('local:') ? real(store, value) : value;

interface TakingBack {
  before: Fields | undefined;
  table: FieldTable;
  isKept: (field: string, value: unknown) => boolean;
}

/**
 * Returns `fields` without the values of an edit that never arrived. `never` are the fields of that edit,
 * `before` those of its base. A field with the value of that edit gets the value of the base; without one it
 * is left out, which means unknown. `isKept`: the user knows this value from the service.
 */
const takenBack = (fields: Fields, never: Fields, { before, table, isKept }: TakingBack): Fields => {
  const out = { ...fields };
  for (const key of Object.keys(out)) {
    if (!(key in never) || canonical(table[key]?.type, never[key]) !== canonical(table[key]?.type, out[key]))
      continue;
    if (isKept(key, out[key])) continue;
    if (before && key in before) out[key] = before[key];
    else delete out[key];
  }
  return out;
};

type SavedVersion = Pick<Intent, 'command' | 'base'>;

const decisionsOf = (store: Store, intent: Intent) =>
  store.ledger(intent.id).filter(({ event }) => DECISION_EVENTS.has(event));

/**
 * The versions of another edit that were saved before place `until` of the ledger, the newest first. The user cannot
 * have seen a later version: its base may have a colleague's change that this user never saw. If no version can be
 * read, the present content of the edit is used.
 */
const versionsBefore = (store: Store, other: Intent, until: number): SavedVersion[] => {
  const versions = decisionsOf(store, other).flatMap(({ seq, facts }) => {
    const version = store.versionOf(other.id, Number(facts.version));
    return version ? [{ seq, version }] : [];
  });
  if (versions.length === 0) return [other];
  return versions
    .filter(({ seq }) => seq < until)
    .map(({ version }) => version)
    .toReversed();
};

/** The values of the service about which the user decided last in a conflict, by the real id of the child and field. */
const decidedValues = (store: Store, intent: Intent): ReadonlyMap<string, unknown> => {
  const conflicts = decisionsOf(store, intent)
    .map(({ facts }) => verdictSchema.safeParse(facts.verdict).data)
    .findLast((verdict) => verdict?.state === 'conflict')?.conflicts;
  return new Map(
    (conflicts ?? []).map(({ child, field, theirs }) => [
      keyOf(field, child === undefined ? '' : real(store, child)),
      theirs,
    ]),
  );
};

/**
 * What the user saw may contain values of own edits that never arrived (discarded, refused, waiting). Each such
 * value is replaced by the base that this edit had when it was seen, or becomes unknown. Contacts and lines are
 * matched by their real ids. A value that the user saw in a conflict is from the service, also if such an edit has
 * the same one.
 */
export const baseWithoutUndelivered = (store: Store, intent: Intent): Snapshot | null => {
  if (!intent.base) return null;
  const tables = KIND_TABLES[intent.kind];
  const sights = (base: Snapshot): Snapshot['children'] =>
    mergeSnapshotChildren(
      intent.kind,
      base.children.map((item) => ({ ...item, ref: real(store, item.ref) })),
    );
  const decided = decidedValues(store, intent);
  const isDecided =
    (child: string, table: FieldTable) =>
    (field: string, value: unknown): boolean => {
      const key = keyOf(field, child);
      const type = table[field]?.type;
      return decided.has(key) && canonical(type, decided.get(key)) === canonical(type, value);
    };
  let { fields } = intent.base;
  let children = sights(intent.base);
  const takeBack = ({ command, base }: SavedVersion): void => {
    fields = takenBack(fields, command.fields, {
      before: base?.fields,
      table: tables.fields,
      isKept: isDecided('', tables.fields),
    });
    const before = new Map(base ? sights(base).map((item) => [item.ref, item.fields]) : []);
    for (const item of command.children) {
      const ref = real(store, item.ref);
      const by = { before: before.get(ref), table: tables.children, isKept: isDecided(ref, tables.children) };
      children = children.map((sight) =>
        sight.ref === ref ? { ref, fields: takenBack(sight.fields, item.fields, by) } : sight,
      );
    }
  };
  const saved = decisionsOf(store, intent).at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  for (const other of store.forRecord(intent.kind, intent.command.target ?? intent.id, true)) {
    if (other.state === 'applied' || other.id === intent.id) continue;
    versionsBefore(store, other, saved).forEach(takeBack);
  }
  return { ...intent.base, fields, children };
};
