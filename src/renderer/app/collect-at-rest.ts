/**
 * Frees memory while nobody uses the window. V8 runs a garbage collection only when the page allocates, so an
 * idle window would keep old rows, their elements, and the painted tiles of screens that are no longer shown.
 * All of it takes less than a tenth of a second, which an idle user does not notice.
 *
 * The collection is V8's `last-resort`: an ordinary one frees the same objects, but keeps the emptied pages
 * and the code of functions that no longer run, which is three quarters of the memory that can be freed.
 *
 * In the desktop app pages have V8's `gc` (`main/index.ts`). Other browsers do not, and then nothing is done.
 */
export type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => unknown;

const USE = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
/**
 * A window without these events for this time counts as idle. Chromium keeps tiles for five seconds after
 * their last use.
 */
export const REST_MS = 8_000;

export interface RestOptions {
  collect: Collect | undefined;
  /** Frees the tiles of screens that are no longer shown; called after the collection. */
  dropTiles(): void;
}

/** Frees memory once after each period of use, as long as the page exists. */
export const collectAtRest = (
  page: Pick<EventTarget, 'addEventListener'>,
  { collect, dropTiles }: RestOptions,
): void => {
  if (!collect) return;
  let lastUse = 0;
  let waits = false;
  const free = async (): Promise<void> => {
    await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
    dropTiles();
  };
  const waitFor = (ms: number): void => {
    waits = true;
    setTimeout(() => {
      waits = false;
      const left = lastUse + REST_MS - performance.now();
      if (left > 0) waitFor(left);
      else void free();
    }, ms);
  };
  const noteUse = (): void => {
    lastUse = performance.now();
    if (!waits) waitFor(REST_MS);
  };
  for (const type of USE) page.addEventListener(type, noteUse, { capture: true, passive: true });
};
