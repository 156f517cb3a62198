/** Kinds of record of which this computer has no copy. Showing 0 for such a kind would be wrong. */
import type { ResourceName } from '#shared/domain/resources';
import { useSync } from './events';

/** The user left it out, the service does not offer it, or the account may not read it. */
export type MissingReason = 'left-out' | 'not-offered' | 'no-permission';

export const isMissing = (state: string): state is MissingReason =>
  state === 'left-out' || state === 'not-offered' || state === 'no-permission';

/** The text key in `list.…` and `missing.…` of each reason. */
export const MISSING_WORDS: Readonly<Record<MissingReason, 'leftOut' | 'notOffered' | 'noPermission'>> = {
  'left-out': 'leftOut',
  'not-offered': 'notOffered',
  'no-permission': 'noPermission',
};

/** Returns true if this computer has a copy of the kind, complete or not. */
export const isKindHere = (kind: ResourceName): boolean =>
  useSync.getState().state?.resources.some(({ resource, state }) => resource === kind && !isMissing(state)) ??
  false;

/** Returns true if every record of the kind in the service is on this computer. */
export const isKindComplete = (kind: ResourceName): boolean =>
  useSync
    .getState()
    .state?.resources.some(({ resource, completeAsOf }) => resource === kind && completeAsOf !== null) ??
  false;

/** Those of these kinds whose copy is not complete, so that a record which is not here may be in the CRM. */
export const useIncompleteKinds = (kinds: readonly ResourceName[]): ResourceName[] => {
  // A text, because it is the same until one of them changes.
  const incomplete = useSync(
    ({ state }) =>
      state?.resources
        .filter((entry) => entry.completeAsOf === null && !isMissing(entry.state))
        .map(({ resource }) => resource)
        .join() ?? '',
  ).split(',');
  return kinds.filter((kind) => incomplete.includes(kind));
};

/** Returns true while the copy of one of these kinds is not complete. */
export const useIncomplete = (kinds: readonly ResourceName[]): boolean =>
  useIncompleteKinds(kinds).length > 0;

const EMPTY: Readonly<Partial<Record<ResourceName, MissingReason>>> = {};
let last = { key: '', value: EMPTY };

/** Why a kind is not on this computer, by kind; the same object until one of them changes. */
export const useMissingKinds = (): Readonly<Partial<Record<ResourceName, MissingReason>>> =>
  useSync(({ state }) => {
    const missing = state?.resources.filter((entry) => isMissing(entry.state)) ?? [];
    const key = missing.map(({ resource, state: why }) => `${resource}:${why}`).join();
    if (key !== last.key)
      last = {
        key,
        value:
          key === '' ? EMPTY : Object.fromEntries(missing.map(({ resource, state: why }) => [resource, why])),
      };
    return last.value;
  });
