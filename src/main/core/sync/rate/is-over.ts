/**
 * Returns true if `lifeMs` have passed since `last`, or if `last` is in the future: then the clock was set
 * back, and the stored time must not delay the next run.
 */
export const isOver = (now: number, last: number, lifeMs: number): boolean =>
  now < last || now - last >= lifeMs;
