/** Which kinds of record this computer has no copy of: a figure of such a kind would be a false nought. */
import type { ResourceName } from '#shared/domain/resources';
import { useSync } from './events';

/** Left out by the person, or not read from this service. */
export type NotHeld = 'left-out' | 'not-offered';

const EMPTY: Readonly<Partial<Record<ResourceName, NotHeld>>> = {};
let last = { key: '', value: EMPTY };

/** Why kinds are not on this computer, by kind; the same object until one of them changes. */
export const useNotHeld = (): Readonly<Partial<Record<ResourceName, NotHeld>>> =>
  useSync(({ state }) => {
    const missing =
      state?.resources.filter((entry) => entry.state === 'left-out' || entry.state === 'not-offered') ?? [];
    const key = missing.map(({ resource, state: why }) => `${resource}:${why}`).join();
    if (key !== last.key)
      last = {
        key,
        value:
          key === '' ? EMPTY : Object.fromEntries(missing.map(({ resource, state: why }) => [resource, why])),
      };
    return last.value;
  });
