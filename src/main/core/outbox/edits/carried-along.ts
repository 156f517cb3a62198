/**
 * Fields that an edit carries only because every push of its kind does, such as the amount of a receipt (contract E7):
 * the user did not change them in it. The value may come from another edit that was on its way when this one was saved.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { alwaysRequired } from '#shared/domain/push-fields/push-field';
import { toCommandValue } from '../compare/command-value';
import { compareValues } from '../compare/compare-values';
import type { Intent } from '../store/intent-record';
import { keyOf, latestChangesOf, type EditHistory } from './latest-changes';
import type { OwnWrites } from './merge-edit';
import { baseWithoutUndelivered } from './own-writes';

/** The names of these fields. None if the ledger may not tell all changes of the user. */
export const carriedAlong = (store: EditHistory, intent: Intent): ReadonlySet<string> => {
  const names = alwaysRequired(KIND_TABLES[intent.kind].fields);
  const ledger = store.ledger(intent.id);
  const isKnown = ledger.length > 0 && ledger.every(({ event }) => event !== 'unreadable');
  if (intent.command.target === null || names.length === 0 || !isKnown) return new Set();
  const changes = latestChangesOf(store, intent);
  return new Set(names.filter((name) => !changes.has(keyOf(name, ''))));
};

/**
 * The command without a carried value of an edit that was not delivered: the field gets the value that the user saw
 * before that edit, or is left out. A value that another own edit has delivered stays.
 */
export const withoutUndeliveredAlong = (
  store: EditHistory,
  intent: Intent,
  command: Command,
  carried: ReadonlySet<string>,
): Command => {
  const table = KIND_TABLES[intent.kind].fields;
  const others = store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .filter(({ id }) => id !== intent.id);
  const fields = { ...command.fields };
  for (const name of carried) {
    if (!(name in fields)) continue;
    const having = others.filter(
      (other) =>
        name in other.command.fields &&
        compareValues(table, name, other.command.fields[name], fields[name]) === 'same',
    );
    if (having.length === 0 || having.some(({ state }) => state === 'applied')) continue;
    const before = toCommandValue(table[name]?.type, baseWithoutUndelivered(store, intent)?.fields[name]);
    if (before === undefined) delete fields[name];
    else fields[name] = before;
  }
  return { ...command, fields };
};

/**
 * For the merge with the record: the user has not changed these fields, so the record keeps its values. Own earlier
 * values are no reason to write them again.
 */
export const asUnchanged = (
  carried: ReadonlySet<string>,
  { fields }: Command,
  base: Snapshot | null,
  own: OwnWrites,
): { base: Snapshot | null; own: OwnWrites } => {
  const seen = Object.fromEntries(
    [...carried].flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
  );
  return {
    base: base && { ...base, fields: { ...base.fields, ...seen } },
    own: (field, child) => (child === undefined && carried.has(field) ? [] : own(field, child)),
  };
};
