/** Timing: percentiles of repeated calls, and the lines they are printed as. */
export interface Timing { name: string; p50Ms: number; p95Ms: number; calls: number }

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const timingOf = (name: string, samples: number[]): Timing => {
  const sorted = samples.sort((a, b) => a - b);
  return { name, p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95), calls: sorted.length };
};

/** Runs `call` with 0, 1, 2 …; the first three runs are not counted. */
export const timeCalls = async (name: string, calls: number, call: (i: number) => unknown): Promise<Timing> => {
  const samples: number[] = [];
  for (let i = -3; i < calls; i += 1) {
    const from = performance.now();
    await call(i + 3);
    if (i >= 0) samples.push(performance.now() - from);
  }
  return timingOf(name, samples);
};

export const printTiming = ({ name, p50Ms, p95Ms, calls }: Timing, aimMs?: number): void => {
  const verdict = aimMs === undefined ? '' : `   aim ≤ ${aimMs} ms: ${p95Ms <= aimMs ? 'met' : 'MISSED'}`;
  console.log(`  ${name.padEnd(58)} p50 ${p50Ms.toFixed(2).padStart(8)} ms   p95 ${p95Ms.toFixed(2).padStart(8)} ms   n ${calls}${verdict}`);
};

export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;
