/**
 * What a window sent before it was closed comes before the close of the core: the draft of a form that was open, for
 * example. Each window has a port of its own, and the shell another one. A thread that was busy reads them in no
 * certain order, so the close may be read first.
 */

/** Calls `body` when all frames were received that were sent before the message that is being handled. */
export const afterEarlierFrames = (body: () => void): void => {
  // The first callback may run in the turn that has already read some ports. A whole turn, in which all are read, lies
  // between the two.
  setImmediate(() => setImmediate(body));
};
