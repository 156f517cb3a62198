/**
 * Gives each contact and line one name. A form that was opened before the service answered uses the local id, a form
 * that was opened later uses the real id. Two edits can be merged only if both use the same id. Pure.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import { foldChild, foldSameChildren, isOnlyListed, mergeSnapshotChildren } from './fold-edit';
import { only } from './unchanged-fields';

/** The real id of a local id; null without one. */
type RealIdOf = (localRef: string) => string | null;

/** What was saved: a command, and what its form had shown. */
interface Saved {
  command: Command;
  base: Snapshot | null;
}

const realOf =
  (realIdOf: RealIdOf) =>
  (ref: string): string =>
    (isLocalRef(ref) ? realIdOf(ref) : null) ?? ref;

const renamed = <T extends Saved>(saved: T, nameOf: (ref: string) => string): T => {
  const { command, base } = saved;
  const rename = <C extends { ref: string }>(item: C): C => ({ ...item, ref: nameOf(item.ref) });
  return {
    ...saved,
    command: { ...command, children: foldSameChildren(command.children.map(rename)) },
    base: base && { ...base, children: mergeSnapshotChildren(command.kind, base.children.map(rename)) },
  };
};

/**
 * Returns a waiting edit and a later edit of the same record. Both use the ids that the waiting edit uses for contacts
 * and lines. A child that the later edit removes keeps its real id, because the service does not know the local id.
 */
export const underOneName = <T extends Saved>(
  waiting: T,
  later: Saved,
  realIdOf: RealIdOf,
): { waiting: T; later: Saved } => {
  const real = realOf(realIdOf);
  const names = new Map(waiting.command.children.map(({ ref }) => [real(ref), ref]));
  for (const { ref, remove } of later.command.children) if (remove && !isLocalRef(ref)) names.set(ref, ref);
  const nameOf = (ref: string): string => names.get(real(ref)) ?? ref;
  return { waiting: renamed(waiting, nameOf), later: renamed(later, nameOf) };
};

/**
 * The content of a waiting edit in which each contact and line occurs once. After its first save was merged into a
 * waiting edit, a form continues with that edit. Its children come first, those that the form changed come after them,
 * and the two may name one child by different ids. If the waiting edit removes a line that the form only lists, the
 * line stays removed. `base`: what the form has shown. `typedIn`: the fields that the user changed, by ref; the waiting
 * edit keeps the others, because another form may have set them there.
 */
export const withoutDoubles = (
  command: Command,
  base: Snapshot | null,
  realIdOf: RealIdOf,
  typedIn?: Readonly<Record<string, readonly string[]>>,
): Command => {
  const real = realOf(realIdOf);
  const shown = base && {
    ...base,
    children: base.children.map((item) => ({ ...item, ref: real(item.ref) })),
  };
  const children = new Map<string, CommandChild>();
  for (const item of command.children) {
    const ref = real(item.ref);
    const earlier = children.get(ref);
    const isStillRemoved = earlier?.remove && isOnlyListed(command.kind, { ...item, ref }, shown);
    if (isStillRemoved) continue;
    const change =
      typedIn && earlier && !earlier.remove
        ? { ...item, fields: only(item.fields, typedIn[item.ref] ?? []) }
        : item;
    children.set(ref, earlier ? (foldChild(earlier, change) ?? item) : item);
  }
  return children.size === command.children.length
    ? command
    : { ...command, children: [...children.values()] };
};
