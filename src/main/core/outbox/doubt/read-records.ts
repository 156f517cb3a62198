/**
 * The reads behind preflight and read-back: records of a kind made since a time, and one record by id, as
 * snapshots.
 */
import { isOneNumber } from '#shared/domain/document-number';
import { isObject } from '#shared/domain/is-object';
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { formatServerTime, parseServerTime } from '#shared/domain/time';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { valueText } from '#shared/domain/value-text';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import { mayBeProxy, type Outcome, type Trouble } from '../../api/classify-read';
import { saysRecordNotFound } from '../../api/not-found-words';
import type { Query } from '../../api/query-string';
import { isOther } from '../../api/read-page';
import { differences } from '../compare/compare-sent';
import { type Found, hasNameOf } from './judge-doubt';
import { KIND_READS } from './kind-reads';
import type { OutboxReads } from '../delivery/outbox-gateway';
import type { scanWindow } from './scan-window';
import { creatorOf, ownerOf, snapshotOf } from '../compare/server-snapshot';

export type RecordsRead =
  | { kind: 'found'; found: Found[]; altered: Found[]; verified: boolean; readAt: string | null }
  | { kind: 'no-read' }
  | { kind: 'trouble'; trouble: Trouble };
export type RecordRead =
  | {
      kind: 'found';
      snapshot: Snapshot & { hasChildren: boolean };
      readAt: string | null;
      record: Record<string, unknown>;
    }
  | { kind: 'missing'; readAt: string | null }
  /** The service refused in other words: no privilege, locked, busy. The record may exist. */
  | { kind: 'refused'; code: number; message: string; readAt: string | null }
  | { kind: 'no-read' }
  | { kind: 'trouble'; trouble: Trouble };

const UNREACHED: Trouble = {
  kind: 'offline',
  reason: 'other',
  detail: 'whether the service offers this read is not known yet',
};
const NO_ROUTE_NOW: Trouble = {
  kind: 'bad-answer',
  detail: 'the answer was 404 or 403, although the service offers this route',
};
/** A cache in between may answer the read of one record with another one. */
const ANOTHER: Trouble = { kind: 'bad-answer', detail: 'another record in the answer' };
const text = (record: Record<string, unknown>, keys: readonly string[]): string =>
  String(keys.map((key) => record[key]).find((value) => typeof value === 'string' && value !== '') ?? '');

/** A server time minus `ms`, because the clocks of the service's machines may differ. */
export const before = (time: string, ms: number): string => {
  const at = parseServerTime(time);
  return at === undefined ? time : formatServerTime(at - ms);
};

/** The current state of one record; `no-read` if the service offers no such read. */
export const readRecord = async (reads: OutboxReads, kind: IntentKind, id: string): Promise<RecordRead> => {
  const { info } = KIND_READS[kind];
  if (!info) return { kind: 'no-read' };
  if (info.probe !== null) {
    const offered = await reads.offers(info.probe);
    if (offered === false) return { kind: 'no-read' };
    if (offered === null) return { kind: 'trouble', trouble: UNREACHED };
  }
  const query = info.query(id);
  const outcome = await reads.read(info.path, query);
  return mayBeProxy(outcome) ? routeLost(reads, info.path) : recordOf(kind, query, outcome);
};

/**
 * A read found no route, or got a 403 that the service did not word. One answer is no proof, because a proxy may
 * have given it: only the probe of the route decides.
 */
export const routeLost = async (
  reads: OutboxReads,
  path: string,
): Promise<{ kind: 'no-read' } | { kind: 'trouble'; trouble: Trouble }> =>
  (await reads.offers(path, true)) === false
    ? { kind: 'no-read' }
    : { kind: 'trouble', trouble: NO_ROUTE_NOW };

const recordOf = (kind: IntentKind, query: Query, outcome: Outcome): RecordRead => {
  // An empty list or object is no record. If it were compared, every field would seem to have been emptied.
  if (outcome.kind === 'ok' && isObject(outcome.data) && Object.keys(outcome.data).length > 0) {
    const record = outcome.data;
    if (isOther(record, query)) return { kind: 'trouble', trouble: ANOTHER };
    return { kind: 'found', snapshot: snapshotOf(kind, record, outcome.now), readAt: outcome.now, record };
  }
  if (outcome.kind === 'refused') {
    const { code, message, now: readAt } = outcome;
    return saysRecordNotFound(message)
      ? { kind: 'missing', readAt }
      : { kind: 'refused', code, message, readAt };
  }
  if (outcome.kind === 'forbidden') return { kind: 'no-read' };
  return {
    kind: 'trouble',
    trouble: outcome.kind === 'ok' ? { kind: 'bad-answer', detail: 'no data' } : outcome,
  };
};

