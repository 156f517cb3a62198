/**
 * Reads the details of a record when it is opened. The service returns details only by id (contract E4 and
 * the `info` routes of contract B), and its lists contain only `update_time`. If a field that only the
 * details contain changes, and `update_time` does not, only another read of the record finds the change.
 */
import { useEffect } from 'react';
import type { RecordView } from '#shared/contract/records';
import { core } from '../client/client';
import { useSync } from '../client/events';

/** If the details are younger than this, they are not read again when the record is opened. */
export const DETAILS_FRESH_MS = 60_000;
/** A user who steps through a list opens many records and reads few, so wait until the user stays on one. */
const REST_MS = 400;

type OpenedRecord = Pick<RecordView, 'detailState' | 'detailAt' | 'removed'>;

/**
 * Returns true if the details of an opened record are missing or may be out of date. `now` is epoch ms. A
 * kind without details, a deleted record and a record that is only in the Outbox have no details to read.
 */
export const wantsDetails = ({ detailState, detailAt, removed }: OpenedRecord, now: number): boolean => {
  if (removed) return false;
  if (detailState === 'offered') return true;
  return detailState === 'held' && detailAt !== null && Math.abs(now - detailAt) > DETAILS_FRESH_MS;
};

/** Reads the details of the record on screen, once for each time it is opened or the connection returns. */
export const useDetailsOnOpen = (record: RecordView | null | undefined): void => {
  const isOnline = useSync(({ state }) => state?.connectivity === 'online');
  const { resource, id, detailState, detailAt = null, removed = false } = record ?? {};
  useEffect(() => {
    if (!isOnline || resource === undefined || id === undefined || detailState === undefined) return;
    if (!wantsDetails({ detailState, detailAt, removed }, Date.now())) return;
    const timer = setTimeout(() => {
      void core.sync.fetchDetail({ resource, id }).catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isOnline, resource, id, detailState, detailAt, removed]);
};
