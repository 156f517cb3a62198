/**
 * Common parts of the lists: page and page size, time ranges, order, their quirks, and a page as joined
 * texts. Invalid numbers fall back to the default, because the contract has no errors for lists.
 */
import { parseServerTime } from '#shared/domain/time';
import type { ServiceContext } from '../context';
import type { Call } from '../endpoint';
import { itemsInLiveShape } from '../live/shapes';
import { dayAfter } from '../server-time';
import type { ServiceResource } from './record-store';

export type TimeColumn = 'update_time' | 'create_time' | 'day';

export interface ListRequest {
  resource: ServiceResource;
  defaultCount: number;
  /** Filters beyond the common ones, as SQL over `record` with positional parameters. */
  where?: readonly { sql: string; params?: readonly (string | bigint | number)[] }[];
  time?: TimeColumn;
  /** The field the list is ordered by, a column or SQL over the document; `update_time` by default. */
  orderBy?: string;
  removed?: boolean;
}

export interface Page {
  texts: string[];
  total: number;
}

const whole = (text: string | null, fallback: number): number => {
  const value = Number(text ?? '');
  return text !== null && text.trim() !== '' && Number.isInteger(value) && value > 0 ? value : fallback;
};

export const integerParam = (call: Call, key: string): number | undefined => {
  const text = call.query.get(key);
  return text !== null && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
};

/** An id of the query; undefined when absent or not digits. */
export const idParam = (call: Call, key: string): string | undefined => {
  const text = call.query.get(key)?.trim();
  return text !== undefined && /^\d{1,19}$/.test(text) && BigInt(text) > 0n ? text : undefined;
};

/** The bounds of a time range. A bare day means the whole day, at both ends: a choice of the bundled service. */
const timeBounds = (
  call: Call,
  column: TimeColumn,
  inclusive: boolean,
): { sql: string; params: string[] }[] => {
  const [start, end] = [call.query.get('start_time')?.trim() ?? '', call.query.get('end_time')?.trim() ?? ''];
  const bounds: { sql: string; params: string[] }[] = [];
  if (start !== '' && parseServerTime(start) !== undefined)
    bounds.push({ sql: `${column} >= ?`, params: [start.replace('T', ' ')] });
  if (end !== '' && parseServerTime(end) !== undefined) {
    const isDay = end.length === 10;
    if (isDay) bounds.push({ sql: `${column} < ?`, params: [inclusive ? dayAfter(end) : end] });
    else bounds.push({ sql: `${column} ${inclusive ? '<=' : '<'} ?`, params: [end.replace('T', ' ')] });
  }
  return bounds;
};

const orderSql = (context: ServiceContext, column: string, shuffle: boolean): string => {
  const order = shuffle ? 'unordered' : context.quirks.order;
  if (order === 'oldest') return `${column} ASC, id ASC`;
  if (order === 'by-id') return 'id ASC';
  if (order === 'unordered')
    return shuffle
      ? `((id % 1000003) * ${1 + Math.floor(context.random() * 997)}) % 1009, id`
      : '((id % 1000003) * 7919) % 1009, id';
  return `${column} DESC, id DESC`;
};

/** One page of a list and the whole list's length. */
export const listPage = (context: ServiceContext, call: Call, request: ListRequest): Page => {
  const { store, quirks } = context;
  const count = Math.min(whole(call.query.get('count'), request.defaultCount), quirks.pageCap);
  const page = whole(call.query.get('start_index'), 1);
  const time = request.time ?? 'update_time';
  const filters: { sql: string; params?: readonly (string | bigint | number)[] }[] = [
    { sql: 'resource = ?', params: [request.resource] },
    { sql: 'removed = ?', params: [request.removed ? 1 : 0] },
    ...timeBounds(call, time, quirks.endInclusive),
    ...(request.where ?? []),
  ];
  const settled = context.clock() - quirks.lagMs;
  if (quirks.lagMs > 0) filters.push({ sql: '(written_at <= ? OR prior IS NOT NULL)', params: [settled] });
  const where = filters.map((filter) => filter.sql).join(' AND ');
  const params = filters.flatMap((filter) => filter.params ?? []);
  const shown =
    quirks.lagMs > 0
      ? `CASE WHEN written_at > ${settled} AND prior IS NOT NULL THEN prior ELSE doc END`
      : 'doc';
  const text = `SELECT ${shown} FROM record WHERE ${where}
    ORDER BY ${orderSql(context, request.orderBy ?? 'update_time', call.environment.listFault?.shuffle === true)}
    LIMIT ? OFFSET ?`;
  const offset = Math.max(0, (page - 1) * count + (call.environment.listFault?.shiftBy ?? 0));
  const statement = quirks.lagMs > 0 || call.environment.listFault ? store.db.prepare(text) : store.sql(text);
  return {
    texts: itemsInLiveShape(
      request.resource,
      statement.pluck().all(...params, count, offset) as string[],
      quirks,
    ),
    total: store
      .sql(`SELECT count(*) FROM record WHERE ${where}`)
      .pluck()
      .get(...params) as number,
  };
};

export const listText = (texts: readonly string[]): string => `[${texts.join(',')}]`;
