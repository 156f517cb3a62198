/** The pull's queries to the cache: which records exist, which lack details, how many there are. */
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { SqlDatabase, SqlValue } from '../../ports/ports';
import { CATALOGUE, RECORD_TABLES, STATE, quoted, rowTable } from '../schema/catalogue';

export interface TimeWindow {
  timeField: string;
  from?: string;
  to?: string;
}

export const liveIds = (db: SqlDatabase, resource: ResourceName, window?: TimeWindow): string[] => {
  const { from, where, params } = liveSql(resource, window);
  return db
    .prepare(`SELECT id FROM ${from} WHERE ${where}`)
    .pluck()
    .all(...params) as string[];
};

/**
 * The same in pieces: the live ids among the `limit` rows after row `after`, and where to go on; null at the
 * end.
 */
export const liveIdsFrom = (
  db: SqlDatabase,
  resource: ResourceName,
  { after, limit, window }: { after: number; limit: number; window?: TimeWindow | undefined },
): { ids: string[]; next: number | null } => {
  const last = db
    .prepare(`SELECT row_id FROM ${rowTable(resource)} WHERE row_id > ? ORDER BY row_id LIMIT 1 OFFSET ?`)
    .pluck()
    .get(after, limit - 1) as number | undefined;
  const { from, where, params } = liveSql(resource, window);
  const ids = db
    .prepare(`SELECT id FROM ${from} NOT INDEXED WHERE ${where} AND row_id > ? AND row_id <= ?`)
    .pluck()
    .all(...params, after, last ?? Number.MAX_SAFE_INTEGER) as string[];
  return { ids, next: last ?? null };
};

/** How many ids `liveIds` would answer, those of `but` not counted; off the index where the field has one. */
export const liveCount = (
  db: SqlDatabase,
  resource: ResourceName,
  window?: TimeWindow,
  but?: ReadonlySet<string>,
): number => {
  const { from, where, params } = liveSql(resource, window);
  const all = db
    .prepare(`SELECT count(*) FROM ${from} WHERE ${where}`)
    .pluck()
    .get(...params) as number;
  if (but === undefined || but.size === 0) return all;
  return (
    all -
    (db
      .prepare(
        `SELECT count(*) FROM json_each(?) j CROSS JOIN ${from} ON ${from}.id = j.value WHERE ${where}`,
      )
      .pluck()
      .get(JSON.stringify([...but]), ...params) as number)
  );
};

const liveSql = (
  resource: ResourceName,
  window?: TimeWindow,
): { from: string; where: string; params: SqlValue[] } => {
  const conditions = [`state = ${STATE.live}`];
  const params: SqlValue[] = [];
  if (window) {
    const field = CATALOGUE[resource].fields.find((candidate) => candidate.key === window.timeField);
    if (field?.storage !== 'date')
      throw new AppError('bad-input', 'not a time field', { details: { resource, field: window.timeField } });
    if (window.from !== undefined) {
      conditions.push(`${quoted(field.key)} >= ?`);
      params.push(window.from);
    }
    if (window.to !== undefined) {
      conditions.push(`${quoted(field.key)} < ?`);
      params.push(window.to);
    }
  }
  return { from: rowTable(resource), where: conditions.join(' AND '), params };
};

/** Newest first, the given owner's before all others. */
export const detailsWanted = (
  db: SqlDatabase,
  resource: ResourceName,
  options: { limit: number; ownerId: string | null; since?: string | null },
): string[] => {
  const { owners, recency } = CATALOGUE[resource];
  const order = recency === null ? 'row_id DESC' : `${quoted(recency)} DESC`;
  const since = recency === null ? null : (options.since ?? null);
  const select = (more: string): string =>
    `SELECT id FROM ${rowTable(resource)} WHERE state = ${STATE.live}
      AND wants_detail = 1 ${since === null || recency === null ? '' : `AND ${quoted(recency)} >= ?`} ${more}
      ORDER BY ${order} LIMIT ?`;
  const first: SqlValue[] = since === null ? [] : [since];
  const owned = options.ownerId === null ? null : ownedSql(resource, owners, options.ownerId);
  if (owned === null)
    return db
      .prepare(select(''))
      .pluck()
      .all(...first, options.limit) as string[];
  const own = db
    .prepare(select(`AND ${owned.sql}`))
    .pluck()
    .all(...first, ...owned.params, options.limit) as string[];
  const rest =
    own.length < options.limit
      ? (db
          .prepare(select(`AND NOT coalesce(${owned.sql}, 0)`))
          .pluck()
          .all(...first, ...owned.params, options.limit - own.length) as string[])
      : [];
  return [...own, ...rest];
};

const ownedSql = (
  resource: ResourceName,
  owners: readonly string[],
  ownerId: string,
): { sql: string; params: SqlValue[] } | null => {
  const tests = owners.map((key) => {
    const storage = CATALOGUE[resource].fields.find((field) => field.key === key)?.storage;
    return storage === 'people'
      ? { sql: `coalesce(instr(${quoted(`${key}$ids`)}, ?), 0) > 0`, param: `,${ownerId},` }
      : { sql: `coalesce(${quoted(`${key}$id`)} = ?, 0)`, param: ownerId };
  });
  return tests.length === 0
    ? null
    : { sql: `(${tests.map((test) => test.sql).join(' OR ')})`, params: tests.map((test) => test.param) };
};

/** Rows and bytes per resource. Without SQLite's dbstat the documents' lengths stand for the size. */
export const storageOf = (db: SqlDatabase): { name: string; rows: number; sizeBytes: number }[] => {
  const sizes = tableSizes(db);
  return RECORD_TABLES.map(({ resource, prefix }) => ({
    name: resource,
    rows: db
      .prepare(`SELECT count(*) FROM ${rowTable(resource)}`)
      .pluck()
      .get() as number,
    sizeBytes: sizes
      ? [...sizes].reduce((sum, [name, bytes]) => (name.startsWith(prefix) ? sum + bytes : sum), 0)
      : (db
          .prepare(`SELECT coalesce(sum(length(raw) + coalesce(length(detail), 0)), 0) FROM "${prefix}doc"`)
          .pluck()
          .get() as number),
  }));
};

const tableSizes = (db: SqlDatabase): Map<string, number> | null => {
  try {
    return new Map(
      db.prepare('SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE').raw(true).all() as [
        string,
        number,
      ][],
    );
  } catch {
    return null; // This build of SQLite has no dbstat.
  }
};
