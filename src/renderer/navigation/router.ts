/**
 * The current screen, stored in the hash of the address: `#/orders?q=valve&open=order~12`. So every screen,
 * view and opened record has a link. The last query of each screen is kept, and is used again when the user
 * returns to the screen.
 */
import { useSyncExternalStore } from 'react';
import { onOtherAccount } from '../client/of-account';
import { type Screen, SCREENS } from '#shared/domain/screens';

export interface Route {
  screen: Screen;
  params: Readonly<Record<string, string>>;
}

/** Reads a hash; an unknown one means Today. */
export const parseHash = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const screen = SCREENS.find((name) => name === path) ?? 'today';
  return { screen, params: Object.fromEntries(new URLSearchParams(query)) };
};

export const formatHash = ({ screen, params }: Route): string => {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return `#/${screen}${query === '' ? '' : `?${query}`}`;
};

const listeners = new Set<() => void>();
const remembered = new Map<Screen, Readonly<Record<string, string>>>();
let current = parseHash(window.location.hash);

const announce = (): void => {
  current = parseHash(window.location.hash);
  remembered.set(current.screen, current.params);
  for (const listener of listeners) listener();
};
window.addEventListener('popstate', announce);
window.addEventListener('hashchange', announce);

const move = (route: Route, how: 'push' | 'replace'): void => {
  const hash = formatHash(route);
  if (hash === window.location.hash) return;
  if (how === 'push') window.history.pushState(null, '', hash);
  else window.history.replaceState(null, '', hash);
  announce();
};

/** Opens a screen with its last query, or with the given one. */
export const goTo = (screen: Screen, params?: Readonly<Record<string, string>>): void =>
  move({ screen, params: params ?? remembered.get(screen) ?? {} }, 'push');

/** Changes the query of the current screen; `undefined` removes a key. */
export const setParams = (changes: Readonly<Record<string, string | undefined>>): void => {
  const params: Record<string, string> = { ...current.params };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete params[key];
    else params[key] = value;
  }
  move({ screen: current.screen, params }, 'replace');
};

// Every opened record, form and filter: another account has other records. The screen stays.
onOtherAccount(() => {
  remembered.clear();
  move({ screen: current.screen, params: {} }, 'replace');
});

export const currentRoute = (): Route => current;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute);
