/** What each part of the campaign is given, and what it promises: one lot of runs at a time. */
import type { Finding, Results } from './results';

export interface Lot {
  random: () => number;
  results: Results;
  add: (finding: Omit<Finding, 'part'>) => void;
  say: (line: string) => void;
}
export interface Part {
  name: string;
  title: string;
  /** What is done, and what must hold: for the report. */
  claim: string;
  /** Why it cannot run here; null where it can. */
  whyNot?: () => string | null;
  /** Runs one lot. What it throws counts as unexplained. */
  run: (lot: Lot) => Promise<void>;
}

/** Those that ran least so far come first; ties by chance. */
export const leastRun = <T>(
  all: readonly T[],
  runsOf: (one: T) => number,
  random: () => number,
  count: number,
): T[] =>
  all
    .map((one) => ({ one, runs: runsOf(one), tie: random() }))
    .toSorted((a, b) => a.runs - b.runs || a.tie - b.tie)
    .slice(0, count)
    .map(({ one }) => one);
