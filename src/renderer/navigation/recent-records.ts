/**
 * The recently opened records, which the palette shows while its input is empty. They are only in memory, so
 * that no customer names are in the browser's storage.
 */
import { useEffect } from 'react';
import type { RecordView, SearchHit } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { create } from 'zustand';
import { onOtherAccount } from '../client/of-account';

export interface RecentRecord extends Pick<SearchHit, 'subtitle' | 'money'> {
  resource: ResourceName;
  id: string;
  title: string;
}
const MOST = 8;

export const useRecentRecords = create<{ records: RecentRecord[] }>(() => ({
  records: [],
}));

onOtherAccount(() => useRecentRecords.setState({ records: [] }));

/**
 * Puts the opened record first and removes its earlier entry. `asked` is the id under which it was opened: a
 * record that was opened before its delivery has another id since. Pure.
 */
export const withOpened = (
  records: readonly RecentRecord[],
  opened: RecentRecord,
  asked = opened.id,
): RecentRecord[] => {
  const ids = [opened.id, asked];
  const others = records.filter(({ resource, id }) => resource !== opened.resource || !ids.includes(id));
  return [opened, ...others].slice(0, MOST);
};

/** Adds a record when it is on screen, except users. `asked` is the id in the address. */
export const useRememberOpened = (record: RecordView | null | undefined, asked: string): void => {
  const { resource, id, title = '', subtitle = '', money } = record ?? {};
  const { amount, currency } = money ?? {};
  useEffect(() => {
    if (resource === undefined || id === undefined || title === '' || resource === 'user') return;
    const sum = amount === undefined || currency === undefined ? {} : { money: { amount, currency } };
    useRecentRecords.setState(({ records }) => ({
      records: withOpened(records, { resource, id, title, subtitle, ...sum }, asked),
    }));
  }, [resource, id, title, subtitle, amount, currency, asked]);
};
