/** A reliable deadline for requests, whether they wait for a connection, an answer or the end of a body. */

/**
 * Runs `work` and rejects with a TimeoutError when `timeoutMs` have passed. The timer references the
 * controller: a signal that only a temporary object references is garbage-collected, and its abort never
 * arrives. The rejection does not wait until `work` reacts to the abort, because a request that is still
 * connecting reacts late.
 */
export const withDeadline = async <T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('the deadline has passed', 'TimeoutError');
      controller.abort(error);
      reject(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), passed]);
  } finally {
    clearTimeout(timer);
  }
};
