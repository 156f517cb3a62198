/**
 * Computes one overlay record: which values are pending, which are shown as sent, and its columns in the
 * overlay tables. The columns are computed by the same code as those of the cache.
 */
import { isNoId } from '#shared/domain/ids';
import { isLocalRef } from '#shared/domain/intent';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { OverlayRow } from '../../outbox/overlay/overlay';
import type { SqlValue } from '../../ports/ports';
import type { BaseRecord } from './base-records';
import { CATALOGUE, STATE, type StoredField } from '../schema/catalogue';
import { columnNamesOf, extractorOf, idInteger, refOf } from '../write/column-values';
import { columnForm } from '../write/contract-form';
import { displayValues, parseExact } from '../read/display-values';
import { type Names, withNames } from './overlay-names';
import type { OverlaySource } from './overlay-source';

type Value = Record<string, unknown>;

export interface LaidRecord {
  resource: ResourceName;
  id: string;
  row: OverlayRow;
  base: BaseRecord | null;
  /** The service no longer lists the record, but work on it is pending. */
  removed: boolean;
  /** Display values that replace those of the cache. */
  values: Value;
  /** Keys of `values` that are pending. Creator and owner of a new record are not, if they are only assumed. */
  fields: string[];
  asSent: Record<string, { at: string | null }>;
}

interface PendingContext {
  names: Names;
  source: Pick<OverlaySource, 'serverTime' | 'selfUserId'>;
}

/**
 * Returns null if there is nothing to show: the cache contains everything, or the record is deleted and
 * nothing of it is pending.
 */
export const toPendingRecord = (
  row: OverlayRow,
  base: BaseRecord | null,
  context: PendingContext,
): LaidRecord | null => {
  const { resource, id } = row;
  const { names, source } = context;
  const unsettled = row.intents.some(({ state }) => state !== 'applied');
  const removed = base !== null && base.state !== STATE.live;
  if (removed && !unsettled) return null;
  const companyId = String(row.values.company_id ?? base?.values.company_id ?? '');
  const shown = (values: Value): Value =>
    displayValues(resource, JSON.stringify(withNames(resource, values, names, companyId)), null);
  const assumed = base === null && row.isNew ? assumedPeople(row, context) : {};
  const born = base === null ? bornWith(row, source.serverTime) : {};
  const pending = changed(resource, shown({ ...born, ...row.values, ...assumed }), base);
  // A sent value is shown if the cache has no value. Sent contacts and lines are shown until the cached
  // details are newer.
  const sent = Object.entries(shown(row.sentValues)).filter(
    ([key, value]) =>
      !(key in pending) && !isBlank(value) && (isBlank(base?.values[key]) || isChildren(resource, key)),
  );
  if (row.intents.length === 0 && sent.length === 0) return null;
  return {
    resource,
    id,
    row,
    base,
    removed,
    fields: Object.keys(pending).filter((key) => !(key in assumed)),
    values: { ...Object.fromEntries(sent), ...pending },
    asSent: Object.fromEntries(sent.map(([key]) => [key, { at: row.appliedAt }])),
  };
};

/**
 * Values of a record that is not in the cache: its id, once the service has given one, and its times, so that it is
 * listed among the newest. If the user only edited the record, its creation time is unknown.
 */
const bornWith = (row: OverlayRow, serverTime: (epochMs: number) => string): Value => {
  const at = row.appliedAt ?? serverTime(row.createdAt);
  const { fields } = CATALOGUE[row.resource];
  const known = row.isNew ? (['create_time', 'update_time'] as const) : (['update_time'] as const);
  const times = known
    .filter((key) => fields.some((field) => field.key === key))
    .map((key) => [key, at] as const);
  return {
    ...(isLocalRef(row.id) ? {} : { [RESOURCE_INFO[row.resource].idField]: row.id }),
    ...Object.fromEntries(times),
  };
};

/**
 * The people of a new record that is not in the cache yet. The service makes the sender its creator, and its owner if
 * the push names none. So lists of the user's own records contain it before it is delivered. These values are
 * shown only: they are not sent, and no comparison with the service reads them.
 */
