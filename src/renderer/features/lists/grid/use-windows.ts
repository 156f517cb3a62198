/**
 * Rows of a view by window of 100, only those the screen needs. Each answer carries its own start, so rows
 * shown while another window or view loads still stand where they belong.
 */
import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { Row, View } from '#shared/contract/records';
import { core } from '../../../client/client';
import { ask, queryKeys } from '../../../client/query-keys';

export const WINDOW_SIZE = 100;

interface PageAnswer {
  total: number;
  start: number;
  rows: Row[];
}
export interface Windows {
  /** undefined until the first answer. */
  total: number | undefined;
  /** undefined while the row is loading, and for one that cannot be read. */
  rowAt: (index: number) => Row | undefined;
  /** The damaged copy cannot give this row. */
  isUnreadable: (index: number) => boolean;
  /** Why no row can be read. */
  error: Error | null;
  /** Rows on screen belong to the view before; the new ones are on their way. */
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
