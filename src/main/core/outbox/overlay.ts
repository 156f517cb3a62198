/**
 * What the outbox adds to what the cache holds: a screen shows cache ⊕ overlay. Pure, rebuilt from outbox.db at will, so
 * the two databases need no common commit and a cache thrown away loses nothing.
 *
 * In it: intents not yet applied; applied ones until the cache shows them; values the service never gives back, "as sent".
 * A record that our own create made is one row: under its local id until the service names it, under the real id after.
 */
import type { Command, IntentKind, IntentState } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { differences } from './compare-sent';
import type { Intent } from './intent-record';
import { snapshotOf } from './server-snapshot';

export const RESOURCE_OF_KIND: Readonly<Record<IntentKind, ResourceName>> = { company: 'company', lead: 'lead', outboundInvoice: 'outboundInvoice', receipt: 'receipt', trailNote: 'trail' };

export interface OverlayRow {
  resource: ResourceName;
  /** The service's id, or the local one of a record it has not made yet. */
  id: string;
  /** The cache holds no such record: the row stands on its own. */
  created: boolean;
  intents: { id: string; state: Exclude<IntentState, 'draft'> }[];
  /** Pending values in the resource's own columns; they win over the cache's. */
  values: Record<string, unknown>;
  /** Sent, applied, and not among what the cache can show: field → value and the service's time of sending. */
  asSent: Record<string, { value: unknown; at: string | null }>;
  touchedAt: number;
}

/** The cache's copy of a record: list item and details merged, as parsed. */
export type CacheLookup = (resource: ResourceName, id: string) => Record<string, unknown> | null;

/** Command fields as the resource's columns nest them. */
export const columnsOf = (command: Command): Record<string, unknown> => {
  const { company_id, handler, invoice_warehouse_id, create_user, remark_type, ...rest } = command.fields;
  const nested = (key: string, id: unknown, idKey = 'id'): Record<string, unknown> => (id === undefined ? {} : { [key]: { [idKey]: id, name: '' } });
  const people = Array.isArray(handler) ? { handler_info: handler.map((id) => ({ user_id: String(id), nickname: '' })) } : {};
  switch (command.kind) {
    case 'company': case 'lead': return { ...command.fields, ...(command.children.length > 0 ? { customers: command.children.map((item) => ({ customer_id: item.ref, ...item.fields })) } : {}) };
    case 'outboundInvoice': return { ...rest, ...nested('company_info', company_id), ...nested('invoice_warehouse_info', invoice_warehouse_id), ...people };
    case 'receipt': return { ...rest, ...nested('company_info', company_id), ...people, ...(create_user === undefined ? {} : { create_user_info: { user_id: String(create_user), nickname: '' } }) };
    case 'trailNote': return { ...rest, ...(company_id === undefined ? {} : { company_id, company_info: { company_id, name: '' } }), ...(remark_type === undefined ? {} : { type: remark_type }) };
  }
};

/** True when the cache's copy already says what an applied intent said: newer than the accepting answer, or equal in every field it can show. */
export const isShown = (intent: Intent, cached: Record<string, unknown> | null): boolean => {
  if (!cached) return false;
  const { appliedAt } = intent.detail;
  const updated = typeof cached.update_time === 'string' ? cached.update_time : '';
  if (appliedAt !== null && updated > appliedAt) return true;
  const snapshot = snapshotOf(intent.kind, cached);
  return differences(intent.command.fields, snapshot.fields, KIND_TABLES[intent.kind].fields).length === 0;
};

const unreadable = (intent: Intent, cached: Record<string, unknown> | null): string[] => {
  const readable = cached ? snapshotOf(intent.kind, cached).fields : {};
  return Object.keys(intent.command.fields).filter((key) => !(key in readable));
};

/** Overlay rows of one resource, oldest touched first. `intents` in the order they were made; `realId` resolves local ids. */
export const projectOverlay = (resource: ResourceName, intents: readonly Intent[], realId: (local: string) => string | null, cache: CacheLookup): OverlayRow[] => {
  const rows = new Map<string, OverlayRow>();
  for (const intent of intents) {
    if (RESOURCE_OF_KIND[intent.kind] !== resource || intent.state === 'discarded') continue;
    const target = intent.command.target ?? intent.id;
    const id = intent.realId ?? realId(target) ?? target;
    const cached = cache(resource, id);
    const applied = intent.state === 'applied';
    const shown = applied && isShown(intent, cached);
    const sentOnly = applied ? unreadable(intent, cached) : [];
    if (shown && sentOnly.length === 0) continue;
    const row = rows.get(id) ?? { resource, id, created: cached === null, intents: [], values: {}, asSent: {}, touchedAt: 0 };
    rows.set(id, row);
    if (!shown) Object.assign(row.values, columnsOf(intent.command), intent.detail.number === null ? {} : { [numberColumn(resource)]: intent.detail.number });
    for (const key of sentOnly) row.asSent[key] = { value: intent.command.fields[key], at: intent.detail.appliedAt };
    if (!shown) row.intents.push({ id: intent.id, state: intent.state });
    row.touchedAt = Math.max(row.touchedAt, intent.updatedAt);
  }
  return [...rows.values()].filter((row) => row.intents.length > 0 || Object.keys(row.asSent).length > 0);
};
const numberColumn = (resource: ResourceName): string => (resource === 'receipt' ? 'cash_collection_invoice_no' : 'serial_id');
