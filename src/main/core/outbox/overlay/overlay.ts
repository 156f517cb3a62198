/**
 * What the outbox adds to what the cache holds: a screen shows cache ⊕ overlay. Pure, rebuilt from outbox.db
 * at will, so the two databases need no common commit and a cache thrown away loses nothing.
 *
 * In it: intents not yet applied; applied ones until the cache shows them; values the service never gives
 * back, "as sent". A record that our own create made is one row: under its local id until the service names
 * it, under the real id after.
 */
import { KIND_TABLES, UNSETTLED, type IntentKind, type IntentState } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { parseServerTime } from '#shared/domain/time';
import { compareSent, differences, incomparable } from '../compare/compare-sent';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { childrenOver, columnsOf, invoiceTotals, type Resolve } from './overlay-columns';
import { childrenIn, snapshotOf } from '../compare/server-snapshot';
import { DETAILS_AS_OF, type CachedRecord, type CacheLookup } from '../../store/overlay/cached-record';

export const RESOURCE_OF_KIND: Readonly<Record<IntentKind, ResourceName>> = {
  company: 'company',
  lead: 'lead',
  outboundInvoice: 'outboundInvoice',
  receipt: 'receipt',
  trailNote: 'trail',
};

export interface OverlayRow {
  resource: ResourceName;
  /** The service's id, or the local one of a record it has not made yet. */
  id: string;
  /** The cache holds no such record: the row stands on its own. */
  created: boolean;
  intents: { id: string; state: Exclude<IntentState, 'draft'> }[];
  /** One of them waits for the user: refused, in conflict, or in doubt and theirs to decide. */
  needsUser: boolean;
  /**
   * Pending values in the resource's own columns; they win over the cache's. Names of ids are not in them.
   */
  values: Record<string, unknown>;
  /**
   * Sent, applied, and not among what the cache can show: field → value and the service's time of sending.
   */
  asSent: Record<string, { value: unknown; at: string | null }>;
  /**
   * The same in the resource's own columns, to show where the cache has no value; and contacts or lines that
   * are newer than the details it holds.
   */
  sentValues: Record<string, unknown>;
  /** When the user made the oldest of these, and when any of them last moved; epoch ms. */
  createdAt: number;
  touchedAt: number;
  /** Server time of the latest accepting answer. */
  appliedAt: string | null;
}

const timeOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns true if the cache contains this delivered edit: the copy is newer than the accepting answer, or
 * equal in every field it can show. A field whose form cannot be compared counts as contained once the copy is
 * as new as the answer.
 */
export const cacheReflects = (intent: Intent, cached: CachedRecord | null): boolean => {
  if (!cached) return false;
  const { appliedAt } = intent.detail;
  const [listAsOf, detailsAsOf] = [timeOf(cached.update_time), timeOf(cached[DETAILS_AS_OF])];
  if (appliedAt !== null && (listAsOf > appliedAt || (listAsOf === appliedAt && detailsAsOf > appliedAt)))
    return true;
  const { fields } = snapshotOf(intent.kind, cached);
  const table = KIND_TABLES[intent.kind].fields;
  if (differences(intent.command.fields, fields, table).length > 0) return false;
  const copyAsOf = detailsAsOf === '' ? listAsOf : detailsAsOf;
  return (
    incomparable(intent.command.fields, fields, table).length === 0 ||
    (appliedAt !== null && copyAsOf >= appliedAt)
  );
};

/** The same for its contacts or lines, which come with the details: these may be older than the list item. */
const childrenShown = (intent: Intent, cached: CachedRecord | null, resolve: Resolve): boolean => {
  if (intent.command.children.length === 0) return true;
  const snapshot = cached && snapshotOf(intent.kind, cached);
  if (!snapshot?.hasChildren) return false;
  const { appliedAt } = intent.detail;
  if (appliedAt !== null && timeOf(cached?.[DETAILS_AS_OF]) > appliedAt) return true;
  const children = intent.command.children.map((item) => ({ ...item, ref: resolve(item.ref) ?? item.ref }));
  return !compareSent({ ...intent.command, children }, { ...snapshot, fields: {} }, new Set()).contradicts;
};

const unreadable = (intent: Intent, cached: CachedRecord): string[] => {
  const readable = snapshotOf(intent.kind, cached).fields;
  return Object.keys(intent.command.fields).filter((key) => !(key in readable));
};

export interface ProjectOptions {
  /**
   * Server time up to which the cache is known to hold every live record of the resource: what was applied
   * before and is not there is no longer on the service.
   */
  completeAsOf?: string | null;
  /**
   * Filled with the intents of records that the cache shows in full; they need not be asked about again while
   * this cache lives.
   */
  settled?: Set<string>;
}

/**
 * Overlay rows of one resource, in the order in which their records were first touched. `intents` in the
 * order they were made; `realId` resolves local ids.
 */
export const projectOverlay = (
  resource: ResourceName,
  intents: readonly Intent[],
  realId: Resolve,
  cache: CacheLookup,
  options: ProjectOptions = {},
): OverlayRow[] => {
  const records = new Map<string, Intent[]>();
  for (const intent of intents) {
    if (RESOURCE_OF_KIND[intent.kind] !== resource || intent.state === 'discarded') continue;
    const target = intent.command.target ?? intent.id;
    const id = intent.realId ?? realId(target) ?? target;
    const of = records.get(id);
    if (of) of.push(intent);
    else records.set(id, [intent]);
  }
  return [...records].flatMap(([id, of]) => {
    const row = rowOf(resource, id, of, cache(resource, id), realId, options.settled);
    return row && !isGone(row, options.completeAsOf ?? null) ? [row] : [];
  });
};

