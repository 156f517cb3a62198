/**
 * E8: activity statistics of a span of days. `data` is one row or several (contract: an object; the user is
 * optional).
 */
import { isObject } from '#shared/domain/is-object';
import { RawNumber, stringifyLossless } from '#shared/http-api/lossless-json';
import { REPORT_COUNTS, REPORT_PATH, type ReportCount } from '#shared/http-api/report';
import { toId } from '#shared/domain/ids';
import type { ApiClient } from './client';
import type { Answer } from './read-page';

export interface ReportRow {
  userId: string;
  name: string;
  counts: Record<ReportCount, number>;
}

export const readReport = async (
  client: ApiClient,
  span: { start: string; end: string; userIds: readonly string[] },
): Promise<Answer<ReportRow[]>> => {
  const body = stringifyLossless({
    key: 'xs1',
    start_date: span.start,
    end_date: span.end,
    // Without it the live service may return figures that it computed earlier.
    refresh: '1',
    ...(span.userIds.length === 0 ? {} : { user_id: span.userIds.map((id) => new RawNumber(id)) }),
  });
  const outcome = await client.readByPost(REPORT_PATH, body);
  if (outcome.kind !== 'ok') return { ok: false, trouble: outcome };
  return { ok: true, value: rowsOf(outcome.data).map(toRow) };
};

/** One row, an array, `list`, or rows keyed by user id. */
const rowsOf = (data: unknown): Record<string, unknown>[] => {
  if (Array.isArray(data)) return data.filter(isObject);
  if (!isObject(data)) return [];
  if (Array.isArray(data.list)) return data.list.filter(isObject);
  if ('nickname' in data || REPORT_COUNTS.some((key) => key in data)) return [data];
  return Object.values(data).filter(isObject);
};

const toRow = (row: Record<string, unknown>): ReportRow => ({
  userId: toId(row.user_id) ?? '',
  name: typeof row.nickname === 'string' ? row.nickname : '',
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each count
  counts: Object.fromEntries(REPORT_COUNTS.map((key) => [key, Number(row[key]) || 0])) as Record<
    ReportCount,
    number
  >,
});
