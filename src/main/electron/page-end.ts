/**
 * Reports when the page of a window has ended, so that nothing is kept for it.
 *
 * `did-navigate` fires when a new document replaces the page, also for a reload. `did-start-loading` is not
 * used, because Electron also fires it when only the hash changes.
 */
import type { WebContents } from 'electron';

const ENDS = ['did-navigate', 'render-process-gone', 'destroyed'] as const;

/** Calls `ended` once, at the first of these events. The returned function stops listening. */
export const onPageEnd = (
  contents: Pick<WebContents, 'on' | 'removeListener'>,
  ended: () => void,
): (() => void) => {
  const stop = (): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Electron declares one overload for each event
    for (const event of ENDS) contents.removeListener(event as 'destroyed', end);
  };
  const end = (): void => {
    stop();
    ended();
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Electron declares one overload for each event
  for (const event of ENDS) contents.on(event as 'destroyed', end);
  return stop;
};
