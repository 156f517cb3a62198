/**
 * Finds an edit whose amounts would be sent in a currency that others have set meanwhile (OB25). The user entered them
 * in the currency of before; in the other currency the same number is another amount. Pure.
 */
import type { FieldConflict } from '#shared/contract/outbox-item';
import { sameChild } from '#shared/domain/child-key';
import type { Command, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { compareValues, isNothing } from '../compare/compare-values';

type Fields = Readonly<Record<string, unknown>>;

/** An amount whose name says its currency, such as `cost_unit_price_rmb`. */
const isInOwnCurrency = (key: string): boolean => /_(?:rmb|usd)$/.test(key);

/** Returns true if an amount in the currency of the record differs between these fields. */
const differs = (table: FieldTable, mine: Fields, before: Fields): boolean =>
  Object.entries(mine).some(
    ([key, value]) =>
      table[key]?.kind === 'money' &&
      !isInOwnCurrency(key) &&
      compareValues(table, key, before[key], value) !== 'same' &&
      !(isNothing('decimal', before[key]) && isNothing('decimal', value)),
  );

/** Returns true if the edit has an amount in the currency of the record that the base does not have. */
const changesAmounts = ({ kind, fields, children }: Command, base: Snapshot): boolean => {
  const tables = KIND_TABLES[kind];
  return (
    differs(tables.fields, fields, base.fields) ||
    children.some((child) =>
      differs(tables.children, child.fields, sameChild(kind, base.children, child)?.fields ?? {}),
    )
  );
};

/**
 * Returns the conflict about the currency, or none. `written`: the currencies that our own edits wrote or may have
 * written. If the edit itself sets another currency, the merge of this field has decided already.
 */
export const currencyConflict = (
  command: Command,
  base: Snapshot | null,
  theirs: Snapshot,
  written: readonly unknown[],
): FieldConflict[] => {
  const { currency: mine } = command.fields;
  const before = base?.fields.currency;
  const now = theirs.fields.currency;
  if (base === null || isNothing('text', before) || isNothing('text', now)) return [];
  const { fields: table } = KIND_TABLES[command.kind];
  const same = (a: unknown, b: unknown): boolean => compareValues(table, 'currency', a, b) === 'same';
  if (same(before, now) || written.some((value) => same(value, now))) return [];
  if (mine !== undefined && !same(mine, before)) return [];
  if (!changesAmounts(command, base)) return [];
  return [{ field: 'currency', base: before, mine: mine ?? before, theirs: now }];
};
