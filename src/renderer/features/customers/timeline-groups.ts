/**
 * Groups timeline entries under headings. Each day of the last and the next two weeks has a heading; earlier and later
 * entries have one per month. Days are days of the user's time zone.
 */
import { isLocalRef } from '#shared/domain/intent';

export interface TimelineGroup {
  key: string;
  kind: 'today' | 'yesterday' | 'day' | 'month' | 'undated';
  epochMs: number;
}

const DAY_MS = 86_400_000;
const DAYS_APART = 14;

const midnight = (epochMs: number): number => {
  const date = new Date(epochMs);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
};

/** Returns the group of an entry; `undefined` means an entry without a time. */
export const groupOf = (epochMs: number | undefined, nowMs: number): TimelineGroup => {
  if (epochMs === undefined) return { key: 'undated', kind: 'undated', epochMs: 0 };
  // Round, because daylight saving time makes some days an hour longer or shorter.
  const daysAgo = Math.round((midnight(nowMs) - midnight(epochMs)) / DAY_MS);
  if (daysAgo === 0) return { key: 'today', kind: 'today', epochMs };
  if (daysAgo === 1) return { key: 'yesterday', kind: 'yesterday', epochMs };
  const date = new Date(epochMs);
  if (Math.abs(daysAgo) < DAYS_APART)
    return { key: `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`, kind: 'day', epochMs };
  const month = `${date.getFullYear()}-${date.getMonth()}`;
  // The month may have days before and after today's, which are listed apart.
  return { key: daysAgo < 0 ? `from ${month}` : month, kind: 'month', epochMs };
};

/**
 * Returns the group of each entry of a timeline, the newest first; `first` marks the first entry of a group. The entries
 * are in the order of the service's clock. In another time zone, a record of a day without a time may come after one of
 * the evening before; it stays in the group of that day, so that no heading comes twice.
 */
export const groupsOf = (
  epochs: readonly (number | undefined)[],
  nowMs: number,
): { group: TimelineGroup; first: boolean }[] => {
  let [latest, before] = [Number.POSITIVE_INFINITY, ''];
  return epochs.map((epochMs) => {
    if (epochMs !== undefined) latest = Math.min(latest, epochMs);
    const group = groupOf(epochMs === undefined ? undefined : latest, nowMs);
    const first = group.key !== before;
    before = group.key;
    return { group, first };
  });
};

/**
 * Returns true if the timeline of this record begins with its creation in the CRM. A record may be created long
 * after its first entry, and a later date below that entry would contradict the order. A record that waits to be
 * sent is not in the CRM yet.
 */
export const isBeginning = (id: string, createdAt: unknown, oldest = ''): boolean =>
  !isLocalRef(id) && typeof createdAt === 'string' && createdAt <= oldest;