/**
 * Records since `from` that `sent` may have made: list items that do not contradict it, with details if
 * offered. `altered` are the items that contradict it and were changed after they were created, or have its number or
 * name.
 */
export const readSince = async (
  reads: OutboxReads,
  sent: readonly Command[],
  from: string,
  scan: typeof scanWindow,
): Promise<RecordsRead> => {
  const command = sent[0];
  if (!command) return { kind: 'no-read' };
  const source = KIND_READS[command.kind];
  const { idField, titleFields } = RESOURCE_INFO[RESOURCE_OF_KIND[command.kind]];
  if (source.listOptional) {
    const offered = await reads.offers(source.list);
    if (offered === false) return { kind: 'no-read' };
    if (offered === null) return { kind: 'trouble', trouble: UNREACHED };
  }
  const result = await scan(reads, source.list, source.query(command, from), idField);
  if (result.kind === 'trouble') {
    if (mayBeProxy(result.trouble)) return routeLost(reads, source.list);
    return result.trouble.kind === 'forbidden' ? { kind: 'no-read' } : result;
  }
  const [found, altered]: [Found[], Found[]] = [[], []];
  const foundOf = (id: string, record: Record<string, unknown>, snapshot: Found['snapshot']): Found => ({
    id,
    title: text(record, titleFields),
    createdAt: typeof record.create_time === 'string' ? record.create_time : null,
    createdBy: creatorOf(record),
    ownedBy: ownerOf(record),
    isChanged: isChangedSinceMade(record),
    snapshot,
  });
  for (const [id, item] of result.items) {
    const brief = snapshotOf(command.kind, item);
    const isOther = sent.every(
      (one) => differences(one.fields, brief.fields, KIND_TABLES[one.kind].fields).length > 0,
    );
    const isNamed = hasNumberOf(sent, brief) || sent.some((one) => hasNameOf(one, brief));
    if (isOther && !isChangedSinceMade(item) && !isNamed) continue;
    const detail = await readRecord(reads, command.kind, id);
    if (detail.kind === 'trouble') return detail;
    const record = detail.kind === 'found' ? { ...item, ...detail.record } : item;
    (isOther ? altered : found).push(foundOf(id, record, detail.kind === 'found' ? detail.snapshot : brief));
  }
  return { kind: 'found', found, altered, verified: result.verified, readAt: result.readAt };
};

/**
 * A change in the second of the creation is not seen, but the number still tells that the record may be ours. A
 * service may store the number in upper case.
 */
const hasNumberOf = (sent: readonly Command[], { fields }: Snapshot): boolean =>
  NUMBER_FIELDS.some((key) =>
    sent.some((one) => valueText(one.fields[key]) !== '' && isOneNumber(fields[key], one.fields[key])),
  );
const NUMBER_FIELDS = ['serial_id', 'cash_collection_invoice_no'] as const;

/** Server times have whole seconds, so a change in the second of the creation is not seen. */
const isChangedSinceMade = ({ create_time: made, update_time: changed }: Record<string, unknown>): boolean =>
  typeof made === 'string' && typeof changed === 'string' && changed > made;

/**
 * Reads the service's time with the smallest request that every profile has. Returns null if the token may not read
 * the users; then the time that is known from other answers counts. `mayPass`: a proxy may have answered that, so the
 * next read may tell the time.
 */
export const readServerTime = async (
  reads: OutboxReads,
): Promise<
  { kind: 'time'; now: string | null; mayPass: boolean } | { kind: 'trouble'; trouble: Trouble }
> => {
  const outcome = await reads.read(USER_LIST_PATH, { count: 1 });
  if (outcome.kind === 'forbidden') return { kind: 'time', now: null, mayPass: mayBeProxy(outcome) };
  return outcome.kind === 'ok' || outcome.kind === 'refused'
    ? { kind: 'time', now: outcome.now, mayPass: false }
    : { kind: 'trouble', trouble: outcome };
};
