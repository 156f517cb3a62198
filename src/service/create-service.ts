/**
 * The CRM service: the whole contract over `fetch`, on a database the caller opened. No socket, no ambient clock or
 * chance, so the demo workspace and the simulation run it in process; `http-front.ts` gives it a port.
 * Guarantee: a push is one transaction; what a refused or crashed push did is undone.
 */
import type { Database } from 'better-sqlite3';
import { Hono } from 'hono';
import { TokenBook } from './auth/token-book';
import { nowOf, type Profile, type ServiceContext } from './context';
import { seedDataset, type Dataset, type SeededDataset } from './dataset/seed-dataset';
import { envelopeText, type RequestEnvironment, type ServiceApp } from './endpoint';
import { DEFAULT_QUIRKS, type Quirks } from './quirks';
import { companyRoutes } from './routes/companies';
import { leadRoutes } from './routes/leads';
import { lookupRoutes } from './routes/lookups';
import { oauthRoutes } from './routes/oauth';
import { orderRoutes } from './routes/orders';
import { outboundInvoiceRoutes } from './routes/outbound-invoices';
import { purchaseOrderRoutes } from './routes/purchase-orders';
import { quotationRoutes } from './routes/quotations';
import { receiptRoutes } from './routes/receipts';
import { reportRoutes } from './routes/report';
import { trailRoutes } from './routes/trails';
import { RecordStore } from './store/record-store';
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
  /** Which endpoints demand the header; by profile when absent. */
  authRequired?: 'all' | 'declared';
}

export interface Service {
  fetch(request: Request, environment?: Partial<RequestEnvironment>): Promise<Response>;
  readonly made: SeededDataset | undefined;
  readonly context: ServiceContext;
}

const DEFAULT_TTL_SECONDS = 28_800;

const ROUTES = [
  oauthRoutes, trailRoutes, leadRoutes, companyRoutes, outboundInvoiceRoutes, orderRoutes, receiptRoutes, reportRoutes, quotationRoutes, purchaseOrderRoutes, lookupRoutes,
];

const contextOf = (options: ServiceOptions): { context: ServiceContext; made: SeededDataset | undefined } => {
  createTables(options.database);
  const store = new RecordStore(options.database, options.clock);
  const made = store.meta('dataset') === undefined ? seedDataset(store, options.dataset ?? 'demo', options.seed ?? 1, options.clock()) : undefined;
  createIndexes(options.database);
  const profile = options.profile ?? 'full';
  const quirks: Quirks = { ...DEFAULT_QUIRKS, ...(options.httpErrors ? { httpErrors: true } : {}), ...options.quirks };
  const tokens = new TokenBook({ store, clock: options.clock, random: options.random, ttlSeconds: options.tokenTtlSeconds ?? DEFAULT_TTL_SECONDS });
  return { made, context: { store, tokens, clock: options.clock, random: options.random, profile, quirks, authRequired: options.authRequired ?? (profile === 'contract' ? 'declared' : 'all') } };
};

export const createService = (options: ServiceOptions): Service => {
  const { context, made } = contextOf(options);
  const app: ServiceApp = new Hono();
  for (const routes of ROUTES) routes(app, context);
  const answer = (status: number, message: string): Response =>
    new Response(envelopeText(status, message, nowOf(context), '{}'), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
  app.notFound(() => answer(404, 'Not Found'));
  app.onError((error) => answer(500, `Internal error: ${error.message}`));
  return { context, made, fetch: async (request, environment) => app.fetch(request, { committed: false, ...environment }) };
};
