/**
 * The recently opened records, which the palette shows while its input is empty. They are only in memory, so
 * that no customer names are in the browser's storage.
 */
import { useEffect } from 'react';
import type { RecordView } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { create } from 'zustand';
import { onOtherAccount } from '../client/of-account';

export interface RecentRecord {
  resource: ResourceName;
  id: string;
  title: string;
}
const MOST = 8;

export const useRecentRecords = create<{ records: RecentRecord[] }>(() => ({
  records: [],
}));

onOtherAccount(() => useRecentRecords.setState({ records: [] }));

/** Puts the opened record first and removes its earlier entry. Pure. */
export const withOpened = (records: readonly RecentRecord[], opened: RecentRecord): RecentRecord[] =>
  [opened, ...records.filter(({ resource, id }) => resource !== opened.resource || id !== opened.id)].slice(
    0,
    MOST,
  );

/** Adds a record when it is on screen, except users. */
export const useRememberOpened = (record: RecordView | null | undefined): void => {
  const [resource, id, title] = [record?.resource, record?.id, record?.title ?? ''];
  useEffect(() => {
    if (resource === undefined || id === undefined || title === '' || resource === 'user') return;
    useRecentRecords.setState(({ records }) => ({ records: withOpened(records, { resource, id, title }) }));
  }, [resource, id, title]);
};
