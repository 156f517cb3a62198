/**
 * An element of an answer whose text equals the one on disk. Most elements that the pull reads are unchanged, so they
 * are compared and not parsed. The value is parsed when it is first read.
 */
import { isObject } from '#shared/domain/is-object';
import { parseLossless } from '#shared/http-api/lossless-json';
import type { IncomingRecord, StoredText } from '../store/cache-store';

/** The stored texts of the records of a list, by the value of `idField`. */
export interface StoredRecords {
  idField: string;
  textsOf: (ids: readonly string[]) => ReadonlyMap<string, StoredText>;
}

export class UnchangedRecord implements IncomingRecord {
  readonly id: string;
  readonly #stored: StoredText;
  #value: Record<string, unknown> | null = null;

  constructor(id: string, stored: StoredText) {
    this.id = id;
    this.#stored = stored;
  }

  get raw(): string {
    return this.#stored.raw;
  }
  get heldVersion(): number {
    return this.#stored.version;
  }
  get value(): Record<string, unknown> {
    if (this.#value !== null) return this.#value;
    const value = parseLossless(this.raw);
    this.#value = isObject(value) ? value : {};
    return this.#value;
  }
  get times(): { create: unknown; update: unknown } {
    const { createTime, updateTime } = this.#stored;
    if (createTime !== null && updateTime !== null) return { create: createTime, update: updateTime };
    return { create: this.value.create_time, update: this.value.update_time };
  }
}

/** The create and update time of a record, as the service sent them. */
export const timesOf = (record: IncomingRecord): { create: unknown; update: unknown } =>
  record instanceof UnchangedRecord
    ? record.times
    : { create: record.value.create_time, update: record.value.update_time };
