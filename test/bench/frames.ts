/** Measures the drawn frames of a page during an action. */
import type { Page } from 'playwright-core';

const LONG_TASK_MS = 50;

/** Prints the frames and long tasks while `act` runs. */
export const watchFrames = async (page: Page, name: string, act: () => Promise<void>): Promise<void> => {
  await page.evaluate(() => {
    const seen = { frames: [] as number[], tasks: [] as number[], running: true };
    (globalThis as unknown as { seen: typeof seen }).seen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const tick = (): void => {
      const now = performance.now();
      seen.frames.push(now - last);
      last = now;
      if (seen.running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  const { frames, tasks } = await page.evaluate(() => {
    const { seen } = globalThis as unknown as {
      seen: { frames: number[]; tasks: number[]; running: boolean };
    };
    seen.running = false;
    return seen;
  });
  const sorted = frames.slice(1).sort((a, b) => a - b);
  const point = (share: number): string =>
    (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  const slow = sorted.filter((ms) => ms > LONG_TASK_MS).length;
  console.log(
    `  ${name.padEnd(58)} frames ${sorted.length}, of ${point(0.5)} ms (p50), ${point(0.95)} ms (p95), over ${LONG_TASK_MS} ms: ${slow};  long tasks ${tasks.length}${tasks.length > 0 ? `, the longest ${Math.max(...tasks).toFixed(0)} ms` : ''}`,
  );
};
