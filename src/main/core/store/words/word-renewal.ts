/**
 * Makes the search words of every record again after an update of Satchel that makes other words from the
 * same text. It reads a few documents at a time from the disk and stores its progress in the same commit, so
 * it continues after a kill. Records that the pull writes meanwhile already have the new words; making them
 * again does no harm.
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { docTable, ftsTable, rowTable } from '../schema/catalogue';
import { type Documents, parseDetail, parseDocument } from '../schema/stored-document';
import { recordText } from './record-text';
import { WORDS_VERSION } from './search-text';
import type { ResourceVersions } from '../write/resource-versions';
import type { SideTables } from '../write/side-tables';

const KEY = 'search/words';

/** `resource` is an index of RESOURCES; past the end, all records are done. */
interface Place {
  version: number;
  resource: number;
  after: number;
}
/** Unreadable progress starts from the first record, which costs time only. */
const placeIn = (json: string | null): Partial<Place> => {
  try {
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
};
type Row = [rowId: number, id: string, ...Documents];

export class WordRenewal {
  readonly #db: SqlDatabase;
  readonly #side: SideTables;
  readonly #versions: Pick<ResourceVersions, 'madeWords'>;
  #place: Place | null = null;

  constructor(db: SqlDatabase, side: SideTables, versions: Pick<ResourceVersions, 'madeWords'>) {
    this.#db = db;
    this.#side = side;
    this.#versions = versions;
  }

  begin(): void {
    if (this.#side.state(KEY) === null && RESOURCES.every((resource) => this.#last(resource) === 0))
      this.#keep({ version: WORDS_VERSION, resource: RESOURCES.length, after: 0 });
  }

  /** Starts again from the first record, because incomplete words were written. */
  restart(): void {
    this.#keep({ version: WORDS_VERSION, resource: 0, after: 0 });
  }

  share(): number | null {
    const { resource: at, after } = this.#read();
    if (at >= RESOURCES.length) return null;
    const sizes = RESOURCES.map((resource) => this.#last(resource));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const done = sizes.slice(0, at).reduce((sum, size) => sum + size, 0) + after;
    return all === 0 ? null : Math.min(1, done / all);
  }

  /** Makes the words of up to `limit` records. Returns false when all are done. */
  step(limit: number): boolean {
    const place = this.#read();
    const resource = RESOURCES[place.resource];
    if (resource === undefined) return false;
    this.#db.transaction(() => {
      const last = this.#renew(resource, place.after, limit);
      this.#keep(
        last === null ? { ...place, resource: place.resource + 1, after: 0 } : { ...place, after: last },
      );
    })();
    this.#versions.madeWords(resource);
    return this.#read().resource < RESOURCES.length;
  }

  rolledBack(): void {
    this.#place = null;
  }

  /** Returns the last row that was renewed; null if there was none. */
  #renew(resource: ResourceName, after: number, limit: number): number | null {
    const rows = this.#db
      .prepare<Row>(
        `SELECT r.row_id, r.id, d.raw, d.detail FROM ${rowTable(resource)} r
          JOIN ${docTable(resource)} d ON d.row_id = r.row_id WHERE r.row_id > ? ORDER BY r.row_id LIMIT ?`,
      )
      .raw(true)
      .all(after, limit);
    const forget = this.#db.prepare(`DELETE FROM ${ftsTable(resource)} WHERE rowid = ?`);
    const insert = this.#db.prepare(`INSERT INTO ${ftsTable(resource)} (rowid, text) VALUES (?, ?)`);
    const textOf = recordText(resource);
    for (const [rowId, id, raw, detail] of rows) {
      forget.run(rowId);
      insert.run(rowId, textOf(id, parseDocument(raw), parseDetail(detail)));
    }
    return rows.at(-1)?.[0] ?? null;
  }

  #read(): Place {
    if (this.#place !== null) return this.#place;
    const { version, resource = 0, after = 0 } = placeIn(this.#side.state(KEY));
    this.#place =
      version === WORDS_VERSION
        ? { version, resource, after }
        : { version: WORDS_VERSION, resource: 0, after: 0 };
    return this.#place;
  }

  #keep(place: Place): void {
    this.#side.setState(KEY, JSON.stringify(place));
    this.#place = place;
  }

  #last(resource: ResourceName): number {
    return Number(
      this.#db
        .prepare(`SELECT max(row_id) FROM ${rowTable(resource)}`)
        .pluck()
        .get() ?? 0,
    );
  }
}
