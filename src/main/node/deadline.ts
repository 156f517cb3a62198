/** A reliable deadline for requests, whether they wait for a connection, an answer or the end of a body. */

/** How often the clock is checked. */
const STEP_MS = 2_000;

/**
 * Runs `work` and rejects with a TimeoutError when `timeoutMs` have passed. The timer references the
 * controller: a signal that only a temporary object references is garbage-collected, and its abort never
 * arrives. The rejection does not wait until `work` reacts to the abort, because a request that is still
 * connecting reacts late.
 *
 * On some systems timers stand still while the computer sleeps. The time by the clock counts too, because a sleep
 * usually ends the connection, and nobody should wait for its answer afterwards.
 */
export const withDeadline = async <T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begunAt = Date.now();
  let leftMs = timeoutMs;
  const passed = new Promise<never>((_, reject) => {
    const wait = (): void => {
      const stepMs = Math.min(leftMs, STEP_MS);
      timer = setTimeout(() => {
        leftMs -= stepMs;
        if (leftMs > 0 && Date.now() - begunAt < timeoutMs) return wait();
        const error = new DOMException('the deadline has passed', 'TimeoutError');
        controller.abort(error);
        reject(error);
      }, stepMs);
    };
    wait();
  });
  try {
    return await Promise.race([work(controller.signal), passed]);
  } finally {
    clearTimeout(timer);
  }
};
