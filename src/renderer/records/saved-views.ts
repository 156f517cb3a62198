/** Saved views of a list and their actions; the core stores them in the settings. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResourceName } from '#shared/domain/resources';
import { layoutOf, setPreferences, usePreferences } from '../client/preferences';
import { currentRoute, setParams } from '../navigation/router';
import { putAppState, useAppState } from '../client/queries';
import { inGroup, queryKeys } from '../client/query-keys';
import { storeSettings } from '../client/unanswered-settings';
import { placeOfList } from './list-view';
import {
  addressOf,
  keyOf,
  movedBy,
  readSavedViews,
  type SavedView,
  type SavedViews,
  viewParams,
} from './saved-view-model';

export interface ViewShelf {
  views: SavedView[];
  save: (name: string) => void;
  rename: (id: string, name: string) => void;
  /** Stores the list's current filters and sort in the view. */
  update: (id: string) => void;
  move: (id: string, by: 1 | -1) => void;
  /** Removes a view; the returned function restores it. */
  remove: (id: string) => () => void;
}

const NO_VIEWS: SavedView[] = [];

export const useAllSavedViews = (): SavedViews => {
  const { data } = useAppState();
  return useMemo(() => (data ? readSavedViews(data.settings, data.account?.id) : {}), [data]);
};

/** The saved views of a list, and their actions. */
export const useSavedViews = (resource: ResourceName): ViewShelf => {
  const all = useAllSavedViews();
  const queries = useQueryClient();
  const views = all[resource] ?? NO_VIEWS;
  return useMemo(() => {
    const put = (change: (before: SavedView[]) => SavedView[]): void => {
      const app = queries.getQueryData(queryKeys.appState());
      if (!app?.account) return;
      const stored = readSavedViews(app.settings, app.account.id);
      const changed = change(stored[resource] ?? []);
      const storing = storeSettings({ [keyOf(app.account.id)]: { ...stored, [resource]: changed } });
      // The change is shown at once, and no longer if the core could not store it.
      putAppState(queries, app);
      storing
        .then((state) => putAppState(queries, state))
        .catch(() => void queries.invalidateQueries(inGroup('app')));
    };
    const change = (id: string, part: Partial<SavedView>): void =>
      put((before) => before.map((view) => (view.id === id ? { ...view, ...part } : view)));
    return {
      views,
      save: (name) => {
        const { params } = currentRoute();
        const id = crypto.randomUUID().slice(0, 8);
        const { lists } = usePreferences.getState();
        const layout = layoutOf(lists, placeOfList(resource, params, views));
        if (layout) setPreferences({ lists: { ...lists, [`${resource}~${id}`]: layout } });
        put((before) => [...before, { id, name, params: viewParams(params) }]);
        setParams({ v: id });
      },
      rename: (id, name) => change(id, { name }),
      update: (id) => change(id, { params: viewParams(currentRoute().params) }),
      move: (id, by) => put((before) => movedBy(before, id, by)),
      remove: (id) => {
        const index = views.findIndex((view) => view.id === id);
        const gone = views[index];
        put((before) => before.filter((view) => view.id !== id));
        setParams(addressOf(undefined));
        return () => {
          if (!gone) return;
          put((before) => before.toSpliced(index, 0, gone));
          setParams(addressOf(gone));
        };
      },
    };
  }, [views, queries, resource]);
};
