/**
 * A deadline that holds: for requests, whatever they wait for, a connection, an answer or the end of a body.
 */

/**
 * Runs `work` and rejects with a TimeoutError when `timeoutMs` have passed. The timer itself holds the
 * controller: a signal that only a temporary object holds is collected as garbage, and its abort never
 * arrives. The rejection does not wait until `work` has heard the abort, since a request that is still
 * connecting hears it late.
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
