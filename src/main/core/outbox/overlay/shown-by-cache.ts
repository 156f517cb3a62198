/**
 * Decides which delivered edits of a record the cached copy already contains. The copy may be older than an edit, its
 * details may be older than its list item, and a service never shows some fields. Pure.
 */
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { DETAILS_AS_OF, LIST_ITEM, type CachedRecord } from '../../store/overlay/cached-record';
import { compareSent, differences, incomparable } from '../compare/compare-sent';
import { snapshotOf } from '../compare/server-snapshot';
import { type Intent, OLDER_CONTENT } from '../store/intent-record';
import type { Resolve } from './overlay-columns';

/** Nothing of such an intent lies over a copy of the record. */
const hasOlderContent = ({ state, detail }: Intent): boolean =>
  state === 'applied' && detail.notes.includes(OLDER_CONTENT);

/** The place in the ledger of the acceptance of a delivered intent. */
export type AcceptedAt = (id: string) => number;

export const timeOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns true if the cache contains this delivered edit: the cached copy is newer than the accepting answer,
 * or equal in every field that it can show. A field whose form cannot be compared counts as contained when
 * the copy is as new as the answer.
 */
const cacheReflects = (intent: Intent, cached: CachedRecord | null): boolean => {
  if (!cached) return false;
  if (hasOlderContent(intent)) return true;
  if (isNewer(intent, cached)) return inOldDetails(intent, cached).length === 0;
  const [listAsOf, detailsAsOf] = [timeOf(cached.update_time), timeOf(cached[DETAILS_AS_OF])];
  const { fields } = snapshotOf(intent.kind, cached);
  const table = KIND_TABLES[intent.kind].fields;
  if (differences(intent.command.fields, fields, table).length > 0) return false;
  const copyAsOf = detailsAsOf === '' ? listAsOf : detailsAsOf;
  return (
    incomparable(intent.command.fields, fields, table).length === 0 ||
    copyAsOf === intent.detail.appliedAt ||
    isAfter(copyAsOf, intent)
  );
};

/**
 * Returns true if a copy of this time was read after the accepting answer. A copy with the time that the record had
 * right before the push was not: the service's clock was set back since.
 */
const isAfter = (time: string, { detail: { appliedAt, recordAsOf } }: Intent): boolean =>
  appliedAt !== null && time > appliedAt && time !== recordAsOf;

/** Returns true if the cached copy is newer than the accepting answer. */
const isNewer = (intent: Intent, cached: CachedRecord): boolean => {
  const [listAsOf, detailsAsOf] = [timeOf(cached.update_time), timeOf(cached[DETAILS_AS_OF])];
  return isAfter(listAsOf, intent) || (listAsOf === intent.detail.appliedAt && isAfter(detailsAsOf, intent));
};

/**
 * The fields of a delivered edit that a newer list item does not show: only the details contain them, and the
 * cached details are older than the accepting answer.
 */
const inOldDetails = (intent: Intent, cached: CachedRecord): string[] => {
  const listItem = cached[LIST_ITEM];
  if (!listItem || intent.detail.appliedAt === null || isAfter(timeOf(cached[DETAILS_AS_OF]), intent))
    return [];
  const { fields } = snapshotOf(intent.kind, cached);
  const listed = snapshotOf(intent.kind, listItem).fields;
  return differences(intent.command.fields, fields, KIND_TABLES[intent.kind].fields).filter(
    (key) => !(key in listed),
  );
};

/** The fields of an intent that lie over the cached record. */
export const fieldsOver = (intent: Intent, cached: CachedRecord | null): Record<string, unknown> => {
  const { fields } = intent.command;
  if (cached && hasOlderContent(intent)) return {};
  if (intent.state !== 'applied' || !cached || !isNewer(intent, cached)) return fields;
  const behind = new Set(inOldDetails(intent, cached));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => behind.has(key)));
};

/** The same for contacts or lines. They come with the details, which may be older than the list item. */
export const childrenShown = (intent: Intent, cached: CachedRecord | null, resolve: Resolve): boolean => {
  if (intent.command.children.length === 0 || (cached && hasOlderContent(intent))) return true;
  const snapshot = cached && snapshotOf(intent.kind, cached);
  if (!snapshot?.hasChildren) return false;
  if (isAfter(timeOf(cached?.[DETAILS_AS_OF]), intent)) return true;
  const children = intent.command.children.map((item) => ({ ...item, ref: resolve(item.ref) ?? item.ref }));
  return !compareSent({ ...intent.command, children }, { ...snapshot, fields: {} }, new Set()).contradicts;
};

