/**
 * What was opened lately, for the palette before a word is typed. Kept in memory: names of customers are not
 * left in the browser's storage.
 */
import { useEffect } from 'react';
import type { RecordView } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { create } from 'zustand';

export interface RecentRecord {
  resource: ResourceName;
  id: string;
  title: string;
}
const MOST = 8;

export const useRecentRecords = create<{ accountId: string | null; records: RecentRecord[] }>(() => ({
  accountId: null,
  records: [],
}));

/** Another account begins with nothing. */
export const forgetOthersRecords = (accountId: string): void => {
  if (useRecentRecords.getState().accountId !== accountId)
    useRecentRecords.setState({ accountId, records: [] });
};

/** Latest first, each once; pure. */
export const withOpened = (records: readonly RecentRecord[], opened: RecentRecord): RecentRecord[] =>
  [opened, ...records.filter(({ resource, id }) => resource !== opened.resource || id !== opened.id)].slice(
    0,
    MOST,
  );

/** Notes a record once it is on screen; people are no records of their own. */
export const useRememberOpened = (record: RecordView | null | undefined): void => {
  const [resource, id, title] = [record?.resource, record?.id, record?.title ?? ''];
  useEffect(() => {
    if (resource === undefined || id === undefined || title === '' || resource === 'user') return;
    useRecentRecords.setState(({ records }) => ({ records: withOpened(records, { resource, id, title }) }));
  }, [resource, id, title]);
};
