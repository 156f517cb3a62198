/**
 * What is known in memory about each resource's rows: a version that moves with every write, which ends the life of
 * ordered lists made before it, and how many rows there are of each sort, since counting them scans the table and progress is shown several times a second.
 * A rolled-back write only costs a recount.
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../ports/ports';
import { STATE, rowTable } from './catalogue';

/** `quarantined` and `details` are of the live ones. */
export interface RowCounts { live: number; removed: number; quarantined: number; details: number }
/** What a row counts for; null where there is no row. */
export type Counted = { state: number; struckAt: number | null; detailAt: number | null } | null;

export class ResourceVersions {
  readonly #versions = new Map<ResourceName, number>();
  readonly #live = new Map<ResourceName, number>();
  readonly #counts = new Map<ResourceName, RowCounts>();
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) { this.#db = db; }

  of(resource: ResourceName): number { return this.#versions.get(resource) ?? 0; }

  /** Notes that what a screen shows of the resource was written to. */
  wrote(resource: ResourceName): void { this.#versions.set(resource, this.of(resource) + 1); }

  /** Notes what one row counted for before a write and after it. */
  moved(resource: ResourceName, before: Counted, after: Counted): void {
    const live = this.#live.get(resource);
    if (live !== undefined) this.#live.set(resource, live + one(after?.state === STATE.live) - one(before?.state === STATE.live));
    const counts = this.#counts.get(resource);
    if (!counts) return;
    add(counts, before, -1);
    add(counts, after, 1);
  }

  /** After a rollback nothing counted in memory can be trusted. */
  rolledBack(): void {
    this.#live.clear();
    this.#counts.clear();
    for (const resource of RESOURCES) this.#versions.set(resource, this.of(resource) + 1);
  }

  liveCount(resource: ResourceName): number {
    const known = this.#counts.get(resource)?.live ?? this.#live.get(resource);
    if (known !== undefined) return known;
    const counted = this.#db.prepare(`SELECT count(*) FROM ${rowTable(resource)} WHERE state = ${STATE.live}`).pluck().get() as number;
    this.#live.set(resource, counted);
    return counted;
  }

  counts(resource: ResourceName): RowCounts {
    let counts = this.#counts.get(resource);
    if (!counts) {
      counts = this.#db.prepare(`SELECT coalesce(sum(state = ${STATE.live}), 0) AS live, coalesce(sum(state = ${STATE.removed}), 0) AS removed,
        coalesce(sum(state = ${STATE.live} AND struck_at IS NOT NULL), 0) AS quarantined, coalesce(sum(state = ${STATE.live} AND detail_at IS NOT NULL), 0) AS details
        FROM ${rowTable(resource)}`).get() as RowCounts;
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
  counts.quarantined += sign * one(live && row.struckAt !== null);
  counts.details += sign * one(live && row.detailAt !== null);
};
