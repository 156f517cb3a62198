/**
 * When the user last changed each field of an edit, as places in the ledger: clocks may be set back. The later of
 * two changes of a field counts, whichever edit of the record it was entered in (OB43).
 */
import { childKey } from '#shared/domain/child-key';
import type { Command, CommandChild, CustomFields, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';
import { alwaysRequired, type FieldTable } from '#shared/domain/push-fields/push-field';
import { canonical } from '../compare/canonical';
import { isSettled } from '../state-machine';
import { DECISION_EVENTS } from '../store/decision-events';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { type Verdict, verdictSchema } from './verdict';

/** The part of the store that tells what was decided about a record, and in which order. */
export type EditHistory = Pick<OutboxStore, 'forRecord' | 'realIdOf' | 'ledger' | 'settledAt' | 'versionOf'>;
type Fields = Readonly<Record<string, unknown>>;
type Conflict = Verdict['conflicts'][number];
type Content =
  | Pick<Command, 'children' | 'fields' | 'custom'>
  | (Pick<Snapshot, 'children' | 'fields'> & { custom?: never });

/** `child/field` → place in the ledger of the user's latest change of it. */
export type LatestChanges = Map<string, number>;
/** `child/field` → the value, in a form that can be compared. */
type Texts = Map<string, string>;

/** The name of a custom field of the record among its other fields. */
export const customKey = (id: string): string => `custom ${id}`;
/** The custom fields of a record under such names. */
export const customAsFields = (custom: CustomFields = {}): Fields =>
  Object.fromEntries(Object.entries(custom).map(([id, value]) => [customKey(id), value]));
/** The key of a field; `child` is the name of a contact or line (`nameOf`), or `''` for a field of the record. */
export const keyOf = (field: string, child: string): string => `${child}/${field}`;
/** The key with the real id of its contact or line, if that is known by now. */
const keyOfNow = (store: Pick<OutboxStore, 'realIdOf'>, key: string): string => {
  const at = key.lastIndexOf('/');
  const child = key.slice(0, at);
  return keyOf(key.slice(at + 1), store.realIdOf(child) ?? child);
};
/**
 * One name for a contact or line in all edits of its record: its real id. The contact of a lead is named by its
 * e-mail (contract E2), because each form that changes it gives it another local id.
 */
export const nameOf = (
  store: Pick<OutboxStore, 'realIdOf'>,
  kind: IntentKind,
  { ref, fields }: Pick<CommandChild, 'ref' | 'fields'>,
): string => (kind === 'lead' && childKey(kind, fields)) || (store.realIdOf(ref) ?? ref);
/** The same for the contact or line of `children` that a conflict is about. */
export const nameOfRef = (
  store: Pick<OutboxStore, 'realIdOf'>,
  { kind, children }: Pick<Command, 'kind' | 'children'>,
  ref: string,
): string => nameOf(store, kind, children.find((item) => item.ref === ref) ?? { ref, fields: {} });

/**
 * The fact `since` of an edit's first ledger entry. The user entered the edit as `version` of the item `id`, of which
 * an earlier version had arrived.
 */
export interface Since {
  id: string;
  version: number;
}
const sinceOf = ({ since }: Readonly<Record<string, unknown>>): Since | null =>
  typeof since === 'object' && since !== null && 'id' in since && 'version' in since
    ? { id: String(since.id), version: Number(since.version) }
    : null;

/**
 * The id of the item in which the user entered an edit, if an earlier version of that item had arrived; null for other
 * edits.
 */
export const originOf = (store: Pick<OutboxStore, 'ledger'>, id: string): string | null => {
  const first = store.ledger(id)[0];
  return (first && sinceOf(first.facts)?.id) ?? null;
};

/** When the user made an edit, as a place in the ledger. */
export const madeAt = (store: Pick<OutboxStore, 'ledger'>, id: string): number => {
  const first = store.ledger(id)[0];
  const since = first ? sinceOf(first.facts) : null;
  return (since && decidedAt(store, since)) ?? first?.seq ?? 0;
};

/** When the user made this version, as a place in the ledger; null if the ledger does not tell. */
export const decidedAt = (store: Pick<OutboxStore, 'ledger'>, { id, version }: Since): number | null =>
  store.ledger(id).findLast(({ event, facts }) => DECISION_EVENTS.has(event) && facts.version === version)
    ?.seq ?? null;

/** Returns true if the user had put this contact or line into the item before place `until` of the ledger. */
export const hadChildBefore = (
  store: Pick<OutboxStore, 'ledger' | 'versionOf'>,
  id: string,
  ref: string,
  until: number,
): boolean =>
  store
    .ledger(id)
    .some(
      ({ seq, event, facts }) =>
        seq < until &&
        DECISION_EVENTS.has(event) &&
        store.versionOf(id, Number(facts.version))?.command.children.some((item) => item.ref === ref),
    );

/** All values of a command or snapshot, with contacts and lines under one name. */
const textsOf = (store: EditHistory, kind: IntentKind, { fields, children, custom }: Content): Texts => {
  const texts: Texts = new Map();
  const add = (of: Fields, table: FieldTable, child: string): void => {
    for (const [field, value] of Object.entries(of))
      texts.set(keyOf(field, child), canonical(table[field]?.type, value));
  };
  add(fields, KIND_TABLES[kind].fields, '');
  add(customAsFields(custom), {}, '');
  for (const item of children) {
    const child = nameOf(store, kind, item);
    add(item.fields, KIND_TABLES[kind].children, child);
    add(customAsFields('custom' in item ? item.custom : undefined), {}, child);
  }
  return texts;
};

/**
 * The keys of the fields that have the same value in both, an empty or missing one included. Custom fields and fields of
 * contacts and lines too.
 */
export const keysOfSameValues = (
  store: EditHistory,
  kind: IntentKind,
  one: Content,
  other: Content,
): string[] => {
  const [here, there] = [textsOf(store, kind, one), textsOf(store, kind, other)];
  return [...new Set([...here.keys(), ...there.keys()])].filter(
    (key) => (here.get(key) ?? '') === (there.get(key) ?? ''),
  );
};

/** The three values among which the merge screen lets the user choose, by field. */
const offeredIn = (store: EditHistory, command: Command, verdict: unknown): Map<string, Set<string>> =>
  new Map(
    (verdictSchema.safeParse(verdict).data?.conflicts ?? []).map((conflict) => {
      const { field, child } = conflict;
      const key = keyOf(field, child === undefined ? '' : nameOfRef(store, command, child));
      return [key, new Set(offered(command.kind, conflict))];
    }),
  );

const offered = (kind: IntentKind, { field, child, base, mine, theirs }: Conflict): string[] => {
  const { fields, children } = KIND_TABLES[kind];
  const type = (child === undefined ? fields : children)[field]?.type;
  return [base, mine, theirs].map((value) => canonical(type, value));
};

interface OtherEdit {
  texts: Texts;
  isDelivered: boolean;
  /**
   * Returns true if it was made before this place in the ledger, and waited there or was delivered. So a form showed its
   * value, also if the copy did not have it yet.
   */
  wasShownAt: (seq: number) => boolean;
}

/** The other edits of the record; discarded ones too, because the user has seen their values. */
const otherEdits = (store: EditHistory, intent: Intent): OtherEdit[] =>
  store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .filter((other) => other.id !== intent.id)
    .map((other) => ({
      texts: textsOf(store, other.kind, other.command),
      isDelivered: other.state === 'applied',
      // Rarely asked, so the ledger is read only then.
      wasShownAt: (seq) => {
        const isDiscarded = isSettled(other.state) && other.state !== 'applied';
        return madeAt(store, other.id) < seq && (!isDiscarded || seq < store.settledAt(other.id));
      },
    }));

/** Returns true for a field that a form sends with every edit of this kind, touched or not. */
const isAlwaysSent = (kind: IntentKind, key: string): boolean => {
  const at = key.lastIndexOf('/');
  const [child, field] = [key.slice(0, at), key.slice(at + 1)];
  if (child === '') return alwaysRequired(KIND_TABLES[kind].fields).includes(field);
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

/**
 * When the user last changed each field of an intent. The first value of a field counts as a change in three
 * cases. It differs from what the user saw. Or it is a value of an own edit that was never delivered, and the form
 * showed it. Or an own edit that waited then, or was delivered since the form was opened, has another value, so the
 * user has set the field back. A field that every push contains counts only in the first case, because the user did not
 * decide to send it.
 *
 * A later value counts as a change if it differs from the one before, or if the user typed it in a form that showed the
 * value of another edit. A choice in a conflict is no change: it settles
 * this edit, and a later edit may have another value. Undo is no change. For an edit that comes from another item
 * (`Since`), the time of the change in that item counts.
 */
export const latestChangesOf = (store: EditHistory, intent: Intent): LatestChanges =>
  walk(store, intent).changes;

/** The changes and the content after each version of the user, and at the end. */
interface Walked {
  changes: LatestChanges;
  known: ReadonlyMap<number, readonly [LatestChanges, Texts]>;
}

const walk = (store: EditHistory, intent: Intent): Walked => {
  const { kind } = intent;
  const others = otherEdits(store, intent);
  let changes: LatestChanges = new Map();
  let last: Texts = new Map();
  const isFirstChange = (key: string, text: string, seen: string | undefined, seq: number): boolean =>
    text !== seen ||
    (!isAlwaysSent(kind, key) &&
      others.some(
        ({ texts, isDelivered, wasShownAt }) =>
          (!isDelivered && texts.get(key) === text) ||
          (texts.has(key) && texts.get(key) !== text && wasShownAt(seq)),
      ));
  /** What was known after each version, for Undo. */
  const known = new Map<number, [LatestChanges, Texts]>();
  const knownAt = (version: unknown) => [...known].findLast(([number]) => number <= Number(version))?.[1];
  for (const { seq, event, facts } of store.ledger(intent.id)) {
    // The item was settled with an earlier version. Later changes are in a separate edit.
    const standing = knownAt(facts.standing);
    if (standing) [changes, last] = [new Map(standing[0]), new Map(standing[1])];
    const version = DECISION_EVENTS.has(event) ? store.versionOf(intent.id, Number(facts.version)) : null;
    if (!version) continue;
    // Undo may restore a version that Satchel made. Its changes are those of the user's version before it.
    const undone = knownAt(facts.undoneTo);
    const restored = undone && store.versionOf(intent.id, Number(facts.undoneTo))?.command;
    if (undone) changes = new Map(undone[0]);
    if (undone) last = new Map([...undone[1], ...(restored ? textsOf(store, kind, restored) : [])]);
    const seen: Texts = version.base ? textsOf(store, kind, version.base) : new Map();
    const choices = offeredIn(store, version.command, facts.verdict);
    const made = changesOfSince(store, intent, sinceOf(facts));
    // Taking back what was copied from another item is no change either: the value is as old as before the copy.
    const copies = Array.isArray(facts.takesBack) ? facts.takesBack.map(Number) : [];
    const typed = new Set(Array.isArray(facts.typed) ? facts.typed : []);
    const unchanged = new Set([
      ...(Array.isArray(facts.unchanged) ? facts.unchanged.map((field) => keyOf(String(field), '')) : []),
      ...(Array.isArray(facts.shown) ? facts.shown.map((key) => keyOfNow(store, String(key))) : []),
    ]);
    const beforeCopies = copies.length === 0 ? undefined : knownAt(Math.min(...copies) - 1)?.[0];
    for (const [key, text] of textsOf(store, kind, version.command)) {
      const before = last.get(key);
      const isOther = before === undefined ? isFirstChange(key, text, seen.get(key), seq) : text !== before;
      const isChange = (isOther && !unchanged.has(key)) || typed.has(key);
      const here = isChange ? (beforeCopies?.get(key) ?? seq) : undefined;
      const place = made === null ? here : made.get(key);
      if (place !== undefined && choices.get(key)?.has(text) !== true) changes.set(key, place);
      last.set(key, text);
    }
    known.set(Number(facts.version), [new Map(changes), new Map(last)]);
  }
  return { changes, known };
};

/**
 * When the user made each change in the item `since.id`. Null if that item is gone, or `since` is null. The user
 * made all changes of the edit after the version that arrived.
 */
const changesOfSince = (store: EditHistory, intent: Intent, since: Since | null): LatestChanges | null => {
  if (since === null) return null;
  const other = store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .find(({ id }) => id === since.id && id !== intent.id);
  if (other === undefined) return null;
  const { changes: arrived, known } = walk(store, other);
  const made = known.get(since.version)?.[0];
  if (made === undefined) return null;
  return new Map([...made].map(([key, seq]) => [key, Math.max(seq, arrived.get(key) ?? 0)]));
};

/**
 * Returns the merged command without the user's choices: if a field has a value that the conflict offered, it gets its
 * value from before the merge. So later edits take over only values that the user entered newly.
 */
export const withoutChoices = (
  { command: before, detail: { conflicts } }: Intent,
  merged: Command,
): Command => {
  const { kind } = merged;
  const tables = KIND_TABLES[kind];
  const kept = (fields: Fields, was: Fields | undefined, table: FieldTable, child?: string) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => {
        const conflict = conflicts.find((one) => one.field === field && one.child === child);
        const text = canonical(table[field]?.type, value);
        const isChoice = conflict !== undefined && offered(kind, conflict).includes(text);
        return [field, isChoice && was && field in was ? was[field] : value];
      }),
    );
  return {
    ...merged,
    fields: kept(merged.fields, before.fields, tables.fields),
    children: merged.children.map((item) => {
      const was = before.children.find(({ ref }) => ref === item.ref)?.fields;
      return { ...item, fields: kept(item.fields, was, tables.children, item.ref) };
    }),
  };
};
