/**
 * Contacts and lines of items in doubt that the copy already has. The real ids are not known yet, but the copy shows
 * children that the items may have added. They are the same for the screen. When the items are settled, the same
 * comparison decides (`compare-sent.ts`). Contacts of a lead have ids in the copy too, although a push
 * cannot name them by these. Lines of a receipt have no ids, so none is found. Pure.
 */
import { isLocalRef, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { matchChildren } from '../compare/compare-sent';
import { childrenBefore, type Intent } from '../store/intent-record';
import type { Resolve } from './overlay-columns';

/** New children of this item may be in the CRM already. */
const isInDoubt = ({ state, command, detail }: Intent): boolean =>
  command.children.length > 0 &&
  command.target !== null &&
  state !== 'applied' &&
  detail.sentVersions.length > 0;

/**
 * Resolves local ids with those children too. `intents`: the items of the record; `readCopy` returns the record on this
 * computer.
 */
export const resolveInDoubt = (
  intents: readonly Intent[],
  readCopy: () => (Snapshot & { hasChildren: boolean }) | null,
  resolve: Resolve,
): Resolve => {
  const doubtful = intents.filter(isInDoubt);
  const copy = doubtful.length === 0 ? null : readCopy();
  if (!copy?.hasChildren) return resolve;
  const found = new Map<string, string>();
  /** A child that another local id names is no new one. */
  const named = intents.flatMap(({ command }) =>
    command.children.flatMap(({ ref }) => (isLocalRef(ref) ? (resolve(ref) ?? []) : [])),
  );
  for (const intent of doubtful) {
    const { kind, base, command } = intent;
    const seen = (base?.children ?? []).map(({ ref }) => resolve(ref) ?? ref);
    const known = new Set([...childrenBefore(intent), ...seen, ...named, ...found.values()]);
    const added = command.children.filter(({ ref }) => resolve(ref) === null && !found.has(ref));
    for (const [ref, id] of matchChildren(added, copy.children, KIND_TABLES[kind].children, known))
      found.set(ref, id);
  }
  return found.size === 0 ? resolve : (ref) => resolve(ref) ?? found.get(ref) ?? null;
};
