/**
 * J and K go to the next and the previous record of the list in which the open record was opened. They work
 * wherever the focus is, except in a text field. The record that the next step would open is read in advance.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { preloadRecord } from '../../client/queries';
import { rememberNeighbours } from '../../records/list-steps';
import type { FullView } from '../../records/list-view';
import { openFromList, usePanel } from '../../records/panel-state';
import { isBeingPlaced, walkList } from '../../records/walk-list';
import { isScreenKey, letterOf } from '../../ui/screen-keys';

/** The delay lets the queries of the open record run first. */
const READ_AHEAD_MS = 120;

export const useStepKeys = (view: FullView, openId: string | undefined): void => {
  const queries = useQueryClient();
  const lastBy = useRef<1 | -1>(1);
  // A record that moved, and was opened again, has another index.
  const openIndex = usePanel(({ cursor }) => cursor?.index);
  useEffect(() => {
    if (openId === undefined) return;
    const timer = setTimeout(() => {
      const { cursor, back } = usePanel.getState();
      if (cursor?.view !== view || cursor.id !== openId || cursor.index === undefined || back.length > 0)
        return;
      void rememberNeighbours({ view, index: cursor.index, id: openId }, lastBy.current).then(
        (next) => next !== undefined && preloadRecord(queries, view.resource, next),
        // Ignore the failure here: the step itself reports it.
        () => undefined,
      );
    }, READ_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [view, openId, openIndex, queries]);
  useEffect(() => {
    if (openId === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      const letter = event.shiftKey ? '' : letterOf(event);
      const up = letter === 'k' ? -1 : 0;
      const by = letter === 'j' ? 1 : up;
      if (by === 0 || !isScreenKey(event)) return;
      const { cursor, back } = usePanel.getState();
      if (cursor?.view.resource !== view.resource || back.length > 0) return;
      const isPlaced = cursor.view === view && cursor.id === openId && cursor.index !== undefined;
      if (!isPlaced && !isBeingPlaced()) return;
      event.preventDefault();
      lastBy.current = by;
      walkList(by, (next) => openFromList(next.view, { resource: view.resource, id: next.id }, next.index));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [view, openId, queries]);
};