const rowOf = (
  resource: ResourceName,
  id: string,
  intents: readonly Intent[],
  cached: CachedRecord | null,
  resolve: Resolve,
  settled?: Set<string>,
): OverlayRow | null => {
  const applied = intents.filter((intent) => intent.state === 'applied');
  // Where the cache shows a later write of ours, it is past the earlier ones too, though it no longer says
  // what they said.
  const shownUpTo =
    applied
      .filter((intent) => cacheReflects(intent, cached))
      .map((intent) => timeOf(intent.detail.appliedAt))
      .sort()
      .at(-1) ?? null;
  let row: OverlayRow | null = null;
  for (const intent of intents) {
    const into: OverlayRow = row ?? {
      resource,
      id,
      created: cached === null,
      intents: [],
      needsUser: false,
      values: {},
      asSent: {},
      sentValues: {},
      createdAt: intent.createdAt,
      touchedAt: 0,
      appliedAt: null,
    };
    const fieldsShown =
      intent.state === 'applied' && shownUpTo !== null && timeOf(intent.detail.appliedAt) <= shownUpTo;
    if (!addIntentToRow(intent, into, cached, fieldsShown, resolve)) continue;
    row = into;
    into.touchedAt = Math.max(into.touchedAt, intent.updatedAt);
    if (timeOf(intent.detail.appliedAt) > timeOf(into.appliedAt)) into.appliedAt = intent.detail.appliedAt;
  }
  // All or none: an earlier write is known to be shown by the later one beside it.
  if (row === null) for (const intent of intents) settled?.add(intent.id);
  return row;
};

/** Adds one intent to its row. Returns false if the cache contains all of it. */
const addIntentToRow = (
  intent: Intent,
  row: OverlayRow,
  cached: CachedRecord | null,
  fieldsShown: boolean,
  resolve: Resolve,
): boolean => {
  const { command, detail } = intent;
  const applied = intent.state === 'applied';
  // A record that the cache does not hold shows all of it as values; nothing is left over.
  const sentOnly = applied && cached !== null ? unreadable(intent, cached) : [];
  const shownChildren = applied ? childrenShown(intent, cached, resolve) : command.children.length === 0;
  if (fieldsShown && sentOnly.length === 0 && shownChildren) return false;
  if (!fieldsShown) {
    const values = {
      ...columnsOf(intent.kind, command.fields, resolve),
      ...invoiceTotals(command),
      ...(detail.number === null ? {} : { [numberColumn(row.resource)]: detail.number }),
    };
    Object.assign(row.values, values);
    // An emptied field hides what an earlier edit sent there: the cache has no value that would differ from
    // it.
    for (const key of Object.keys(values)) delete row.sentValues[key];
    row.intents.push({ id: intent.id, state: intent.state });
    row.needsUser ||= intent.needsUser || intent.state === 'rejected' || intent.state === 'conflict';
  }
  const { childrenKey } = KIND_TABLES[intent.kind];
  if (!shownChildren && childrenKey !== null) {
    const held = row.values[childrenKey] ?? row.sentValues[childrenKey] ?? cached?.[childrenKey];
    const list = childrenOver(intent.kind, childrenIn(held), command.children, resolve);
    (fieldsShown ? row.sentValues : row.values)[childrenKey] = list;
  }
  for (const key of sentOnly) row.asSent[key] = { value: command.fields[key], at: detail.appliedAt };
  Object.assign(
    row.sentValues,
    columnsOf(intent.kind, Object.fromEntries(sentOnly.map((key) => [key, command.fields[key]])), resolve),
  );
  return true;
};

/** A list may show a record so much later than the answer that accepted it. */
const LONGEST_LAG_MS = 10 * 60_000;

/**
 * Delivered, and absent from a copy that was verified to be complete long enough after: somebody deleted it
 * since. A copy made sooner proves nothing, for lists may lag behind what was written.
 */
const isGone = (row: OverlayRow, completeAsOf: string | null): boolean =>
  row.created &&
  row.appliedAt !== null &&
  completeAsOf !== null &&
  (parseServerTime(completeAsOf) ?? 0) - (parseServerTime(row.appliedAt) ?? 0) > LONGEST_LAG_MS &&
  row.intents.every(({ state }) => state === 'applied');

const numberColumn = (resource: ResourceName): string =>
  resource === 'receipt' ? 'cash_collection_invoice_no' : 'serial_id';

/**
 * The overlay over an outbox's store, for one cache: applied intents are final, so each is read once, and
 * those the cache shows in full are not looked at again. A year's history then costs nothing.
 */
export const createOverlay = (
  store: Pick<OutboxStore, 'list' | 'get' | 'appliedIds' | 'realIdOf'>,
): ((resource: ResourceName, cache: CacheLookup, completeAsOf?: string | null) => OverlayRow[]) => {
  const applied = new Map<string, Intent>();
  const settled = new Set<string>();
  return (resource, cache, completeAsOf = null) => {
    for (const id of store.appliedIds()) {
      if (settled.has(id) || applied.has(id)) continue;
      const intent = store.get(id);
      if (intent) applied.set(id, intent);
    }
    const intents = [...applied.values(), ...store.list(UNSETTLED)].sort((a, b) => a.seq - b.seq);
    const rows = projectOverlay(resource, intents, store.realIdOf, cache, { completeAsOf, settled });
    for (const id of settled) applied.delete(id);
    return rows;
  };
};
