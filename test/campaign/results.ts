/**
 * The results of the campaign, one row for each fault. They are stored in a file, so that the results of
 * several runs are added. A row has the number of runs, the least and the greatest value of each figure, and
 * the text of every unexplained result.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Row {
  part: string;
  fault: string;
  runs: number;
  least: Record<string, number>;
  most: Record<string, number>;
  unexplained: string[];
}
export interface Finding {
  part: string;
  fault: string;
  runs?: number;
  least?: Record<string, number>;
  most?: Record<string, number>;
  /** Null if the run ended as expected. */
  unexplained: string | null;
}
export interface Results {
  rows(): Row[];
  runsOf(part: string, fault: string): number;
  totalMinutes(): number;
  add(finding: Finding): void;
  addMinutes(minutes: number): void;
  /** Deletes the results of a part, because what it tests was changed. */
  forget(part: string): void;
}

interface Kept {
  minutes: number;
  rows: Row[];
}
const MOST_TEXTS = 20;

export const openResults = (file: string): Results => {
  const kept: Kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Kept)
    : { minutes: 0, rows: [] };
  const find = (part: string, fault: string): Row | undefined =>
    kept.rows.find((row) => row.part === part && row.fault === fault);
  const save = (): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
  };
  return {
    rows: () => kept.rows,
    runsOf: (part, fault) => find(part, fault)?.runs ?? 0,
    totalMinutes: () => kept.minutes,
    add: ({ part, fault, runs = 1, least = {}, most = {}, unexplained }) => {
      let row = find(part, fault);
      if (!row) {
        row = { part, fault, runs: 0, least: {}, most: {}, unexplained: [] };
        kept.rows.push(row);
      }
      row.runs += runs;
      for (const [name, value] of Object.entries(least))
        row.least[name] = Math.min(row.least[name] ?? Number.POSITIVE_INFINITY, value);
      for (const [name, value] of Object.entries(most))
        row.most[name] = Math.max(row.most[name] ?? Number.NEGATIVE_INFINITY, value);
      if (unexplained !== null && row.unexplained.length < MOST_TEXTS) row.unexplained.push(unexplained);
      save();
    },
    addMinutes: (minutes) => {
      kept.minutes += minutes;
      save();
    },
    forget: (part) => {
      kept.rows = kept.rows.filter((row) => row.part !== part);
      save();
    },
  };
};
