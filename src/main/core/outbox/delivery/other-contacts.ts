/**
 * The contacts that an edit of a company (E3) lists besides those that it changes. The contract does not say
 * what happens to a contact that an edit leaves out, and some services require the list. So the edit lists
 * each contact of the record that was read right before, with its id. A contact without an id is not listed,
 * because the service would create it again.
 *
 * Until an edit has proved that omitted fields stay (OB39), a contact is listed with all its values. After
 * that only its id is sent, so that no change of a colleague is undone. Pure.
 */
import type { Command, CommandChild, Snapshot } from '#shared/domain/intent';
import type { Omission } from './check-applied';
import { withLeftOutFields } from './left-out-fields';

export interface ReadContacts extends Snapshot {
  /** The answer had a list of contacts; the list may be empty. */
  hasChildren: boolean;
  /** Fields of which a contact has several values, by its id. E3 takes one: sending one might replace all. */
  several: ReadonlyMap<string, readonly string[]>;
}

const without = (fields: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));

/** Undefined if the contacts are not known: then the edit lists only the contacts that it changes. */
export const otherContacts = (
  command: Command,
  now: ReadContacts,
  omission: Omission | null,
): CommandChild[] | undefined => {
  if (command.kind !== 'company' || command.target === null || !now.hasChildren) return undefined;
  const own = new Set(command.children.map((item) => item.ref));
  const others = now.children
    .filter(({ ref }) => /^[1-9]\d*$/.test(ref) && !own.has(ref))
    .map(({ ref }): CommandChild => ({ ref, fields: {} }));
  if (omission === 'keeps') return others;
  const choosesMain = command.children.some(({ fields }) => fields.main_customer_flag !== undefined);
  return withLeftOutFields({ ...command, fields: {}, children: others }, now).children.map((item) => ({
    ...item,
    fields: without(item.fields, [
      ...(choosesMain ? ['main_customer_flag'] : []),
      ...(now.several.get(item.ref) ?? []),
    ]),
  }));
};
