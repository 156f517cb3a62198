/**
 * The results of the campaign, one row for each fault. They are stored in a file, so that the results of
 * several runs are added. A row has the number of runs, the least and the greatest value of each figure, and
 * the text of every unexplained result. The file also says on which days and at which commits each part ran.
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
/** A day and a commit at which a part ran. */
export interface RunAt {
  /** `2026-11-29` */
  day: string;
  commit: string;
}
export interface PartRuns {
  minutes: number;
  first: RunAt;
  last: RunAt;
}
export interface Results {
  rows(): Row[];
  /** Null if the part never ran. */
  runsOfPart(part: string): PartRuns | null;
  runsOf(part: string, fault: string): number;
  totalMinutes(): number;
  add(finding: Finding): void;
  /** Records that the part ran now, for so many minutes. */
  addRun(part: string, minutes: number, at: RunAt): void;
  /** Deletes the results of a part, because what it tests was changed. */
  forget(part: string): void;
}

interface Kept {
  /** Of runs that did not note their part, until 2026-11-28. */
  minutes?: number;
  parts: Record<string, PartRuns>;
  rows: Row[];
}
const MOST_TEXTS = 20;
/** Stands for the first run of a part whose rows are older than the notes. */
const BEFORE_NOTES: RunAt = { day: '2026-11-22', commit: 'not noted' };

export const openResults = (file: string): Results => {
  const kept: Kept = {
    parts: {},
    rows: [],
    ...(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>) : {}),
  };
  /** Parts that have results from before the day and the commit of a run were stored. */
  const unnoted = new Set(kept.rows.map(({ part }) => part).filter((part) => kept.parts[part] === undefined));
  const find = (part: string, fault: string): Row | undefined =>
    kept.rows.find((row) => row.part === part && row.fault === fault);
  const save = (): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
  };
  return {
    rows: () => kept.rows,
    runsOf: (part, fault) => find(part, fault)?.runs ?? 0,
    runsOfPart: (part) => kept.parts[part] ?? null,
    totalMinutes: () =>
      Object.values(kept.parts).reduce((sum, { minutes }) => sum + minutes, kept.minutes ?? 0),
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
    addRun: (part, minutes, at) => {
      const before = kept.parts[part];
      kept.parts[part] = {
        minutes: (before?.minutes ?? 0) + minutes,
        first: before?.first ?? (unnoted.has(part) ? BEFORE_NOTES : at),
        last: at,
      };
      save();
    },
    forget: (part) => {
      delete kept.parts[part];
      unnoted.delete(part);
      kept.rows = kept.rows.filter((row) => row.part !== part);
      save();
    },
  };
};
