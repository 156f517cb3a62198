/**
 * The user's latest value of a field counts, whichever edit of the record it was entered in. An edit that was
 * refused or in conflict may be sent after later ones. Its older values must not undo what a later edit
 * changed and delivered. This holds for money too: both values are the user's own.
 */
import type { Command, CommandChild, CustomFields, Snapshot } from '#shared/domain/intent';
import type { Intent } from '../store/intent-record';
import {
  customAsFields,
  customKey,
  keyOf,
  type LatestChanges,
  latestChangesOf,
  madeAt,
  nameOf,
  nameOfRef,
  originOf,
  type EditHistory,
} from './latest-changes';

type Fields = Record<string, unknown>;

/**
 * The edit as it should be sent: `command` (references resolved) and `base`. If an edit that was delivered
 * meanwhile changed a field later, the field takes the value of that edit. The base takes it too, so that a
 * colleague's change since then is kept. Returns the same objects when no field changes.
 */
export const applyLaterEdits = (
  store: EditHistory,
  intent: Intent,
  command: Command,
): { command: Command; base: Snapshot | null } => {
  const { base } = intent;
  // Before and after are places in the ledger: a clock may have been set back between the two.
  const made = begunAt(store, intent.id);
  const others =
    command.target === null
      ? []
      : store
          .forRecord(intent.kind, command.target)
          .filter(
            (other) =>
              other.id !== intent.id && other.state === 'applied' && store.settledAt(other.id) > made,
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
    note(customAsFields(other.command.custom), '');
    for (const item of other.command.children) {
      const name = nameOf(store, other.kind, item);
      note(item.fields, name);
      note(customAsFields(item.custom), name);
    }
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
  const overCustom = (custom: CustomFields | undefined, child: string): { custom?: CustomFields } => {
    if (custom === undefined) return {};
    const own = over(customAsFields(custom), child);
    const entries = Object.keys(custom).map((id) => [id, own[customKey(id)]]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of custom fields alone
    return { custom: Object.fromEntries(entries) as CustomFields };
  };
  const nameIn = (item: Snapshot['children'][number]): string => nameOf(store, command.kind, item);
  const children = command.children.map((item): CommandChild => ({
    ...item,
    fields: over(item.fields, nameIn(item)),
    ...overCustom(item.custom, nameIn(item)),
  }));
  const seen = base && {
    ...base,
    fields: { ...base.fields, ...only(command.fields, '') },
    children: base.children.map((sight) => {
      const item = command.children.find((one) => nameIn(one) === nameIn(sight));
      return item ? { ...sight, fields: { ...sight.fields, ...only(item.fields, nameIn(item)) } } : sight;
    }),
  };
  const fields = over(command.fields, '');
  return { command: { ...command, fields, children, ...overCustom(command.custom, '') }, base: seen };
};

/**
 * The place in the ledger before which the user changed nothing in an edit. One that comes from another item may have
 * changes of all versions of that item.
 */
const begunAt = (store: EditHistory, id: string): number => {
  const origin = originOf(store, id);
  return origin === null || store.ledger(origin).length === 0 ? madeAt(store, id) : begunAt(store, origin);
};

/**
 * The edits in conflict about a field that the user changed later in `delivered`: their conflicts say what the
 * service had before.
 */
export const outdatedConflicts = (store: EditHistory, delivered: Intent): Intent[] => {
  const { target } = delivered.command;
  if (target === null) return [];
  const inConflict = store
    .forRecord(delivered.kind, target)
    .filter(({ id, state }) => id !== delivered.id && state === 'conflict');
  if (inConflict.length === 0) return [];
  const later = latestChangesOf(store, delivered);
  return inConflict.filter((intent) => {
    const mine = latestChangesOf(store, intent);
    return intent.detail.conflicts.some(({ field, child }) => {
      const key = keyOf(field, child === undefined ? '' : nameOfRef(store, intent.command, child));
      return (later.get(key) ?? 0) > (mine.get(key) ?? 0);
    });
  });
};

/**
 * The edits of one record, each without the fields that the user changed later in another edit. So whoever applies the
 * edits in this order ends with the user's latest values (OB36, OB43). This matters if a refused edit is corrected
 * while a later one is being sent, or waits for the user while a later one is delivered. An edit from which no field is
 * left out is returned as the same object.
 */
export const withoutOverruled = (store: EditHistory, intents: readonly Intent[]): readonly Intent[] => {
  if (!mayOverrule(intents)) return intents;
  const changesOf = new Map(intents.map((intent) => [intent, latestChangesOf(store, intent)]));
  const delivered: LatestChanges = new Map();
  for (const [{ kind, state, command }, changes] of changesOf) {
    if (state !== 'applied') continue;
    const said = [
      ...fieldNames(command).map((field) => keyOf(field, '')),
      ...command.children.flatMap((item) =>
        fieldNames(item).map((field) => keyOf(field, nameOf(store, kind, item))),
      ),
    ];
    for (const key of said) delivered.set(key, Math.max(changes.get(key) ?? 0, delivered.get(key) ?? 0));
  }
  const latest: LatestChanges = new Map();
  return intents.map((intent) => {
    const isLatest = (field: string, child: string): boolean => {
      const key = keyOf(field, child);
      const changed = changesOf.get(intent)?.get(key) ?? 0;
      const isBehind = intent.state !== 'applied' && changed < (delivered.get(key) ?? 0);
      if (isBehind || changed < (latest.get(key) ?? 0)) return false;
      latest.set(key, changed);
      return true;
    };
    const remaining = <T>(of: Readonly<Record<string, T>>, child: string): Record<string, T> =>
      Object.fromEntries(Object.entries(of).filter(([field]) => isLatest(field, child)));
    const remainingCustom = ({ custom }: Pick<Command, 'custom'>, child: string): { custom?: CustomFields } =>
      custom === undefined
        ? {}
        : {
            custom: Object.fromEntries(
              Object.entries(custom).filter(([id]) => isLatest(customKey(id), child)),
            ),
          };
    const { command } = intent;
    // The contact of a lead keeps its e-mail, which names it.
    const named = ({ email }: Fields): Fields =>
      intent.kind === 'lead' && email !== undefined ? { email } : {};
    const children = command.children.map((item) => {
      const name = nameOf(store, intent.kind, item);
      const fields = { ...named(item.fields), ...remaining(item.fields, name) };
      return { ...item, fields, ...remainingCustom(item, name) };
    });
    const reduced = {
      ...command,
      fields: remaining(command.fields, ''),
      children,
      ...remainingCustom(command, ''),
    };
    const count = (of: Command): number =>
      of.children.reduce((sum, item) => sum + fieldNames(item).length, fieldNames(of).length);
    return count(reduced) === count(command) ? intent : { ...intent, command: reduced };
  });
};

/** The names of all fields of a record, contact or line; those of custom fields as in `latest-changes.ts`. */
const fieldNames = ({ fields, custom }: Pick<Command, 'fields' | 'custom'>): string[] =>
  Object.keys({ ...fields, ...customAsFields(custom) });

/**
 * An edit with one version was not changed after the edits behind it, so it hides none of their fields unless it still
 * waits. Behind one that waits, an edit may have fields that its user did not change.
 */
const mayOverrule = (intents: readonly Intent[]): boolean => {
  const firstWaiting = intents.findIndex(({ state }) => state !== 'applied');
  return (
    intents.slice(0, -1).some(({ version }) => version > 1) ||
    (firstWaiting >= 0 && firstWaiting < intents.length - 1)
  );
};
