/** One service on a port, one outbox that uses it, and the pushes with the records that each creates. */
import Database from 'better-sqlite3';
import type { UnnamedIntentView } from '#core/outbox/outbox-view';
import { DEMO_USER } from '#service/auth/token-book';
import { startHttpService, type HttpService } from '#service/http-front';
import type { Profile } from '#service/context';
import type { Quirks } from '#service/quirks';
import { newRecord, type RecordStore } from '#service/store/record-store';
import { seededRandom } from '#service/random';
import { fastTime, openLiveOutbox, type LiveOutbox } from './live-outbox';

export type PushKind = 'lead' | 'company' | 'opportunity' | 'outboundInvoice' | 'receipt';
export const PUSHES: Readonly<Record<PushKind, { endpoint: string; path: string; money: boolean }>> = {
  lead: { endpoint: 'E2', path: '/v1/lead/push', money: false },
  company: { endpoint: 'E3', path: '/v1/company/pushCompanyAndCustomers', money: false },
  opportunity: { endpoint: 'opportunity/push', path: '/v1/opportunity/push', money: false },
  outboundInvoice: { endpoint: 'E5', path: '/v1/invoices/outbound/push', money: true },
  receipt: { endpoint: 'E7', path: '/v1/invoices/receiptRegistration/push', money: true },
};
/** The company of the opportunities. */
const CUSTOMER = '70001';
const haveCustomer = (store: RecordStore): void => {
  if (store.get('company', CUSTOMER) !== undefined) return;
  const at = '2026-01-01 10:00:00';
  const doc = { company_id: Number(CUSTOMER), name: 'Customer', create_time: at, update_time: at };
  store.put('company', newRecord({ id: CUSTOMER, name: 'Customer', createTime: at, updateTime: at, doc }));
};
/** At this speed a quarter of an hour takes less than two seconds. */
const SPEED = 600;

export interface Rig {
  http: HttpService;
  live: LiveOutbox;
  selfUserId: string;
  colleague: { userId: string; token: string };
  /** Answers pushes to a path instead of the service; null removes that. */
  answerPushes: (path: string | null, answer?: () => Response) => void;
  posts: (path: string) => { at: number; committed: boolean }[];
  strangers: () => number;
  records: (kind: PushKind) => { id: string; creator: string }[];
  submit: (command: object, base?: Parameters<LiveOutbox['outbox']['submit']>[0]['base']) => string;
  until: (
    id: string,
    holds: (view: UnnamedIntentView) => boolean,
    withinMs?: number,
  ) => Promise<UnnamedIntentView>;
  close: () => Promise<void>;
}

export const makeRig = async (quirks: Partial<Quirks> = {}, profile: Profile = 'full'): Promise<Rig> => {
  const time = fastTime(SPEED);
  const http = await startHttpService({
    database: new Database(':memory:'),
    clock: () => time.now(),
    random: seededRandom(5),
    dataset: 'empty',
    quirks,
    profile,
  });
  const { context } = http.service;
  // The user that the account names; with `creator-token-account` the token belongs to somebody else.
  const selfUserId = (context.tokens.actorByEmail(DEMO_USER.email) ?? context.tokens.defaultActor()).userId;
  const other = context.store
    .sql("SELECT CAST(id AS TEXT) FROM record WHERE resource = 'user' ORDER BY id DESC LIMIT 1")
    .pluck()
    .get() as ReturnType<RecordStore['nextId']>;
  const token = context.tokens.grant(
    'colleague',
    { userId: other, nickname: 'Other' },
    'company lead invoices opportunity',
    false,
  ).accessToken;
  const inner = http.service.fetch;
  let instead: { path: string; answer: () => Response } | null = null;
  http.service.fetch = async (request, how) => {
    if (instead && request.method === 'POST' && new URL(request.url).pathname === instead.path)
      return instead.answer();
    return inner(request, how);
  };
  const live = openLiveOutbox({ url: http.url, file: ':memory:', time, selfUserId });
  const pushesOnly = () =>
    http.service.requests().filter((one) => one.method === 'POST' && !one.path.startsWith('/v1/oauth2/'));
  return {
    http,
    live,
    selfUserId,
    colleague: { userId: other, token },
    answerPushes: (path, answer) => {
      instead = path === null || !answer ? null : { path, answer };
    },
    posts: (path) => pushesOnly().filter((one) => one.path === path),
    strangers: () =>
      pushesOnly().filter((one) => !Object.values(PUSHES).some(({ path }) => path === one.path)).length,
    records: (kind) =>
      http.service.truth(kind).map(({ id, doc }) => ({
        id,
        creator: String(
          (doc.create_user_info as { user_id?: unknown } | undefined)?.user_id ??
            doc.create_user ??
            doc.user_id,
        ),
      })),
    submit: (command, base = null) => {
      if ('kind' in command && command.kind === 'opportunity') haveCustomer(http.service.context.store);
      const done = live.outbox.submit({
        command: { schema: 1, target: null, children: [], ...command },
        base,
      });
      if (!done.ok) throw new Error(JSON.stringify(done));
      return done.id;
    },
    until: async (id, holds, withinMs = 15_000) => {
      for (const end = Date.now() + withinMs; ;) {
        const view = live.outbox.get(id)?.intent;
        if (view && holds(view)) return view;
        if (Date.now() > end)
          throw new Error(
            `not within ${withinMs} ms: ${view?.state} ${JSON.stringify(view?.reason)} waits ${view?.waits} ${live.log.join('; ')}`,
          );
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
    },
    close: async () => {
      await live.close();
      await http.close();
    },
  };
};

/** A new record of each kind; `tag` is in a field that can be read back. */
export const createOf = (
  kind: PushKind,
  tag: string,
  selfUserId: string,
): { kind: PushKind; fields: Record<string, unknown>; children?: unknown[] } => {
  switch (kind) {
    case 'lead':
      return {
        kind,
        fields: { name: tag, remark: tag },
        children: [{ ref: `local:${tag}-c`, fields: { name: 'Ann', email: `${tag}@x.example` } }],
      };
    case 'company':
      return {
        kind,
        fields: { name: tag, pool_id: '0', remark: tag },
        children: [{ ref: `local:${tag}-c`, fields: { name: 'Ann', email: `${tag}@x.example` } }],
      };
    case 'opportunity':
      return { kind, fields: { name: tag, company_id: CUSTOMER, remark: tag } };
    case 'outboundInvoice':
      return {
        kind,
        fields: { currency: 'USD', handler: [selfUserId] },
        children: [
          {
            ref: `local:${tag}-l`,
            fields: { product_id: '40001', outbound_count: '3', sale_price: '10.25', order_record_id: '77' },
          },
        ],
      };
    case 'receipt':
      return { kind, fields: { amount: '12.50', currency: 'USD', remark: tag, handler: [selfUserId] } };
  }
};
