/**
 * Keeps the position of the open record when the list gets another order, filter or search: next and previous
 * then follow the list on the screen. While the list does not show the record, there is no next one; the next
 * change of the list looks the record up again.
 */
import { useEffect } from 'react';
import type { FullView } from '../../records/list-view';
import { type RecordRef, usePanel } from '../../records/panel-state';
import { waitForPlace } from '../../records/walk-list';
import { indexInView } from './index-in-view';

export const useListCursor = (view: FullView, open: RecordRef | undefined): void => {
  const openId = open?.id;
  const isOfList = open?.resource === view.resource;
  useEffect(() => {
    const { cursor, back } = usePanel.getState();
    if (openId === undefined || cursor?.view.resource !== view.resource) return;
    // With a way back, the panel shows a related record, and the cursor names the one to go back to. Without
    // it, the cursor may name another record than the open one: the last one that the customer page showed.
    const id = isOfList && back.length === 0 ? openId : cursor.id;
    if (cursor.view === view && cursor.id === id) return;
    let isCurrent = true;
    const put = (index: number | undefined): void => {
      if (isCurrent && usePanel.getState().cursor === cursor)
        usePanel.setState({ cursor: { view, index, id, lookedUp: true } });
    };
    waitForPlace(indexInView(view, id, () => isCurrent).then(put, () => put(undefined)));
    return () => {
      isCurrent = false;
    };
  }, [view, openId, isOfList]);
};
