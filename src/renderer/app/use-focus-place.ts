/**
 * Sets the focus after a change of screen, for users who work with the keyboard: on the opened record,
 * otherwise on the list, otherwise on the heading of the screen. An existing focus is not moved, so a clicked
 * element keeps it.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { focusShown, screenHeading, worksByKeys } from '../ui/give-focus';
import { useRoute } from '../navigation/router';

const LOOK_EVERY_MS = 40;
/**
 * A list or a record usually appears within this time. After it, the heading gets the focus until they
 * appear.
 */
const HEADING_AFTER_MS = 240;
const LOOK_FOR_MS = 2000;
const RECORD = '[data-panel-title]';
const LIST = '[role="grid"], [data-row][tabindex="0"]';

export const useFocusPlace = (main: RefObject<HTMLElement | null>): void => {
  const { screen, params } = useRoute();
  const wanted = params.open === undefined ? LIST : RECORD;
  // A new window begins at its top, unless the account was opened by keyboard. A step from one record to
  // another does not move the focus.
  const place = `${screen} ${params.open === undefined ? '' : 'record'}`;
  const before = useRef(worksByKeys() ? '' : place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    const began = Date.now();
    const timer = setInterval(() => {
      const { activeElement } = document;
      const passed = Date.now() - began;
      const heading = screenHeading();
      const lost = activeElement === null || activeElement === document.body;
      const free = (lost || activeElement === heading) && document.querySelector('[role="dialog"]') === null;
      const found = main.current?.querySelector<HTMLElement>(wanted) ?? null;
      if (free && found) focusShown(found);
      else if (free && lost && passed >= HEADING_AFTER_MS) focusShown(heading);
      if (!free || found || passed >= LOOK_FOR_MS) clearInterval(timer);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [place, wanted, main]);
};
