/**
 * A small CRM for tests of an outbox: records that the test adds, the reads of every kind, and a server clock
 * that only the test moves.
 */
import type { Outcome } from '#core/api/classify-read';
import type { Query } from '#core/api/query-string';
import type { OutboxGateway } from '#core/outbox/delivery/outbox-gateway';
import { KIND_READS } from '#core/outbox/doubt/kind-reads';
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import { outboxBench, NOW, type BenchOptions, type OutboxBench } from './outbox-bench';

export type CrmRecord = Record<string, unknown>;

export interface FakeCrm {
  /** The server time in every answer. */
  now: string;
  /** Whether optional routes are offered; null: not known yet. */
  offered: boolean | null;
  /** Replaces the answer to a read if it returns one. */
  answers: (path: string, query: Query) => Outcome | undefined | Promise<Outcome | undefined>;
  readonly reads: string[];
  put(kind: IntentKind, record: CrmRecord): void;
  remove(kind: IntentKind, id: string): void;
  readonly gateway: Pick<OutboxGateway, 'read' | 'offers' | 'serverNow'>;
}

export const fakeCrm = (): FakeCrm => {
  const records = new Map(INTENT_KINDS.map((kind) => [kind, new Map<string, CrmRecord>()]));
  const idOf = (kind: IntentKind, record: CrmRecord): string =>
    String(record[RESOURCE_INFO[RESOURCE_OF_KIND[kind]].idField]);
  const ok = (data: unknown): Outcome => ({ kind: 'ok', body: {}, data, now: crm.now, text: '' });
  const missing = (): Outcome => ({ kind: 'refused', code: -1, message: 'Not Found Resource', now: crm.now });
  const pageOf = (all: readonly CrmRecord[], { count = 100, start_index: page = 1 }: Query): Outcome => {
    const from = (Number(page) - 1) * Number(count);
    return ok({ list: all.slice(from, from + Number(count)), totalItem: all.length });
  };
  const answer = (path: string, query: Query): Outcome => {
    if (path === USER_LIST_PATH) return pageOf([], query);
    for (const kind of INTENT_KINDS) {
      const held = [...(records.get(kind)?.values() ?? [])];
      const { list, info } = KIND_READS[kind];
      if (path === list) return pageOf(held, query);
      if (path !== info?.path) continue;
      const [[key, value] = ['', '']] = Object.entries(query);
      const found = held.find((record) => String(record[key]) === String(value));
      return found ? ok(found) : missing();
    }
    return { kind: 'not-offered', detail: path };
  };
  const crm: FakeCrm = {
    now: NOW,
    offered: true,
    answers: () => undefined,
    reads: [],
    put: (kind, record) => void records.get(kind)?.set(idOf(kind, record), record),
    remove: (kind, id) => void records.get(kind)?.delete(id),
    gateway: {
      read: async (path, query = {}) => {
        crm.reads.push(path);
        return (await crm.answers(path, query)) ?? answer(path, query);
      },
      offers: async () => crm.offered,
      serverNow: () => crm.now,
    },
  };
  return crm;
};

export interface CrmBench extends OutboxBench {
  crm: FakeCrm;
}

export const crmBench = (options: BenchOptions = {}): CrmBench => {
  const crm = fakeCrm();
  const bench = outboxBench({ ...options, gateway: { ...crm.gateway, ...options.gateway } });
  return Object.assign(bench, { crm });
};

/** The answer to a push is lost, so it is unknown whether the push arrived. */
export const lost = async () =>
  ({ kind: 'failure', reason: 'timeout', unsent: false, detail: 'no answer' }) as const;
/** The CRM refuses a push with this message. */
export const refusing =
  (message: string, code = 400) =>
  async () =>
    ({
      kind: 'answer',
      status: 200,
      headers: {},
      url: '',
      text: JSON.stringify({ code, message, now: NOW }),
    }) as const;
