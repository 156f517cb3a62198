/**
 * Ends the process of a page that arrived and then stands still before its document is there. The shell loads the page
 * again, as after a crash (`desktop.ts`).
 *
 * Seen with Electron 33 on Linux without a graphics processor, where the GPU process fails twice before Chromium does
 * without: in 4 of 260 starts a page that was loaded meanwhile waited for it for ever. All files had been served.
 */
import type { WebContents } from 'electron';

/** A page takes a second, and at most twelve on a machine with ten times the work that it can do. */
export const HUNG_MS = 30_000;
const ENDS = ['dom-ready', 'render-process-gone', 'destroyed'] as const;

/** `onHung` is called before a process is ended. */
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
  for (const event of ENDS) contents.on(event as 'destroyed', () => clearTimeout(timer));
};
