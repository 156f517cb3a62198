/**
 * The CRM service: the whole contract over `fetch`, on a database that the caller opened. It has no socket
 * and no access to the real clock or random numbers, so the demo workspace and the simulation run it in
 * process; `http-front.ts` adds a port. Guarantee: a push is one transaction, and a refused or crashed push
 * changes nothing.
 */
import type { Database } from 'better-sqlite3';
import { Hono } from 'hono';
import { TokenBook } from './auth/token-book';
import { controlledFetch, type Handling } from './control/controlled-fetch';
import { controlRoutes } from './control/control-routes';
import { FaultBook } from './control/faults';
import { setRemoved, touchRecord, truthOf, type TrueRecord } from './control/inspect';
import { RequestLog, type LoggedRequest } from './control/request-log';
import { nowOf, type Profile, type ServiceContext } from './context';
import { seedDataset, type Dataset, type SeededDataset } from './dataset/seed-dataset';
import { envelopeText, type ServiceApp } from './endpoint';
import { ALL_LIVE } from './live/live-quirks';
import { DEFAULT_QUIRKS, type Quirks } from './quirks';
import { collectionRoutes } from './routes/collections';
import { companyRoutes } from './routes/companies';
import { leadRoutes } from './routes/leads';
import { lookupRoutes } from './routes/lookups';
import { oauthRoutes } from './routes/oauth';
import { opportunityRoutes } from './routes/opportunities';
import { orderRoutes } from './routes/orders';
import { outboundInvoiceRoutes } from './routes/outbound-invoices';
import { productRoutes } from './routes/products';
import { purchaseOrderRoutes } from './routes/purchase-orders';
import { quotationRoutes } from './routes/quotations';
import { receiptRoutes } from './routes/receipts';
import { reportRoutes } from './routes/report';
import { trailRoutes } from './routes/trails';
import type { Json } from './store/exact-json';
import { RecordStore, type ServiceResource } from './store/record-store';
import { createIndexes, createTables } from './store/schema';

export interface ServiceOptions {
  database: Database;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** In [0, 1). */
  random: () => number;
  /** What an empty database is filled with; `demo` when absent. */
  dataset?: Dataset;
  seed?: number;
  profile?: Profile;
  httpErrors?: boolean;
  /** Lifetime of an access token; the live services' 28,800 when absent (contract B). */
  tokenTtlSeconds?: number;
  quirks?: Partial<Quirks>;
  /** Which endpoints require the header; by profile if absent. */
  authRequired?: 'all' | 'declared';
  /** Serves `/_control/*`. Faults and the log of requests work in process either way. */
  control?: boolean;
  /** Waits for the latency fault; without it, latency is ignored. */
  sleep?: (delayMs: number) => Promise<void>;
}

export interface Service {
  /**
   * Answers a request. Throws `WireFault` for a fault of the connection; an in-process caller converts it to
   * an error of its transport. `reusedConnection` is for a fault that closes only idle keep-alive
   * connections.
   */
  fetch(request: Request, options?: { reusedConnection?: boolean }): Promise<Response>;
  /** Set when this call filled the database. */
  readonly made: SeededDataset | undefined;
  readonly context: ServiceContext;
  readonly faults: FaultBook;
  /** The requests received so far, oldest first. */
  requests(): readonly LoggedRequest[];
  /** Every record of a resource as the service has it. */
  truth(resource: ServiceResource): TrueRecord[];
  /** A change or deletion by a colleague; false if there is no such record. */
  touch(resource: ServiceResource, id: string, patch: Json): boolean;
  remove(resource: ServiceResource, id: string): boolean;
  expireTokens(refreshToo?: boolean): void;
}

const DEFAULT_TTL_SECONDS = 28_800;

const ROUTES = [
  oauthRoutes,
  trailRoutes,
  leadRoutes,
  companyRoutes,
  outboundInvoiceRoutes,
  orderRoutes,
  receiptRoutes,
  reportRoutes,
  quotationRoutes,
  purchaseOrderRoutes,
  opportunityRoutes,
  productRoutes,
  collectionRoutes,
  lookupRoutes,
];

const contextOf = (options: ServiceOptions): { context: ServiceContext; made: SeededDataset | undefined } => {
  createTables(options.database);
  const store = new RecordStore(options.database, options.clock);
  const made =
    store.meta('dataset') === undefined
      ? seedDataset(store, options.dataset ?? 'demo', options.seed ?? 1, options.clock())
      : undefined;
  createIndexes(options.database);
  const profile = options.profile ?? 'full';
  const quirks: Quirks = {
    ...DEFAULT_QUIRKS,
    ...(profile === 'live' ? ALL_LIVE : {}),
    ...(options.httpErrors ? { httpErrors: true } : {}),
    ...options.quirks,
  };
  const tokens = new TokenBook({
    store,
    clock: options.clock,
    random: options.random,
    ttlSeconds: options.tokenTtlSeconds ?? DEFAULT_TTL_SECONDS,
    ownAccount: quirks.creator === 'token-account',
  });
  return {
    made,
    context: {
      store,
      tokens,
      clock: options.clock,
      random: options.random,
      profile,
      quirks,
      authRequired: options.authRequired ?? (profile === 'contract' ? 'declared' : 'all'),
    },
  };
};

const createApp = (context: ServiceContext): ServiceApp => {
  const app: ServiceApp = new Hono();
  const answer = (status: number, message: string): Response =>
    new Response(envelopeText(status, message, nowOf(context), '{}'), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  for (const routes of ROUTES) routes(app, context);
  app.notFound(() => answer(404, 'Not Found'));
  app.onError((error) => answer(500, `Internal error: ${error.message}`));
  return app;
};

export const createService = (options: ServiceOptions): Service => {
  const { context, made } = contextOf(options);
  const [app, control, faults, log] = [
    createApp(context),
    new Hono<never>(),
    new FaultBook(),
    new RequestLog(),
  ];
  if (options.control) controlRoutes(control, { context, faults, log });
  const parts: Handling = {
    context,
    faults,
    log,
    sleep: options.sleep,
    handle: async (request, environment) => app.fetch(request, environment),
  };
  return {
    context,
    made,
    faults,
    fetch: async (request, how) =>
      options.control && new URL(request.url).pathname.startsWith('/_control/')
        ? control.fetch(request)
        : controlledFetch(parts, request, how?.reusedConnection ?? false),
    requests: () => log.list(),
    truth: (resource) => truthOf(context, resource),
    touch: (resource, id, patch) => touchRecord(context, resource, id, patch),
    remove: (resource, id) => setRemoved(context, resource, id, true),
    expireTokens: (refreshToo) => context.tokens.expireAll(refreshToo),
  };
};
