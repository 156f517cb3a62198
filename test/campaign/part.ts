/** What each part of the campaign gets, and what it states: it runs one lot at a time. */
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
  /** What is done and what must hold, for the report. */
  claim: string;
  /** The reason why it cannot run here; null if it can. */
  whyNot?: () => string | null;
  /** Runs one lot. An error that it throws counts as an unexplained result. */
  run: (lot: Lot) => Promise<void>;
}

/** The `count` elements with the fewest runs so far; equal ones in random order. */
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
