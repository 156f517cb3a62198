/**
 * Ends the process of a page that was loaded but hangs before it has a document. The shell loads the page
 * again, as after a crash (`app-window.ts`).
 *
 * This was seen with Electron 33 on Linux without a graphics processor. There the GPU process fails twice
 * before Chromium continues without it. In 4 of 260 starts a page that was loaded meanwhile waited for it for
 * ever, although all files had been served.
 */
import type { WebContents } from 'electron';

/** A page takes one second, and at most twelve on a machine with ten times its capacity of work. */
export const HUNG_MS = 30_000;
const ENDS = ['dom-ready', 'render-process-gone', 'destroyed'] as const;

/** Calls `onHung` before it ends a process. */
export const endHungLoads = (
  contents: Pick<WebContents, 'on' | 'forcefullyCrashRenderer'>,
  onHung: () => void,
): void => {
  let timer: NodeJS.Timeout | undefined;
  contents.on('did-navigate', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      onHung();
      contents.forcefullyCrashRenderer();
    }, HUNG_MS);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Electron declares one overload for each event
  for (const event of ENDS) contents.on(event as 'destroyed', () => clearTimeout(timer));
};
