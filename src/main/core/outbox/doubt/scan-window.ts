/**
 * Reads a list completely from a server time on, and says whether the read is verified: the total stayed the
 * same from the first page to the last and equals the number of ids seen. A short page is not the last one,
 * because services limit pages silently. It repeats a few times. An unverified scan can prove presence, never
 * absence.
 */
import { isObject } from '#shared/domain/is-object';
import type { Outcome, Trouble } from '../../api/classify-read';
import type { Query } from '../../api/query-string';
import { listOf, totalOf } from '../../api/read-page';
import { toId } from '#shared/domain/ids';
import type { OutboxReads } from '../delivery/outbox-gateway';

export type Scan =
  | { kind: 'scanned'; items: Map<string, Record<string, unknown>>; verified: boolean; readAt: string | null }
  | { kind: 'trouble'; trouble: Trouble };

const PAGE = 100;
const PAGES_MOST = 50;
const ROUNDS = 3;

interface Page {
  /** With the records without an id. */
  length: number;
  items: [id: string, record: Record<string, unknown>][];
  total: number | null;
}
const pageOf = (outcome: Extract<Outcome, { kind: 'ok' }>, idKey: string): Page => {
  const records = (listOf(outcome)?.values ?? []).filter(isObject);
  const items = records.flatMap((record): Page['items'] => {
    const id = toId(record[idKey]);
    return id === undefined ? [] : [[id, record]];
  });
  const total = totalOf(outcome.data);
  // A number that is smaller than the page is no total. A page may contain a record twice.
  const isTotal = total !== null && total >= new Map(items).size;
  return { length: records.length, items, total: isTotal ? total : null };
};

/**
 * Reads every page of `path` filtered by `query`. `readAt` is the service's time of the first page of the
 * last round.
 */
export const scanWindow = async (
  reads: OutboxReads,
  path: string,
  query: Query,
  idKey: string,
): Promise<Scan> => {
  let last: Scan = { kind: 'scanned', items: new Map(), verified: false, readAt: null };
  for (let round = 0; round < ROUNDS; round++) {
    last = await scanOnce(reads, path, query, idKey);
    if (last.kind === 'trouble' || last.verified) return last;
  }
  return last;
};

const scanOnce = async (reads: OutboxReads, path: string, query: Query, idKey: string): Promise<Scan> => {
  const items = new Map<string, Record<string, unknown>>();
  let total: number | null = null;
  let readAt: string | null = null;
  let steady = true;
  for (let page = 1; page <= PAGES_MOST; page++) {
    const outcome = await reads.read(path, { ...query, count: PAGE, start_index: page });
    if (outcome.kind !== 'ok') return { kind: 'trouble', trouble: outcome };
    if (page === 1) readAt = outcome.now;
    const here = pageOf(outcome, idKey);
    if (page > 1 && here.total !== total) steady = false;
    total = here.total;
    for (const [id, record] of here.items) items.set(id, record);
    if (here.length === 0 || (total !== null && items.size >= total))
      return { kind: 'scanned', items, verified: steady && total === items.size, readAt };
  }
  return { kind: 'scanned', items, verified: false, readAt };
};
