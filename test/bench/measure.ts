/**
 * Timing: percentiles of repeated calls, processor time (which does not depend on the load of the machine),
 * and the lines that print them.
 */
export interface Timing {
  name: string;
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
  calls: number;
  cpuMs: number;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const timingOf = (name: string, samples: number[], cpuMs: number): Timing => {
  const sorted = samples.sort((a, b) => a - b);
  return {
    name,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    maxMs: sorted.at(-1) ?? Number.NaN,
    calls: sorted.length,
    cpuMs,
  };
};

/** Runs `call` with -3, -2, -1, 0, 1, 2 …; the first three runs are not counted. */
export const timeCalls = async (
  name: string,
  calls: number,
  call: (i: number) => unknown,
): Promise<Timing> => {
  const samples: number[] = [];
  let cpu = process.cpuUsage();
  for (let i = -3; i < calls; i += 1) {
    if (i === 0) cpu = process.cpuUsage();
    const from = performance.now();
    await call(i + 3);
    if (i >= 0) samples.push(performance.now() - from);
  }
  const { user, system } = process.cpuUsage(cpu);
  return timingOf(name, samples, (user + system) / 1000 / calls);
};

export const printTiming = ({ name, p50Ms, p95Ms, maxMs, calls, cpuMs }: Timing, aimMs?: number): void => {
  const verdict = aimMs === undefined ? '' : `   aim ≤ ${aimMs} ms: ${p95Ms <= aimMs ? 'met' : 'MISSED'}`;
  console.log(
    `  ${name.padEnd(58)} p50 ${p50Ms.toFixed(2).padStart(8)} ms   p95 ${p95Ms.toFixed(2).padStart(8)} ms   max ${maxMs.toFixed(0).padStart(4)}   CPU ${cpuMs.toFixed(2).padStart(7)} ms   n ${calls}${verdict}`,
  );
};

/** Wall and processor time of the measured parts of the work. */
export class Meter {
  wallMs = 0;
  cpuMs = 0;

  during<T>(work: () => T): T {
    const stop = this.#start();
    try {
      return work();
    } finally {
      stop();
    }
  }

  async duringAsync<T>(work: () => Promise<T>): Promise<T> {
    const stop = this.#start();
    try {
      return await work();
    } finally {
      stop();
    }
  }

  #start(): () => void {
    const [from, cpu] = [performance.now(), process.cpuUsage()];
    return () => {
      const { user, system } = process.cpuUsage(cpu);
      this.wallMs += performance.now() - from;
      this.cpuMs += (user + system) / 1000;
    };
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;
