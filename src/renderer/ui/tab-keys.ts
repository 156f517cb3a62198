import type { KeyboardEvent } from 'react';
import { hasModifier } from './screen-keys';

/** In a row of tabs, the left and right arrows focus and press the tab beside the one with the focus. */
export const pressTabBeside = (event: KeyboardEvent<HTMLElement>): void => {
  const back = event.key === 'ArrowLeft' ? -1 : 0;
  const by = event.key === 'ArrowRight' ? 1 : back;
  if (by === 0 || hasModifier(event)) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === event.target);
  const next = at < 0 ? undefined : tabs[at + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
};