const assumedPeople = ({ resource, values }: OverlayRow, { names, source }: PendingContext): Value => {
  const id = source.selfUserId();
  if (id === null) return {};
  const self = { user_id: id, nickname: names.record('user', id) ?? '' };
  const hasCreator = refOf(values.create_user_info).id !== null;
  const hasOwner = OWNER_FIELDS.some((key) => !isBlank(values[key]) && !isNoId(values[key]));
  const people: Value = {
    ...(hasCreator ? {} : { create_user_info: self, create_user: id }),
    ...(hasOwner ? {} : { user_id: [id], main_user: id, main_user_info: self }),
  };
  const { fields } = CATALOGUE[resource];
  return Object.fromEntries(
    Object.entries(people).filter(([key]) => fields.some((field) => field.key === key)),
  );
};
/** Fields of a push that decide who owns the record; a public company has no owner. */
const OWNER_FIELDS = ['user_id', 'batch_user_ids', 'is_public', 'main_user'] as const;

const isChildren = (resource: ResourceName, key: string): boolean =>
  CATALOGUE[resource].fields.some(
    (field) => field.key === key && (field.kind === 'contacts' || field.kind === 'lines'),
  );
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Keeps only known columns. Of an edit it keeps only changed values, because some fields are in every edit (contract).
 */
const changed = (resource: ResourceName, values: Value, base: BaseRecord | null): Value => {
  const { fields } = CATALOGUE[resource];
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      const field = fields.find((candidate) => candidate.key === key);
      return field !== undefined && (base === null || !isSame(field, value, base.values[key]));
    }),
  );
};

const isSame = (field: StoredField, a: unknown, b: unknown): boolean => {
  if (field.storage === 'count' || field.kind === 'contacts') return JSON.stringify(a) === JSON.stringify(b);
  const columns = (value: unknown): string => {
    const into: SqlValue[] = [];
    extractorOf(field)(value, into);
    return JSON.stringify(into, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
  };
  return columns(a) === columns(b);
};

/** Column values of the overlay table, in the order of `overlayColumns`. */
export const columnValues = (laid: LaidRecord): SqlValue[] => {
  const { base, values, resource } = laid;
  const inForm = columnForm(resource);
  const list = base === null ? {} : inForm(parseExact(base.raw));
  const detail = base === null || base.detail === null ? {} : inForm(parseExact(base.detail));
  const into: SqlValue[] = [];
  for (const { field, extract } of extractorsOf(resource)) {
    const value = field.key in values ? values[field.key] : (field.fromDetail ? detail : list)[field.key];
    if (field.storage === 'id') into.push(idColumn(value));
    else extract(value, into);
  }
  return into;
};

/**
 * A column of ids in the overlay has no type, because the id of a new record is a local id, a text. There SQLite
 * stores a JavaScript number as a float, which as text is "7.0". A bigint stays an integer, as in the cache.
 */
const idColumn = (value: unknown): SqlValue => {
  if (isLocalRef(value)) return value;
  const id = idInteger(value);
  return typeof id === 'number' ? BigInt(id) : id;
};

export const overlayColumns = (resource: ResourceName): string[] =>
  extractorsOf(resource).flatMap(({ field }) => columnNamesOf(field));

const EXTRACTORS = new Map<ResourceName, { field: StoredField; extract: ReturnType<typeof extractorOf> }[]>();
const extractorsOf = (
  resource: ResourceName,
): { field: StoredField; extract: ReturnType<typeof extractorOf> }[] => {
  let known = EXTRACTORS.get(resource);
  if (!known)
    EXTRACTORS.set(
      resource,
      (known = CATALOGUE[resource].fields.map((field) => ({ field, extract: extractorOf(field) }))),
    );
  return known;
};

/**
 * All values of the record; those of the overlay replace those of the cache. Its search words and links are
 * made from them.
 */
export const mergedValues = ({ base, values }: LaidRecord): Value => ({ ...base?.values, ...values });
