/**
 * What the outbox adds to the cache: a screen shows the cache with the overlay. Pure. It can be rebuilt from
 * outbox.db at any time, so the two databases need no common commit, and deleting the cache loses nothing.
 *
 * It contains intents that are not applied, applied intents until the cache shows them, and values that the
 * service never returns ("as sent"). A record that our own create made is one row: under its local id until
 * the service has given a real id, then under the real id.
 */
import { UNSETTLED, type IntentState } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { linesOf } from '#shared/domain/nested-values';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { parseServerTime } from '#shared/domain/time';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { Intent } from '../store/intent-record';
import { withoutOverruled } from '../edits/later-edits';
import type { OutboxStore } from '../store/outbox-store';
import { ownersAfter } from './company-owners';
import { invoiceTotals } from './invoice-amounts';
import { convertedAmounts } from './opportunity-amounts';
import { snapshotOf } from '../compare/server-snapshot';
import { resolveInDoubt } from './children-in-doubt';
import { childrenOver, columnsOf, type Resolve } from './overlay-columns';
import {
  childrenShown,
  compareWithCache,
  fieldsOver,
  inOrderOfAcceptance,
  timeOf,
  fieldsNotReturned,
  type AcceptedAt,
} from './shown-by-cache';
import type { CachedRecord, CacheLookup } from '../../store/overlay/cached-record';

export interface OverlayRow {
  resource: ResourceName;
  /** The service's id, or the local id of a record that the service has not created yet. */
  id: string;
  /** The cache has no such record, so the overlay row is the whole row. */
  created: boolean;
  /** The user made the record here. False for an edit of another record, also if the cache lacks it. */
  isNew: boolean;
  intents: { id: string; state: Exclude<IntentState, 'draft'> }[];
  /** At least one intent waits for the user: refused, in conflict, or in doubt without proof. */
  needsUser: boolean;
  /** Pending values in the columns of the resource; they override the cache. They contain ids, not names. */
  values: Record<string, unknown>;
  /** Applied values that the cache cannot show: field → value and the service's time of sending. */
  asSent: Record<string, { value: unknown; at: string | null }>;
  /**
   * The same in the columns of the resource, for columns without a value in the cache; also contacts or lines
   * that are newer than the cached details.
   */
  sentValues: Record<string, unknown>;
  /** When the oldest intent was created, and when any of them last changed; epoch ms. */
  createdAt: number;
  touchedAt: number;
  /** Server time of the latest accepting answer. */
  appliedAt: string | null;
}

export interface ProjectOptions {
  /** Resolves a local id; null if the real id is not known. */
  resolve: Resolve;
  cache: CacheLookup;
  /**
   * Server time up to which the cache is known to have every live record of the resource. A record that was
   * applied before and is not in the cache no longer exists on the service.
   */
  completeAsOf?: string | null;
  /** Receives the intents that the cache shows in full; they need no further check for this cache. */
  shownInFull?: Set<string>;
  /** Leaves out the fields of an intent that an earlier one of the same record changed later. */
  withoutOverruled?: (intents: readonly Intent[]) => readonly Intent[];
  acceptedAt: AcceptedAt;
  /** The latest time of an accepting answer among the intents of a record that the cache shows in full, or `''`. */
  appliedBefore?: (resource: ResourceName, id: string) => string;
}

/** A record with pending work. `intents` are in the order of creation. */
interface PendingRecord {
  resource: ResourceName;
  /** The real id if it is known, otherwise the local id. */
  id: string;
  intents: readonly Intent[];
}

/**
 * The overlay rows of one resource, in the order in which their records were first changed. `intents` are in
 * the order of creation.
 */
export const projectOverlay = (
  resource: ResourceName,
  intents: readonly Intent[],
  options: ProjectOptions,
): OverlayRow[] => {
  const rows: OverlayRow[] = [];
  for (const record of pendingRecords(resource, intents, options.resolve)) {
    const row = overlayRowOf(record, options);
    if (row && !isGone(row, options.completeAsOf ?? null)) rows.push(row);
  }
  return rows;
};

