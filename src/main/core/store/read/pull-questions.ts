/** The pull's queries to the cache: which records exist, which lack details, how many there are. */
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { SqlDatabase, SqlValue } from '../../ports/ports';
import { CATALOGUE, RECORD_TABLES, STATE, quoted, rowTable } from '../schema/catalogue';
import type { TimeSpan } from '../cache-store';
import { listsDeleted } from '../schema/deleted-mark';
import { mustGet } from '../schema/statement-cache';

export const liveIds = (db: SqlDatabase, resource: ResourceName, span?: TimeSpan): string[] => {
  const { from, where, params } = liveSql(resource, span);
  return db
    .prepare<string>(`SELECT id FROM ${from} WHERE ${where}`)
    .pluck()
    .all(...params);
};

/**
 * The ids of the records that the default list shows, in pieces: those among the `limit` rows after row `after`. `next`
 * is the row to continue from; null at the end.
 */
export const listedIdsFrom = (
  db: SqlDatabase,
  resource: ResourceName,
  { after, limit, span }: { after: number; limit: number; span?: TimeSpan | undefined },
): { ids: string[]; next: number | null } => {
  const last = db
    .prepare<number>(
      `SELECT row_id FROM ${rowTable(resource)} WHERE row_id > ? ORDER BY row_id LIMIT 1 OFFSET ?`,
    )
    .pluck()
    .get(after, limit - 1);
  const states = listsDeleted(resource) ? `IN (${STATE.live}, ${STATE.removed})` : `= ${STATE.live}`;
  const { from, where, params } = inState(states, resource, span);
  const ids = db
    .prepare<string>(`SELECT id FROM ${from} NOT INDEXED WHERE ${where} AND row_id > ? AND row_id <= ?`)
    .pluck()
    .all(...params, after, last ?? Number.MAX_SAFE_INTEGER);
  return { ids, next: last ?? null };
};

/** The ids among `ids` of live records that the last census of their list found. */
export const certainIds = (db: SqlDatabase, resource: ResourceName, ids: readonly string[]): Set<string> => {
  const table = rowTable(resource);
  return new Set(
    db
      .prepare<string>(
        `SELECT ${table}.id FROM json_each(?) j CROSS JOIN ${table} ON ${table}.id = j.value
          WHERE state = ${STATE.live} AND struck_at IS NULL`,
      )
      .pluck()
      .all(JSON.stringify(ids)),
  );
};

/** The number of live records among `ids` that have no details. */
export const countWithoutDetails = (
  db: SqlDatabase,
  resource: ResourceName,
  ids: readonly string[],
): number => {
  const table = rowTable(resource);
  return mustGet(
    db
      .prepare<number>(
        `SELECT count(*) FROM json_each(?) j CROSS JOIN ${table} ON ${table}.id = j.value
          WHERE state = ${STATE.live} AND detail_at IS NULL`,
      )
      .pluck(),
    JSON.stringify([...new Set(ids)]),
  );
};

/**
 * The number of live records, without those of `but`. The query uses the field's index if there is one.
 */
export const liveCount = (
  db: SqlDatabase,
  resource: ResourceName,
  span?: TimeSpan,
  but?: ReadonlySet<string>,
): number => {
  const { from, where, params } = liveSql(resource, span);
  const number = (sql: string, ...more: SqlValue[]): number =>
    mustGet(db.prepare<number>(sql).pluck(), ...more, ...params);
  const all = number(`SELECT count(*) FROM ${from} WHERE ${where}`);
  if (but === undefined || but.size === 0) return all;
  return (
    all -
    number(
      `SELECT count(*) FROM json_each(?) j CROSS JOIN ${from} ON ${from}.id = j.value WHERE ${where}`,
      JSON.stringify([...but]),
    )
  );
};

/** The number of removed records. Few kinds have any, so a scan is fast enough. */
export const removedCount = (db: SqlDatabase, resource: ResourceName, span?: TimeSpan): number => {
  const { from, where, params } = inState(`= ${STATE.removed}`, resource, span);
  return mustGet(db.prepare<number>(`SELECT count(*) FROM ${from} WHERE ${where}`).pluck(), ...params);
};