/** The fields of an intent that the service does not return: the cached copy does not contain them. */
export const fieldsNotReturned = (intent: Intent, cached: CachedRecord): string[] => {
  if (hasOlderContent(intent)) return [];
  const readable = snapshotOf(intent.kind, cached).fields;
  return Object.keys(intent.command.fields).filter((key) => !(key in readable));
};

/**
 * The delivered intents of a record in the order in which the service accepted them. Times of the service do
 * not tell the order: they have whole seconds, and its clock may have been set back.
 */
export const inOrderOfAcceptance = (intents: readonly Intent[], acceptedAt: AcceptedAt): Intent[] => {
  const written = intents.filter((intent) => intent.state === 'applied');
  // Most records have one edit. The sort is skipped then, because each place in the ledger is a read from the disk.
  if (written.length < 2) return written;
  const places = new Map(written.map(({ id }) => [id, acceptedAt(id)]));
  return written.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!);
};

/**
 * Compares the delivered edits of a record, in the order of their acceptance, with the cached copy. If a later edit
 * changed the same field again, only the later edit is compared: a cache that shows the later value also includes the
 * earlier one. A later edit of other fields proves nothing about the earlier one.
 */
export const compareWithCache = (
  written: readonly Intent[],
  cached: CachedRecord | null,
  appliedBefore = '',
): {
  /** The ids of the edits that the cache contains. */
  shown: ReadonlySet<string>;
  /** The same edit without the fields that a later edit in the cache has changed again. */
  rest: (intent: Intent) => Intent;
} => {
  const shown = new Set<string>();
  const overwritten = new Map<string, ReadonlySet<string>>();
  const times = timesOf(written, appliedBefore);
  const rest = (intent: Intent): Intent =>
    withTimes(withoutFields(intent, overwritten.get(intent.id)), times.get(intent.id));
  let later: ReadonlySet<string> = new Set();
  for (const intent of written.toReversed()) {
    overwritten.set(intent.id, later);
    if (!cacheReflects(rest(intent), cached)) continue;
    shown.add(intent.id);
    later = new Set([...later, ...Object.keys(intent.command.fields)]);
  }
  return { shown, rest };
};

/** The server times of a delivered edit; see `IntentDetail`. */
type Times = Pick<Intent['detail'], 'appliedAt' | 'recordAsOf'>;

/**
 * Returns the times of the edits by id. No edit gets an earlier time than the one before it: if the clock of the
 * service was set back between the two, a copy from before the second can have a later time.
 */
const timesOf = (written: readonly Intent[], appliedBefore: string): Map<string, Times> => {
  let latest: { appliedAt: string; recordAsOf: string } = { appliedAt: appliedBefore, recordAsOf: '' };
  return new Map(
    written.map(({ id, detail }) => {
      latest = {
        appliedAt: laterOf(latest.appliedAt, timeOf(detail.appliedAt)),
        recordAsOf: laterOf(latest.recordAsOf, timeOf(detail.recordAsOf)),
      };
      return [id, latest];
    }),
  );
};
const laterOf = (one: string, other: string): string => (one > other ? one : other);

const withTimes = (intent: Intent, times: Times | undefined): Intent =>
  times === undefined || intent.detail.appliedAt === null
    ? intent
    : { ...intent, detail: { ...intent.detail, ...times } };

const withoutFields = (intent: Intent, names: ReadonlySet<string> | undefined): Intent => {
  if (names === undefined || names.size === 0) return intent;
  const fields = Object.fromEntries(Object.entries(intent.command.fields).filter(([key]) => !names.has(key)));
  return { ...intent, command: { ...intent.command, fields } };
};

/**
 * The delivered edits of a record, each with only those fields that the cache does not show yet. They are in the
 * order in which the service accepted them.
 */
export const fieldsNotShown = (
  intents: readonly Intent[],
  cached: CachedRecord,
  acceptedAt: AcceptedAt,
): Intent[] => {
  const written = inOrderOfAcceptance(intents, acceptedAt);
  const { shown, rest } = compareWithCache(written, cached);
  return written.map((intent) => {
    const sentOnly = fieldsNotReturned(intent, cached);
    const over = shown.has(intent.id) ? [] : Object.keys(fieldsOver(rest(intent), cached));
    const fields = Object.fromEntries(
      [...new Set([...over, ...sentOnly])].map((key) => [key, intent.command.fields[key]]),
    );
    return { ...intent, command: { ...intent.command, fields, children: [] } };
  });
};
