/**
 * Gives memory back while nobody uses the window. V8 collects what a page no longer needs only when the page asks for
 * more, so a window at rest would keep a hundred megabytes of rows that left the screen long ago. A collection takes
 * some tens of milliseconds, which nobody notices while the hands are off the keys.
 *
 * The desktop app has V8 offer `gc` to its pages (`main/index.ts`). Other browsers offer none, and
 * nothing happens there.
 */
export type Collect = (options: { type: 'major'; execution: 'async' }) => unknown;

const USE = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
/** Nobody uses a window that heard none of these events for so long. */
export const REST_MS = 8_000;

/** Collects once after each time of use, for as long as the page lives. */
export const collectAtRest = (
  page: Pick<EventTarget, 'addEventListener'>,
  collect: Collect | undefined,
): void => {
  if (!collect) return;
  let lastUse = 0;
  let waits = false;
  const waitFor = (ms: number): void => {
    waits = true;
    setTimeout(() => {
      waits = false;
      const left = lastUse + REST_MS - performance.now();
      if (left > 0) waitFor(left);
      else collect({ type: 'major', execution: 'async' });
    }, ms);
  };
  const noteUse = (): void => {
    lastUse = performance.now();
    if (!waits) waitFor(REST_MS);
  };
  for (const type of USE) page.addEventListener(type, noteUse, { capture: true, passive: true });
};
