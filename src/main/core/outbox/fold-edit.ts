/**
 * A later edit of the same record folds into one that has not been sent: one push says both. What was sent and has no
 * verdict is frozen and never folded into (the caller makes a successor). Pure.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';

const foldChild = (into: CommandChild, edit: CommandChild): CommandChild | null => {
  if (edit.remove) return isLocalRef(into.ref) ? null : edit;
  return { ...into, remove: undefined, fields: { ...into.fields, ...edit.fields }, ...(into.custom || edit.custom ? { custom: { ...into.custom, ...edit.custom } } : {}) };
};

/** The command that says what `into` and then `edit` say. */
export const foldCommands = (into: Command, edit: Command): Command => {
  const edits = new Map(edit.children.map((item) => [item.ref, item]));
  const kept = into.children.flatMap((item) => {
    const change = edits.get(item.ref);
    if (!change) return [item];
    const folded = foldChild(item, change);
    return folded ? [folded] : [];
  });
  const known = new Set(into.children.map((item) => item.ref));
  const added = edit.children.filter((item) => !known.has(item.ref) && !(item.remove && isLocalRef(item.ref)));
  return { ...into, fields: { ...into.fields, ...edit.fields }, children: [...kept, ...added] };
};

/**
 * The first sight of each field stays its base: that is what the user saw before changing it. What the second sight shows
 * of `pending` itself is the user's own waiting value, not the server's: such a field stays unknown.
 */
export const foldBases = (first: Snapshot | null, second: Snapshot | null, pending: Command): Snapshot | null => {
  if (!second) return first;
  const seen = Object.fromEntries(Object.entries(second.fields).filter(([key]) => !(key in pending.fields)));
  if (!first) return { ...second, fields: seen };
  const known = new Set(first.children.map((item) => item.ref));
  return { fields: { ...seen, ...first.fields }, children: [...first.children, ...second.children.filter((item) => !known.has(item.ref))], readAt: first.readAt };
};
