/**
 * The number of records that were created on each day, of one person or of all; one walk over the index of
 * creation times.
 */
import type { CountedKind, DayCounts } from '#shared/contract/timeline';
import { STATE, rowTable } from '../schema/catalogue';
import type { StatementCache } from '../schema/statement-cache';
import { ownersSql } from '../schema/owners-sql';

/**
 * Days are the server's, `YYYY-MM-DD`, both included; days without a record are left out. `early` counts
 * those made before `until`, `HH:MM` of the server's day.
 */
export const dayCountsOf = (
  sql: StatementCache,
  kinds: readonly CountedKind[],
  span: { from: string; to: string; person: string | null; until: string },
): DayCounts[] =>
  kinds.map((kind) => {
    const mine = span.person === null ? '' : ` AND instr(${ownersSql(kind)}, ?) > 0`;
    const rows = sql
      .raw<[day: string, count: number, early: number]>(
        `SELECT substr(r.create_time, 1, 10) AS day, count(*), sum(substr(r.create_time, 12) < ?) FROM ${rowTable(kind)} r
          WHERE r.state = ${STATE.live} AND r.create_time >= ? AND r.create_time < ?${mine} GROUP BY day
          ORDER BY day`,
      )
      // Times of the last day continue with a space, which sorts before `!`.
      .all(span.until, span.from, `${span.to}!`, ...(span.person === null ? [] : [`,${span.person},`]));
    return { kind, days: rows.map(([day, count, early]) => ({ day, count, early })) };
  });
