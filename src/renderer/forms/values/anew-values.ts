/** The values of a new record that replaces a record that is gone, from an edit of it. Pure. */
import { pairChildren } from '#shared/domain/child-key';
import type { Command, CustomFields, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { exceeds } from '#shared/domain/invoice-total';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { type FormValues, valuesOf, withOwnTexts } from './form-values';

/** Returns true for a rate of 0: services write it if there is no rate, and the form does not accept it. */
const isNoRate = (kind: IntentKind, name: string, value: unknown): boolean =>
  KIND_TABLES[kind].fields[name]?.kind === 'rate' && !exceeds(value, '0');

/** The creator of the old record; the service sets that of the new one. */
const CREATOR = 'create_user';

/**
 * Returns the values of the new record: those of the base, overridden by the edit; `custom` are the record's own
 * custom fields. Contacts and lines become new ones; those that the edit removes are left out. A number belongs to
 * one record, so the new record gets its own.
 */
export const valuesForNew = (
  kind: IntentKind,
  base: (Pick<Snapshot, 'fields' | 'children'> & { custom?: CustomFields }) | null,
  command: Pick<Command, 'fields' | 'children' | 'custom'>,
  newRef: () => string,
): FormValues => {
  const { numberField } = RESOURCE_INFO[RESOURCE_OF_KIND[kind]];
  const fields = Object.fromEntries(
    Object.entries({ ...base?.fields, ...command.fields }).filter(
      ([name, value]) => name !== CREATOR && name !== numberField && !isNoRate(kind, name, value),
    ),
  );
  const held = base?.children ?? [];
  const { pairs, others } = pairChildren(kind, held, command.children);
  const edited = held.flatMap((child) => {
    const change = pairs.get(child);
    if (change?.remove) return [];
    const own = change?.fields ?? {};
    return [{ fields: { ...child.fields, ...own }, custom: change?.custom, own }];
  });
  const added = others
    .filter(({ remove }) => remove !== true)
    .map((child) => ({ ...child, own: child.fields }));
  const children = [...edited, ...added].map(({ fields: said, custom, own }) => ({
    ref: newRef(),
    fields: said,
    custom,
    own,
  }));
  const values = valuesOf(kind, { fields, custom: { ...base?.custom, ...command.custom }, children });
  return withOwnTexts(kind, values, {
    fields: command.fields,
    children: children.map(({ ref, own }) => ({ ref, fields: own })),
  });
};
