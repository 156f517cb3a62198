const LOOK_MS = 50;

/**
 * Waits until `condition` returns true; an error counts as false. Rejects after `withinMs`, with `wanted` in
 * the message.
 */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  wanted: string,
  withinMs = 20_000,
): Promise<void> => {
  let lastError = '';
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    try {
      if (await condition()) return;
    } catch (error) {
      lastError = String(error);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
  throw new Error(`not within ${withinMs} ms: ${wanted} ${lastError}`);
};
