/**
 * Fields that an edit carries only because the contract requires them in every push, such as the amount of a
 * receipt. The form has shown their values and the user did not change them. Another form may have changed them
 * since, so they are taken from the record as it is when the edit is saved. Pure.
 */
import type { EditBase } from '#shared/contract/outbox';
import { sameChild } from '#shared/domain/child-key';
import type { Command, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { toCommandValue } from '../compare/command-value';

type Fields = Command['fields'];
interface Content {
  command: Command;
  base: Snapshot | null;
}

/** The edit without these fields, because the waiting edit that it is merged into has them. */
export const withoutUnchanged = (command: Command, unchanged: readonly string[]): Command =>
  unchanged.length === 0 ? command : { ...command, fields: without(command.fields, unchanged) };

/**
 * The edit without the fields of contacts and lines that its form did not change (`unchanged`, by ref) and that the
 * waiting edit `into` has: another form set them there. An edit of an invoice lists every line with some of them, and
 * one of a receipt sends a changed line whole.
 */
export const withoutUnchangedIn = (
  command: Command,
  unchanged: Readonly<Record<string, readonly string[]>>,
  into: Command,
  realIdOf: (ref: string) => string | null,
): Command => ({
  ...command,
  children: command.children.map((item) => {
    const real = (ref: string): string => realIdOf(ref) ?? ref;
    const waiting =
      into.children.find(({ ref }) => real(ref) === real(item.ref)) ??
      sameChild(command.kind, into.children, item);
    if (waiting === undefined || waiting.remove || item.remove) return item;
    const names = (unchanged[item.ref] ?? []).filter((name) => name in waiting.fields);
    return names.length === 0 ? item : { ...item, ref: waiting.ref, fields: without(item.fields, names) };
  }),
});

/**
 * The edit as a form that is opened `now` would make it: these fields get the values of the record with all pending
 * work, and the base of these values. A field keeps the form's value if the record does not show it, or shows it in a
 * format that cannot be sent.
 */
export const withUnchangedOfNow = (
  { command, base }: Content,
  unchanged: readonly string[],
  now: EditBase | null,
): Content => {
  const table = KIND_TABLES[command.kind].fields;
  const ofNow: Fields = {};
  for (const name of unchanged) {
    const value = toCommandValue(table[name]?.type, now?.current.fields[name]);
    if (value !== undefined) ofNow[name] = value;
  }
  const known = Object.keys(ofNow);
  if (known.length === 0) return { command, base };
  return {
    command: { ...command, fields: { ...command.fields, ...ofNow } },
    base: base && {
      ...base,
      fields: { ...without(base.fields, known), ...only(now?.base?.fields ?? {}, known) },
    },
  };
};

/** The fields with these names. */
export const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
