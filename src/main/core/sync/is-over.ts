/**
 * True once `lifeMs` have passed since `last`, or where `last` lies ahead: the clock was set back since, and
 * what a wrong clock stamped must not last until that time comes again.
 */
export const isOver = (now: number, last: number, lifeMs: number): boolean =>
  now < last || now - last >= lifeMs;
