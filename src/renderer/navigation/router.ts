/**
 * The current screen, stored in the hash of the address: `#/orders?q=valve&open=order~12`. So every screen,
 * view and opened record has a link. The last query of each screen is kept, and is used again when the user
 * returns to the screen. Each entry of the browser's history is marked with the account that was open, so that
 * going back never shows the query of another account.
 */
import { useSyncExternalStore } from 'react';
import { onOtherAccount } from '../client/of-account';
import { isObject } from '#shared/domain/is-object';
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

/**
 * Names the time during which one account is open. It is in the state of each history entry of that time.
 * Undefined before `markHistory`.
 */
let mark: string | undefined;
const markOf = (state: unknown): string | undefined =>
  isObject(state) && typeof state.account === 'string' ? state.account : undefined;

const write = (hash: string, how: 'push' | 'replace'): void => {
  const state = mark === undefined ? null : { account: mark };
  if (how === 'push') window.history.pushState(state, '', hash);
  else window.history.replaceState(state, '', hash);
};

/** Reads the address. An entry without a mark is new: a link or the user's typing made it. */
const readAddress = (): Route => {
  const route = parseHash(window.location.hash);
  const found = mark === undefined ? undefined : markOf(window.history.state);
  if (found === mark) return route;
  const shown = found === undefined ? route : { screen: route.screen, params: {} };
  write(found === undefined ? window.location.hash : formatHash(shown), 'replace');
  return shown;
};
let current = parseHash(window.location.hash);

const markEntry = (name: string): void => {
  mark = name;
  write(window.location.hash, 'replace');
};

/** Marks the history entries of this window from now on. Called once, before the first screen. */
export const markHistory = (): void => markEntry(markOf(window.history.state) ?? crypto.randomUUID());

const announce = (): void => {
  current = readAddress();
  remembered.set(current.screen, current.params);
  for (const listener of listeners) listener();
};
window.addEventListener('popstate', announce);
window.addEventListener('hashchange', announce);

const move = (route: Route, how: 'push' | 'replace'): void => {
  const hash = formatHash(route);
  if (hash === window.location.hash) return;
  write(hash, how);
  announce();
};

/** Opens a screen with its last query, or with the given one. */
export const goTo = (screen: Screen, params?: Readonly<Record<string, string>>): void =>
  move({ screen, params: params ?? remembered.get(screen) ?? {} }, 'push');

/** Opens the sign-in of the open account, with the focus in its first empty field. */
export const goToSignIn = (): void => goTo('settings', { tab: 'account', signIn: 'now' });

/** Changes the query of the current screen; `undefined` removes a key. */
export const setParams = (changes: Readonly<Record<string, string | undefined>>): void => {
  const params: Record<string, string> = { ...current.params };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete params[key];
    else params[key] = value;
  }
  move({ screen: current.screen, params }, 'replace');
};

/** Removes these keys from the query of every screen whose `key` has this value, wherever the user is by now. */
export const dropParams = (key: string, value: string, names: readonly string[]): void => {
  for (const [screen, params] of remembered)
    if (params[key] === value)
      remembered.set(
        screen,
        Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name))),
      );
  if (current.params[key] === value) setParams(Object.fromEntries(names.map((name) => [name, undefined])));
};

// Every opened record, form and filter: another account has other records. The screen stays.
onOtherAccount(() => {
  remembered.clear();
  move({ screen: current.screen, params: {} }, 'replace');
  if (mark !== undefined) markEntry(crypto.randomUUID());
});

export const currentRoute = (): Route => current;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute);
