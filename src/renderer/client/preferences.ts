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
 * `pinned`: columns that stay at the left (by default only the first); `totals`: amounts with a total below
 * the list.
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
  /** Shows what only developers read: the raw JSON of records and of items in the Outbox. */
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

/**
 * Set while the core does not have the latest change. If the window is closed meanwhile, localStorage still
 * contains the change.
 */
const UNSAVED_KEY = 'satchel.ui.unsaved';

/** Set from a change in this window until the core has answered. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores all preferences in the core a moment later, once for several changes. */
const saveSoon = (): void => {
  localStorage.setItem(UNSAVED_KEY, '1');
  clearTimeout(timer);
  const saving = setTimeout(() => {
    core.accounts
      .setSettings({ [SETTINGS_KEY]: usePreferences.getState() })
      .then(() => timer === saving && localStorage.removeItem(UNSAVED_KEY))
      // The mark stays: the change is sent again with the next state of the core.
      .catch(() => undefined)
      .finally(() => {
        if (timer === saving) timer = undefined;
      });
  }, SAVE_AFTER_MS);
  timer = saving;
};

/**
 * Takes over a change that the core does not have. It may be of another window, which shares this storage: a
 * window stores all preferences, so its next change would undo it.
 */
const takeUnsaved = (): void => {
  if (timer === undefined && localStorage.getItem(UNSAVED_KEY) !== null) usePreferences.setState(cached());
};

/** Changes preferences now, and stores them on this computer. */
export const setPreferences = (changes: Partial<Preferences>): void => {
  takeUnsaved();
  usePreferences.setState(changes);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(usePreferences.getState()));
  saveSoon();
};

/**
 * Applies the settings from the core, unless this window has a later change. A change that the core did not
 * store, or did not get before the window was closed, is sent again.
 */
export const adoptSettings = (settings: Readonly<Record<string, unknown>>): void => {
  if (timer !== undefined) return;
  if (localStorage.getItem(UNSAVED_KEY) !== null) {
    takeUnsaved();
    return saveSoon();
  }
  const kept = settings[SETTINGS_KEY];
  if (typeof kept !== 'object' || kept === null) return;
  usePreferences.setState(kept as Partial<Preferences>);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(usePreferences.getState()));
};

/** The layout of a list. A saved view without an own one has that of its list. */
export const layoutOf = (lists: Preferences['lists'], place: ListPlace): ListLayout | undefined =>
  lists[place] ?? lists[place.split('~', 1)[0] as ResourceName];

/** Changes a part of the layout. What else a saved view shows of its list's layout becomes its own. */
export const setListLayout = (place: ListPlace, layout: ListLayout): void => {
  takeUnsaved();
  const { lists } = usePreferences.getState();
  setPreferences({ lists: { ...lists, [place]: { ...layoutOf(lists, place), ...layout } } });
};
