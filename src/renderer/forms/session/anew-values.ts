/** The values of a record that is begun anew from an edit whose record is gone. Pure. */
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { type FormValues, valuesOf } from './form-values';

/** Numbers belong to one record; a new one gets its own. */
const OWN_NUMBER = 'serial_id';

/**
 * The values of the new record: the base's, then the edit's; contacts and lines as new ones, without those
 * that the edit removes.
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
