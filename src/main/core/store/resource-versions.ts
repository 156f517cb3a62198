/**
 * What is known in memory about each resource's rows: a version that moves with every write, which ends the life of
 * ordered lists made before it, and the number of live rows. A rolled-back write only costs a recount.
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../ports/ports';
import { STATE, rowTable } from './catalogue';

export class ResourceVersions {
  readonly #versions = new Map<ResourceName, number>();
  readonly #live = new Map<ResourceName, number>();
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) { this.#db = db; }

  of(resource: ResourceName): number { return this.#versions.get(resource) ?? 0; }

  /** Notes a write; `liveChange` is how many rows became live, less those that ceased to be. */
  wrote(resource: ResourceName, liveChange: number): void {
    this.#versions.set(resource, this.of(resource) + 1);
    const live = this.#live.get(resource);
    if (live !== undefined) this.#live.set(resource, live + liveChange);
  }

  /** After a rollback nothing counted in memory can be trusted. */
  rolledBack(): void {
    this.#live.clear();
    for (const resource of RESOURCES) this.#versions.set(resource, this.of(resource) + 1);
  }

  liveCount(resource: ResourceName): number {
    const known = this.#live.get(resource);
    if (known !== undefined) return known;
    const counted = this.#db.prepare(`SELECT count(*) FROM ${rowTable(resource)} WHERE state = ${STATE.live}`).pluck().get() as number;
    this.#live.set(resource, counted);
    return counted;
  }
}
