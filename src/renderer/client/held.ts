/** Which kinds of record this computer has no copy of: a figure of such a kind would be a false nought. */
import type { ResourceName } from '#shared/domain/resources';
import { useSync } from './events';

/** Left out by the person, not offered by this service, or not permitted to this account. */
export type NotHeld = 'left-out' | 'not-offered' | 'no-permission';

const isNotHeld = (state: string): state is NotHeld =>
  state === 'left-out' || state === 'not-offered' || state === 'no-permission';

/** `list.…` and `customer.…` words for each. */
export const NOT_HELD_WORDS: Readonly<Record<NotHeld, 'leftOut' | 'notOffered' | 'noPermission'>> = {
  'left-out': 'leftOut',
  'not-offered': 'notOffered',
  'no-permission': 'noPermission',
};

const EMPTY: Readonly<Partial<Record<ResourceName, NotHeld>>> = {};
let last = { key: '', value: EMPTY };

/** Why kinds are not on this computer, by kind; the same object until one of them changes. */
export const useNotHeld = (): Readonly<Partial<Record<ResourceName, NotHeld>>> =>
  useSync(({ state }) => {
    const missing = state?.resources.filter((entry) => isNotHeld(entry.state)) ?? [];
    const key = missing.map(({ resource, state: why }) => `${resource}:${why}`).join();
    if (key !== last.key)
      last = {
        key,
        value:
          key === '' ? EMPTY : Object.fromEntries(missing.map(({ resource, state: why }) => [resource, why])),
      };
    return last.value;
  });
