const LOOK_MS = 50;

/**
 * Waits until `condition` holds; what throws does not hold yet. Rejects after `withinMs`, with what was
 * wanted.
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