const pendingRecords = (
  resource: ResourceName,
  intents: readonly Intent[],
  resolve: Resolve,
): PendingRecord[] => {
  const intentsById = new Map<string, Intent[]>();
  for (const intent of intents) {
    if (RESOURCE_OF_KIND[intent.kind] !== resource || intent.state === 'discarded') continue;
    const target = intent.command.target ?? intent.id;
    const id = intent.realId ?? resolve(target) ?? target;
    const ofRecord = intentsById.get(id);
    if (ofRecord) ofRecord.push(intent);
    else intentsById.set(id, [intent]);
  }
  return [...intentsById].map(([id, ofRecord]) => ({ resource, id, intents: ofRecord }));
};

/** Returns null if the cache shows all intents of the record in full. */
const overlayRowOf = (record: PendingRecord, options: ProjectOptions): OverlayRow | null => {
  const { resource, id, intents } = record;
  const { shownInFull, acceptedAt, appliedBefore } = options;
  const cached = options.cache(resource, id);
  const readCopy = () => cached && snapshotOf(intents[0]!.kind, cached);
  const resolve = resolveInDoubt(intents, readCopy, options.resolve);
  // An edit that was sent with the later value of another one does not hide that value.
  const counting = options.withoutOverruled?.(intents) ?? intents;
  const written = inOrderOfAcceptance(counting, acceptedAt);
  const { shown, rest } = compareWithCache(written, cached, appliedBefore?.(resource, id));
  let row: OverlayRow | null = null;
  for (const [at, intent] of intents.entries()) {
    const into: OverlayRow = row ?? emptyRow(record, cached, intent.createdAt);
    const fieldsShown = shown.has(intent.id);
    if (!addIntentToRow(into, rest(counting[at] ?? intent), { cached, fieldsShown, resolve })) continue;
    row = into;
    into.touchedAt = Math.max(into.touchedAt, intent.updatedAt);
    if (timeOf(intent.detail.appliedAt) > timeOf(into.appliedAt)) into.appliedAt = intent.detail.appliedAt;
  }
  if (row !== null) Object.assign(row.values, computedAmounts(row, cached));
  // Marks the intents of the record as shown only all at once: the later write tells whether the cache contains the
  // earlier ones.
  if (row === null) for (const intent of intents) shownInFull?.add(intent.id);
  return row;
};

const emptyRow = (
  { resource, id, intents }: PendingRecord,
  cached: CachedRecord | null,
  createdAt: number,
): OverlayRow => ({
  resource,
  id,
  created: cached === null,
  isNew: intents.some(({ command }) => command.target === null),
  intents: [],
  needsUser: false,
  values: {},
  asSent: {},
  sentValues: {},
  createdAt,
  touchedAt: 0,
  appliedAt: null,
});

/** The amounts that the service computes from the pending values. */
const computedAmounts = (row: OverlayRow, cached: CachedRecord | null): Record<string, unknown> => {
  if (row.resource === 'outboundInvoice') return invoiceTotals(row.values, cached, row.isNew);
  if (row.resource === 'opportunity') return convertedAmounts(row.values, cached);
  return {};
};

/** Adds one intent to its row. Returns false if the cache contains all of it. */
const addIntentToRow = (
  row: OverlayRow,
  intent: Intent,
  {
    cached,
    fieldsShown,
    resolve,
  }: {
    cached: CachedRecord | null;
    /** The cache contains the fields of the intent. */
    fieldsShown: boolean;
    resolve: Resolve;
  },
): boolean => {
  const { command, detail } = intent;
  const applied = intent.state === 'applied';
  // A record that is not in the cache shows all of it as values.
  const sentOnly = applied && cached !== null ? fieldsNotReturned(intent, cached) : [];
  const { childrenKey } = KIND_TABLES[intent.kind];
  // If the contacts or lines of an earlier intent lie over the copy, those of every later one must lie over them.
  const liesOverOthers = childrenKey !== null && (childrenKey in row.values || childrenKey in row.sentValues);
  const inCache = applied && childrenShown(intent, cached, resolve);
  const shownChildren = applied && !liesOverOthers ? inCache : command.children.length === 0;
  if (fieldsShown && sentOnly.length === 0 && shownChildren) return false;
  if (!fieldsShown) addPendingFields(row, intent, cached, resolve);
  if (!shownChildren && childrenKey !== null) {
    const held = row.values[childrenKey] ?? row.sentValues[childrenKey] ?? cached?.[childrenKey];
    const list = childrenOver(intent.kind, linesOf(held), command.children, { resolve, addsNone: inCache });
    // A list in `values` hides the same list in `sentValues`. So a later edit continues the list in the one that has
    // it.
    const isSentOnly = fieldsShown && !(childrenKey in row.values);
    (isSentOnly ? row.sentValues : row.values)[childrenKey] = list;
  }
  for (const key of sentOnly) row.asSent[key] = { value: command.fields[key], at: detail.appliedAt };
  const sentFields = Object.fromEntries(sentOnly.map((key) => [key, command.fields[key]]));
  Object.assign(row.sentValues, columnsOf(intent.kind, sentFields, resolve, cached));
  return true;
};

