/**
 * Keeps two facts about each resource in memory: a version and the numbers of rows.
 *
 * The version increases with every write. An ordered list with an older version is no longer used. Search words that
 * are made again have a version of their own, because only searches depend on them. The lookups have one, because lists
 * are sorted and filtered by names that are in them. The numbers are kept in memory because counting scans the table,
 * and screens show the progress several times a second. After a rollback the rows are counted again.
 *
 * Counting 500,000 rows takes a second, at the moment when the first window needs its rows. So a cache stores
 * its numbers when it is closed, and deletes them when it is opened, before anything is written. After a
 * crash there are no stored numbers, and the rows are counted.
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { STATE, rowTable } from '../schema/catalogue';
import { mustGet } from '../schema/statement-cache';

/** `quarantined` (missing from one census) and `details` count live rows. The counts are stored by these names. */
export interface RowCounts {
  live: number;
  removed: number;
  quarantined: number;
  details: number;
}
const KINDS = ['live', 'removed', 'quarantined', 'details'] as const;
const KEPT_KEY = 'counts';

/** The values of a row that the numbers depend on; null if there is no row. */
export type Counted = { state: number; missingSince: number | null; detailAt: number | null } | null;

export class ResourceVersions {
  readonly #versions = new Map<ResourceName, number>();
  readonly #words = new Map<ResourceName, number>();
  #lookups = 0;
  readonly #live = new Map<ResourceName, number>();
  readonly #counts = new Map<ResourceName, RowCounts>();
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.#db = db;
    this.#takeKept();
  }

  /** Stores the numbers. Call it last before the file is closed. Disk errors are ignored. */
  keep(): void {
    try {
      this.#db
        .prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
        .run(KEPT_KEY, JSON.stringify(Object.fromEntries(this.#counts)));
    } catch {
      /* They are counted again. */
    }
  }

  #takeKept(): void {
    try {
      const kept = this.#db
        .prepare<string>('DELETE FROM meta WHERE key = ? RETURNING value')
        .pluck()
        .get(KEPT_KEY);
      const given: Partial<Record<ResourceName, RowCounts>> = kept === undefined ? {} : JSON.parse(kept);
      for (const resource of RESOURCES) {
        const counts = given[resource];
        if (counts && KINDS.every((kind) => Number.isSafeInteger(counts[kind])))
          this.#counts.set(resource, counts);
      }
    } catch {
      this.#counts.clear();
    }
  }

  of(resource: ResourceName): number {
    return this.#versions.get(resource) ?? 0;
  }

  wordsOf(resource: ResourceName): number {
    return this.#words.get(resource) ?? 0;
  }

  /** A number that changes with every change of a lookup. */
  ofLookups(): number {
    return this.#lookups;
  }

  /** Records that a lookup has other items. */
  changedLookup(): void {
    this.#lookups += 1;
  }

  /** Records that search words were made again from the same records. */
  madeWords(resource: ResourceName): void {
    this.#words.set(resource, this.wordsOf(resource) + 1);
  }

  /** Records a write to rows that a screen may show. */
  wrote(resource: ResourceName): void {
    this.#versions.set(resource, this.of(resource) + 1);
  }

  /** Updates the numbers for one row: what it counted for before a write, and after it. */
  moved(resource: ResourceName, before: Counted, after: Counted): void {
    const live = this.#live.get(resource);
    if (live !== undefined)
      this.#live.set(resource, live + one(after?.state === STATE.live) - one(before?.state === STATE.live));
    const counts = this.#counts.get(resource);
    if (!counts) return;
    add(counts, before, -1);
    add(counts, after, 1);
  }

  /** After a rollback the numbers in memory may be wrong, so they are dropped. */
  rolledBack(): void {
    this.#live.clear();
    this.#counts.clear();
    for (const resource of RESOURCES) this.wrote(resource);
    this.changedLookup();
  }

  liveCount(resource: ResourceName): number {
    const known = this.#counts.get(resource)?.live ?? this.#live.get(resource);
    if (known !== undefined) return known;
    const counted = mustGet(
      this.#db
        .prepare<number>(`SELECT count(*) FROM ${rowTable(resource)} WHERE state = ${STATE.live}`)
        .pluck(),
    );
    this.#live.set(resource, counted);
    return counted;
  }

  counts(resource: ResourceName): RowCounts {
    let counts = this.#counts.get(resource);
    if (!counts) {
      counts = mustGet(
        this.#db
          .prepare<RowCounts>(`SELECT coalesce(sum(state = ${STATE.live}), 0) AS live, coalesce(sum(state = ${STATE.removed}), 0) AS removed,
        coalesce(sum(state = ${STATE.live} AND struck_at IS NOT NULL), 0) AS quarantined, coalesce(sum(state = ${STATE.live} AND detail_at IS NOT NULL), 0) AS details
        FROM ${rowTable(resource)}`),
      );
      this.#counts.set(resource, counts);
    }
    return { ...counts };
  }
}

const one = (is: boolean): number => (is ? 1 : 0);

const add = (counts: RowCounts, row: Counted, sign: 1 | -1): void => {
  if (row === null) return;
  const live = row.state === STATE.live;
  counts.live += sign * one(live);
  counts.removed += sign * one(row.state === STATE.removed);
  counts.quarantined += sign * one(live && row.missingSince !== null);
  counts.details += sign * one(live && row.detailAt !== null);
};
