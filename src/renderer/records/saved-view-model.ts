/**
 * Saved views, per list and account. The core stores them in the settings, under a key per account, because
 * their filters contain people and companies of the account. The columns of a view are in its layout
 * (`preferences.lists`).
 */
import { isObject } from '#shared/domain/is-object';
import type { AppState } from '#shared/contract/accounts';
import type { ResourceName } from '#shared/domain/resources';
import type { Params } from './list-view';

/**
 * The parts of the address that a view stores: search, sort, filters (relative ones stay relative), removed.
 */
const VIEW_PARAMS = ['q', 's', 'f', 'removed'] as const;

export interface SavedView {
  id: string;
  name: string;
  params: Record<string, string>;
}
export type SavedViews = Partial<Record<ResourceName, SavedView[]>>;

const isView = (value: unknown): value is SavedView =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  isObject(value.params) &&
  Object.values(value.params).every((part) => typeof part === 'string');
export const NAME_LENGTH = 60;
export const keyOf = (accountId: string): string => `views.${accountId}`;

/**
 * Reads saved views. A view that cannot be read is left out alone. The views of a kind that only a newer Satchel
 * knows stay in the answer, so that the next save keeps them.
 */
export const readSavedViews = (settings: AppState['settings'], accountId: string | undefined): SavedViews =>
  Object.fromEntries(
    Object.entries(settings[keyOf(accountId ?? '')] ?? {}).flatMap(([resource, views]) =>
      Array.isArray(views) ? [[resource, views.filter(isView)]] : [],
    ),
  );

export const viewParams = (params: Params): Record<string, string> =>
  Object.fromEntries(
    VIEW_PARAMS.flatMap((key) => {
      const value = params[key];
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  );

export const isSameView = (a: Params, b: Params): boolean =>
  VIEW_PARAMS.every((key) => (a[key] ?? '') === (b[key] ?? ''));

/** The address of a view; parts that the view does not set are cleared. */
export const addressOf = (view: SavedView | undefined): Record<string, string | undefined> => ({
  ...Object.fromEntries(VIEW_PARAMS.map((key) => [key, view?.params[key]])),
  v: view?.id,
  open: undefined,
});

export const movedBy = (views: readonly SavedView[], id: string, by: 1 | -1): SavedView[] => {
  const index = views.findIndex((view) => view.id === id);
  const [view, other] = [views[index], views[index + by]];
  return view && other ? views.with(index, other).with(index + by, view) : [...views];
};
