/**
 * The user's settings of the app: language, theme, density, columns. The core stores them in the data
 * directory. localStorage is a cache, so that the first frame already has the right language and theme.
 */
import type { ResourceName } from '#shared/domain/resources';
import { create } from 'zustand';
import { core } from './client';
import { languageOf, type Language } from './languages';

export type Theme = 'auto' | 'light' | 'dark';
export type Density = 'compact' | 'comfortable';
/**
 * `pinned`: columns that stay at the left, if not only the first; `totals`: amounts with a total below the
 * list.
 */
export interface ListLayout {
  columns?: string[];
  widths?: Record<string, number>;
  pinned?: string[];
  totals?: string[];
}
/** A list, or one of its saved views by id. Each has its own layout. */
export type ListPlace = ResourceName | `${ResourceName}~${string}`;

export interface Preferences {
  language: Language;
  theme: Theme;
  density: Density;
  panelWidth: number;
  /** Shows what only developers read: the raw JSON of records. */
  developer: boolean;
  lists: Partial<Record<ListPlace, ListLayout>>;
}

const STORAGE_KEY = 'satchel.ui';
const SETTINGS_KEY = 'ui';
const SAVE_AFTER_MS = 400;

const defaults = (): Preferences => ({
  language: languageOf(navigator.language),
  theme: 'auto',
  density: 'compact',
  panelWidth: 480,
  developer: false,
  lists: {},
});

const cached = (): Partial<Preferences> => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
};

export const usePreferences = create<Preferences>(() => ({ ...defaults(), ...cached() }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes preferences now, and stores them in the core a moment later, once for several changes. */
export const setPreferences = (changes: Partial<Preferences>): void => {
  usePreferences.setState(changes);
  const all = usePreferences.getState();
  localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  clearTimeout(timer);
  timer = setTimeout(
    () => void core.accounts.setSettings({ [SETTINGS_KEY]: all }).catch(() => undefined),
    SAVE_AFTER_MS,
  );
};

/** Applies the settings from the core, unless the user is changing something right now. */
export const adoptSettings = (settings: Readonly<Record<string, unknown>>): void => {
  const kept = settings[SETTINGS_KEY];
  if (timer !== undefined || typeof kept !== 'object' || kept === null) return;
  usePreferences.setState(kept as Partial<Preferences>);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(usePreferences.getState()));
};

export const setListLayout = (place: ListPlace, layout: ListLayout): void => {
  const { lists } = usePreferences.getState();
  setPreferences({ lists: { ...lists, [place]: { ...lists[place], ...layout } } });
};
