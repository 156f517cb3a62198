/**
 * Frees memory while nobody uses the window. V8 runs a garbage collection only when the page allocates, so an
 * idle window would keep a hundred megabytes of old rows. A collection takes some tens of milliseconds, which
 * an idle user does not notice.
 *
 * In the desktop app pages have V8's `gc` (`main/index.ts`). Other browsers have none, and then nothing
 * happens.
 */
export type Collect = (options: { type: 'major'; execution: 'async' }) => unknown;

const USE = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
/** A window without these events for this time counts as idle. */
export const REST_MS = 8_000;

/** Runs one collection after each period of use, as long as the page exists. */
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
