/**
 * J and K go to the next and the previous record of the list in which the open record was opened. They work
 * wherever the focus is, except in a text field. The record that the next step would open is read in advance.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { preloadRecord, readRow } from '../../client/queries';
import type { FullView } from '../../records/list-view';
import { openFromList, usePanel } from '../../records/panel-state';
import { isCovered, isTyping } from '../../ui/screen-keys';

/** The delay lets the queries of the open record run first. */
const READ_AHEAD_MS = 120;

export const useStepKeys = (view: FullView, openId: string | undefined): void => {
  const queries = useQueryClient();
  const lastBy = useRef<1 | -1>(1);
  useEffect(() => {
    if (openId === undefined) return;
    const timer = setTimeout(() => {
      const { cursor, back } = usePanel.getState();
      if (cursor?.view !== view || cursor.id !== openId || cursor.index === undefined || back.length > 0)
        return;
      const next = cursor.index + lastBy.current;
      if (next < 0) return;
      void readRow(queries, view, next).then(
        ({ row }) => row && preloadRecord(queries, view.resource, row.id),
        // Ignore the failure here: the step itself reports it.
        () => undefined,
      );
    }, READ_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [view, openId, queries]);
  useEffect(() => {
    if (openId === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      const up = event.key === 'k' ? -1 : 0;
      const by = event.key === 'j' ? 1 : up;
      if (
        by === 0 ||
        event.defaultPrevented ||
        event.isComposing ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        isCovered()
      )
        return;
      const { cursor, back } = usePanel.getState();
      if (cursor?.view !== view || cursor.id !== openId || cursor.index === undefined || back.length > 0)
        return;
      const next = cursor.index + by;
      if (next < 0) return;
      event.preventDefault();
      lastBy.current = by;
      void readRow(queries, view, next).then(({ row }) => {
        if (row) openFromList(view, { resource: view.resource, id: row.id }, next);
      });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [view, openId, queries]);
};
