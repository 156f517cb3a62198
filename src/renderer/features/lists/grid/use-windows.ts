/**
 * Reads the rows of a view in windows of 100, only the windows that the screen needs. Each answer contains
 * its own start, so that rows of a previous window or view keep their position while the next one loads.
 */
import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { Row, View } from '#shared/contract/records';
import { core } from '../../../client/client';
import { ask, queryKeys } from '../../../client/query-keys';

const WINDOW_SIZE = 100;

interface PageAnswer {
  total: number;
  start: number;
  rows: Row[];
}
export interface Windows {
  /** undefined until the first answer. */
  total: number | undefined;
  /** undefined while the row is loading, and for a row that cannot be read. */
  rowAt: (index: number) => Row | undefined;
  /** Returns the position of a record in the windows that are loaded; undefined if it is in none of them. */
  indexOf: (id: string) => number | undefined;
  /** Returns true if the row cannot be read from the damaged copy. */
  isUnreadable: (index: number) => boolean;
  /** The reason why no row can be read. */
  error: Error | null;
  /** True while the rows on screen belong to the previous view and the new ones are loading. */
  stale: boolean;
}

const combine = (results: UseQueryResult<PageAnswer>[]): Windows => {
  const pages = results.flatMap(({ data }) => (data ? [data] : []));
  const fresh =
    results.find(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData)?.data ?? pages[0];
  const answerAt = (index: number): Row | undefined => {
    const page = pages.find(({ start, rows }) => index >= start && index < start + rows.length);
    return page?.rows[index - page.start];
  };
  const failed = results.find(({ isError }) => isError);
  return {
    total: fresh?.total,
    stale: results.some(({ isPlaceholderData }) => isPlaceholderData),
    rowAt: (index) => {
      const row = answerAt(index);
      return row?.unreadable ? undefined : row;
    },
    indexOf: (id) => {
      for (const { start, rows } of pages) {
        const at = rows.findIndex((row) => row.id === id);
        if (at >= 0) return start + at;
      }
      return undefined;
    },
    isUnreadable: (index) => answerAt(index)?.unreadable ?? false,
    error: fresh === undefined ? (failed?.error ?? null) : null,
  };
};

export const useWindows = (view: View, columns: readonly string[], first: number, last: number): Windows => {
  const from = Math.floor(Math.max(0, first) / WINDOW_SIZE);
  const to = Math.max(from, Math.floor(Math.max(0, last) / WINDOW_SIZE));
  return useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, offset) => {
      const start = (from + offset) * WINDOW_SIZE;
      return {
        ...ask(queryKeys.window(view, columns, start), () =>
          core.records.page({ view, start, limit: WINDOW_SIZE, columns: [...columns], markUnreadable: true }),
        ),
        placeholderData: keepPreviousData,
        gcTime: 60_000,
      };
    }),
    combine,
  });
};
