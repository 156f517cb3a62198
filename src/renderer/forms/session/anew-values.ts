/** The values of a new record that replaces a record that is gone, from an edit of it. Pure. */
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { type FormValues, valuesOf } from './form-values';

/** A number belongs to one record, so the new record gets its own. */
const OWN_NUMBER = 'serial_id';

/**
 * Returns the values of the new record: those of the base, overridden by the edit. Contacts and lines become
 * new ones; those that the edit removes are left out.
 */
export const valuesForNew = (
  kind: IntentKind,
  base: Pick<Snapshot, 'fields' | 'children'> | null,
  command: Pick<Command, 'fields' | 'children'>,
  newRef: () => string,
): FormValues => {
  const { [OWN_NUMBER]: _, ...fields } = { ...base?.fields, ...command.fields };
  const edited = new Map(command.children.map((child) => [child.ref, child]));
  const held = (base?.children ?? []).map((child) => ({
    ...child,
    ...edited.get(child.ref),
    fields: { ...child.fields, ...edited.get(child.ref)?.fields },
  }));
  const known = new Set(held.map(({ ref }) => ref));
  const children = [...held, ...command.children.filter(({ ref }) => !known.has(ref))].filter(
    (child) => !('remove' in child && child.remove === true),
  );
  return valuesOf(kind, {
    fields,
    children: children.map(({ fields: said }) => ({ ref: newRef(), fields: said })),
  });
};
