/**
 * E8 `POST /v1/report/info`: figures counted from the records. `data` is one object: of one user if
 * requested, otherwise the sum without a user_id (which the contract makes optional).
 */
import { parseServerTime } from '#shared/domain/time';
import { REPORT_PATH, type ReportCount } from '#shared/http-api/report';
import type { ServiceContext } from '../context';
import { endpoint, type Call, type ServiceApp } from '../endpoint';
import { idsIn, textIn } from '../input';
import { cannotBeEmpty, invalidInput } from '../refusal';
import { dayAfter } from '../server-time';
import { jsonId, writeExact, type Json } from '../store/exact-json';
import type { ServiceResource } from '../store/record-store';

const RECORDS: readonly { count: ReportCount; resource: ServiceResource; more?: string }[] = [
  { count: 'lead_add_count', resource: 'lead' },
  { count: 'company_add_count', resource: 'company' },
  {
    count: 'customer_remark_count',
    resource: 'trail',
    more: 'AND CAST(status AS INTEGER) BETWEEN 101 AND 109',
  },
  { count: 'opportunity_add_count', resource: 'opportunity' },
  { count: 'quotation_add_count', resource: 'quotation' },
  { count: 'order_add_count', resource: 'order' },
  { count: 'dynamic_count', resource: 'trail' },
];
const ACTIVITIES: readonly { count: ReportCount; kind: string }[] = [
  { count: 'mail_send_count', kind: 'mail' },
  { count: 'edm_send_count', kind: 'edm_send' },
  { count: 'edm_finish_count', kind: 'edm_finish' },
  { count: 'login_count', kind: 'login' },
];

const dayIn = (body: Json, key: string): string => {
  const text = textIn(body, key)?.trim() ?? '';
  if (text === '') throw cannotBeEmpty(key);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || parseServerTime(text) === undefined)
    throw invalidInput(`${key} must be YYYY-MM-DD`);
  return text;
};

const report = (context: ServiceContext, { body }: Call): Json => {
  const key = textIn(body, 'key') ?? '';
  if (key === '') throw cannotBeEmpty('key');
  if (key !== 'xs1') throw invalidInput('key must be xs1');
  const [start, end, users] = [dayIn(body, 'start_date'), dayIn(body, 'end_date'), idsIn(body, 'user_id')];
  const until = context.quirks.endInclusive ? dayAfter(end) : end;
  const who = users.length === 0 ? '' : `AND user_id IN (${users.map(() => '?').join(',')})`;
  const ids = users.map((id) => BigInt(id));
  const { store } = context;
  const counted = RECORDS.map(({ count, resource, more = '' }) => [
    count,
    store
      .sql(
        `SELECT count(*) FROM record WHERE resource = ? AND removed = 0 AND create_time >= ?
          AND create_time < ? ${more} ${who}`,
      )
      .pluck()
      .get(resource, start, until, ...ids),
  ]);
  const acted = ACTIVITIES.map(({ count, kind }) => [
    count,
    store
      .sql(`SELECT coalesce(sum(amount), 0) FROM activity WHERE kind = ? AND day >= ? AND day < ? ${who}`)
      .pluck()
      .get(kind, start, until, ...ids),
  ]);
  const one = users.length === 1 ? users[0] : undefined;
  return {
    ...(one === undefined ? {} : { user_id: jsonId(one) }),
    nickname: one === undefined ? '' : (store.get('user', one)?.name ?? ''),
    ...Object.fromEntries([...counted, ...acted]),
  };
};

/** The figures, or under `report-cached` those of the first time they were asked for, until `refresh=1`. */
const cachedReport = (context: ServiceContext, cache: Map<string, Json>, call: Call): Json => {
  if (!context.quirks.reportCached) return report(context, call);
  const { refresh, ...asked } = call.body;
  const key = writeExact(asked);
  const held = String(refresh ?? '') === '1' ? undefined : cache.get(key);
  if (held) return held;
  const fresh = report(context, call);
  cache.set(key, fresh);
  return fresh;
};

export const reportRoutes = (app: ServiceApp, context: ServiceContext): void => {
  const cache = new Map<string, Json>();
  endpoint(app, context, 'POST', REPORT_PATH, { declaredAuth: true }, (call) =>
    cachedReport(context, cache, call),
  );
};
