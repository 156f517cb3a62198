/**
 * Reads the day plan from disk. The late follow-ups and those of the shown days are read apart, so that many
 * late ones do not take the place of today's.
 */
import type { Filter, Row, View } from '#shared/contract/records';
import { core } from '../../client/client';
import { useTopRows } from '../../client/queries';
import type { FullView } from '../../records/list-view';
import { rowsBetween } from '../../records/read-rows';
import { mineBy } from '../today/public';
import { shiftDay } from './agenda-model';

/** Follow-ups that are late for longer are only counted here; the list of customers shows them. */
const LATE_DAYS = 30;
/** The most rows of one answer. */
export const MOST = 500;
const COLUMNS = ['name', 'short_name', 'next_follow_up_time'];
const SORT = [{ field: 'next_follow_up_time', direction: 'asc' as const }];

/** The follow-ups of these server days; `from` null means without a begin, `person` null means everyone's. */
const viewOf = (from: string | null, to: string, person: string | null) => {
  const range: Filter = {
    field: 'next_follow_up_time',
    op: 'between',
    ...(from === null ? {} : { from }),
    to,
  };
  return { resource: 'company' as const, filters: [range, ...mineBy('user_id', person)], sort: SORT };
};

interface Part {
  /** Undefined until they are read. */
  rows: Row[] | undefined;
  /** True if there are more than `MOST`. */
  isCut: boolean;
  view: View;
  /** They cannot be read. */
  failed: boolean;
  retry: () => void;
}

const usePart = (view: View, enabled = true): Part => {
  const { data: shown, isPlaceholderData, isError, refetch } = useTopRows(view, MOST, COLUMNS, enabled);
  // Until they are read, the query has the rows of the days before, which say nothing about these days.
  const data = isPlaceholderData ? undefined : shown;
  return {
    rows: data?.rows,
    isCut: data !== undefined && data.total > data.rows.length,
    view,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  };
};

interface Shown {
  first: string;
  last: string;
  today: string;
  person: string | null;
  hasToday: boolean;
}

/**
 * A server day and a local day differ by up to one day, so the ends of the ranges are extended; the model
 * leaves out what does not belong.
 */
export const useAgenda = ({ first, last, today, person, hasToday }: Shown) => {
  const lateFrom = shiftDay(today, -LATE_DAYS);
  const olderView = viewOf(null, shiftDay(lateFrom, -1), person);
  return {
    late: usePart(viewOf(lateFrom, today, person), hasToday),
    days: usePart(viewOf(shiftDay(first, -1), shiftDay(last, 1), person)),
    older: { view: olderView, total: useTopRows(olderView, 1, []).data?.total ?? 0 },
  };
};

/** The number of follow-ups from yesterday to `to`. The calendar file has those from today on. */
export const useFileCount = (today: string, to: string, person: string | null): number =>
  useTopRows(viewOf(shiftDay(today, -1), to, person), 1, []).data?.total ?? 0;

export interface ForFile {
  rows: Row[];
  /** The ids before the delivery, by the ids of the CRM. */
  localIds: ReadonlyMap<string, string>;
}

/** Reads all follow-ups from yesterday to `to`. One that moves meanwhile is in it once. */
export const readForFile = async (today: string, to: string, person: string | null): Promise<ForFile> => {
  const view: FullView = { ...viewOf(shiftDay(today, -1), to, person), search: '', removed: false };
  const rows = await rowsBetween(view, 0, Infinity, COLUMNS);
  const localIds = new Map<string, string>();
  for (let start = 0; start < rows.length; start += MOST) {
    const ids = rows.slice(start, start + MOST).map(({ id }) => id);
    const known = await core.followUps.localIds({ ids });
    for (const [id, local] of Object.entries(known)) localIds.set(id, local);
  }
  return { rows, localIds };
};