/** Adds the fields of an intent that the cache does not contain, and its state. */
const addPendingFields = (
  row: OverlayRow,
  intent: Intent,
  cached: CachedRecord | null,
  resolve: Resolve,
): void => {
  const { numberField } = RESOURCE_INFO[row.resource];
  const { number } = intent.detail;
  const fields = fieldsOver(intent, cached);
  const values = columnsOf(intent.kind, fields, resolve, cached);
  if (intent.kind === 'company' && cached !== null)
    Object.assign(values, ownersAfter(fields, { ...cached, ...row.values }));
  if (number !== null && numberField !== undefined) values[numberField] = number;
  Object.assign(row.values, values);
  // An emptied field removes the value that an earlier edit sent, because the cache has no value that could
  // replace it.
  for (const key of Object.keys(values)) delete row.sentValues[key];
  row.intents.push({ id: intent.id, state: intent.state });
  row.needsUser ||= intent.needsUser || intent.state === 'rejected' || intent.state === 'conflict';
};

/** The longest time between an accepting answer and the moment when a list shows the record. */
const LONGEST_LAG_MS = 10 * 60_000;

/**
 * Returns true if a delivered record is missing from a later copy that was verified as complete: somebody has
 * deleted it. An earlier copy proves nothing, because lists may lag behind writes.
 */
const isGone = (row: OverlayRow, completeAsOf: string | null): boolean =>
  row.created &&
  row.appliedAt !== null &&
  completeAsOf !== null &&
  (parseServerTime(completeAsOf) ?? 0) - (parseServerTime(row.appliedAt) ?? 0) > LONGEST_LAG_MS &&
  row.intents.every(({ state }) => state === 'applied');

/**
 * The overlay of an outbox's store, for one cache. Applied intents are final, so each is read once, and those
 * that the cache shows in full are not checked again. So a long history costs nothing.
 */
export const createOverlay = (
  store: OutboxStore,
): ((resource: ResourceName, cache: CacheLookup, completeAsOf?: string | null) => OverlayRow[]) => {
  const applied = new Map<string, Intent>();
  const shownInFull = new Set<string>();
  const appliedBefore = new Map<string, string>();
  const recordKey = (resource: ResourceName, id: string): string => `${resource} ${id}`;
  const forget = (intent: Intent): void => {
    const key = recordKey(RESOURCE_OF_KIND[intent.kind], intent.realId ?? intent.command.target ?? intent.id);
    const at = timeOf(intent.detail.appliedAt);
    if (at > (appliedBefore.get(key) ?? '')) appliedBefore.set(key, at);
    applied.delete(intent.id);
  };
  return (resource, cache, completeAsOf = null) => {
    for (const id of store.appliedIds()) {
      if (shownInFull.has(id) || applied.has(id)) continue;
      const intent = store.get(id);
      if (intent) applied.set(id, intent);
    }
    const intents = [...applied.values(), ...store.list(UNSETTLED)].sort((a, b) => a.seq - b.seq);
    const rows = projectOverlay(resource, intents, {
      resolve: store.realIdOf,
      cache,
      completeAsOf,
      shownInFull,
      withoutOverruled: (ofRecord) => withoutOverruled(store, ofRecord),
      acceptedAt: store.settledAt,
      appliedBefore: (of, id) => appliedBefore.get(recordKey(of, id)) ?? '',
    });
    for (const intent of [...applied.values()]) if (shownInFull.has(intent.id)) forget(intent);
    return rows;
  };
};