/** The number of live records without a creation time that the last census of their list missed. */
export const untimedMissing = (db: SqlDatabase, resource: ResourceName): number =>
  mustGet(
    db
      .prepare<number>(
        `SELECT count(*) FROM ${rowTable(resource)}
          WHERE state = ${STATE.live} AND struck_at IS NOT NULL AND create_time IS NULL`,
      )
      .pluck(),
  );

/** The time of the live record that is `skip` records older than `before`; null if there is none. */
export const liveTimeBefore = (
  db: SqlDatabase,
  resource: ResourceName,
  { timeField, before, skip }: { timeField: string; before: string; skip: number },
): string | null => {
  if (!isTimeField(resource, timeField)) return null;
  const { from, where, params } = liveSql(resource, { timeField, to: before });
  const column = quoted(timeField);
  const found = db
    .prepare<string>(`SELECT ${column} FROM ${from} WHERE ${where} ORDER BY ${column} DESC LIMIT 1 OFFSET ?`)
    .pluck()
    .get(...params, skip);
  return found ?? null;
};

const isTimeField = (resource: ResourceName, key: string): boolean =>
  CATALOGUE[resource].fields.find((candidate) => candidate.key === key)?.storage === 'date';

const liveSql = (resource: ResourceName, span?: TimeSpan) => inState(`= ${STATE.live}`, resource, span);

const inState = (
  state: string,
  resource: ResourceName,
  span?: TimeSpan,
): { from: string; where: string; params: SqlValue[] } => {
  const conditions = [`state ${state}`];
  const params: SqlValue[] = [];
  if (span) {
    if (!isTimeField(resource, span.timeField))
      throw new AppError('bad-input', 'not a time field', { details: { resource, field: span.timeField } });
    if (span.from !== undefined) {
      conditions.push(`${quoted(span.timeField)} >= ?`);
      params.push(span.from);
    }
    if (span.to !== undefined) {
      conditions.push(`${quoted(span.timeField)} < ?`);
      params.push(span.to);
    }
  }
  return { from: rowTable(resource), where: conditions.join(' AND '), params };
};

/**
 * The ids of records whose details are to be read: the given owner's first, then all others, both newest
 * first.
 */
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
  const ids = (more: string, ...params: SqlValue[]): string[] =>
    db
      .prepare<string>(select(more))
      .pluck()
      .all(...first, ...params);
  if (owned === null) return ids('', options.limit);
  const own = ids(`AND ${owned.sql}`, ...owned.params, options.limit);
  if (own.length >= options.limit) return own;
  const others = `AND NOT coalesce(${owned.sql}, 0)`;
  return [...own, ...ids(others, ...owned.params, options.limit - own.length)];
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

/** Rows and bytes per resource. Without SQLite's dbstat, the size is the length of the documents. */
export const storageOf = (db: SqlDatabase): { name: string; rows: number; sizeBytes: number }[] => {
  const sizes = tableSizes(db);
  const number = (sql: string): number => mustGet(db.prepare<number>(sql).pluck());
  return RECORD_TABLES.map(({ resource, prefix }) => ({
    name: resource,
    rows: number(`SELECT count(*) FROM ${rowTable(resource)}`),
    sizeBytes: sizes
      ? [...sizes].reduce((sum, [name, bytes]) => (name.startsWith(prefix) ? sum + bytes : sum), 0)
      : number(`SELECT coalesce(sum(length(raw) + coalesce(length(detail), 0)), 0) FROM "${prefix}doc"`),
  }));
};

const tableSizes = (db: SqlDatabase): Map<string, number> | null => {
  try {
    return new Map(
      db
        .prepare<[name: string, sizeBytes: number]>('SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE')
        .raw(true)
        .all(),
    );
  } catch {
    return null; // This build of SQLite has no dbstat.
  }
};
