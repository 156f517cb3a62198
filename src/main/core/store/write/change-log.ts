/**
 * Stores what others changed. When the pull writes a record, it notes the fields that differ from the earlier
 * copy and, if the record contains it, the person who changed them. There is one row per record until the
 * user has seen it, and at most `MOST` rows.
 *
 * It starts with the first complete copy (`begin`), because before that every record is new. It does not know
 * whose records they are or what the outbox delivered: `read/changes.ts` and the handler decide what is
 * shown.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { FieldKind } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import { listIn } from '#shared/domain/nested-values';
import type { SqlDatabase } from '../../ports/ports';
import { CATALOGUE } from '../schema/catalogue';
import { CUSTOM_FIELDS_KEY } from '../schema/custom-fields';
import { type NotedField, parseNotedFields } from '../schema/noted-fields';
import { refOf, textOf } from './column-values';
import { groupFieldsIn } from './contract-form';

type Value = Readonly<Record<string, unknown>>;

const BEGUN_KEY = 'changes/from';
const MOST = 2000;
const PRUNE_EVERY = 200;

/** Fields that depend on others, or that change with every edit. */
const HOUSEKEEPING: ReadonlySet<string> = new Set([
  'update_time',
  'update_user',
  'update_user_info',
  'last_edit_user',
  'op_user_id',
  'op_user_info',
  'order_time',
  'edit_time',
  'recent_follow_up_time',
  'comment_count',
  'trail_time',
  'last_trail',
  'stage_stay_time',
  'stage_stay_time_old',
  'pin_user_list',
  'is_pin',
  // A collection's copy of its order, whose own changes are noted.
  'order_info',
]);
/** Changes are noted for these resources only. */
const NOTED: ReadonlySet<ResourceName> = new Set([
  'trail',
  'company',
  'lead',
  'order',
  'quotation',
  'outboundInvoice',
  'receipt',
  'collection',
  'opportunity',
]);

const idOf = (value: unknown): string =>
  (value !== null && typeof value === 'object' ? refOf(value).id : textOf(value)) ?? '';
const personOf = (value: Value, kind: 'new' | 'changed'): string => {
  const created = idOf(value.create_user_info) || idOf(value.create_user);
  if (kind === 'new') return created;
  return idOf(value.update_user_info) || idOf(value.update_user) || idOf(value.last_edit_user);
};

/** What records repeat of a person. It changes in all of them when the person gets another name or picture. */
const REPEATED: ReadonlySet<string> = new Set(['nickname', 'name', 'full_name', 'avatar', 'email']);

const withoutRepeated = (person: unknown): unknown =>
  isObject(person) && refOf(person).id !== null
    ? Object.fromEntries(Object.entries(person).filter(([key]) => !REPEATED.has(key)))
    : person;

/** The id of a nested record, or the value itself if it has none. */
const idOrValue = (value: unknown): unknown => refOf(value).id ?? value;

const inEach = (value: unknown, formOf: (item: unknown) => unknown): unknown =>
  listIn(value)?.map(formOf) ?? formOf(value);

/** Fields with people that are not in the catalogue. */
const PEOPLE_KEY = /(?:users?|handler)_info$/;

const kindOf = (resource: ResourceName, key: string): FieldKind | undefined =>
  CATALOGUE[resource].fields.find((field) => field.key === key)?.kind ??
  (PEOPLE_KEY.test(key) ? 'users' : undefined);

/**
 * The value without what it repeats of other records: names and pictures of people, names of customers, statuses and
 * departments, the contacts of a note. If one of these changes, the record itself does not.
 */
const ownValue = (resource: ResourceName, key: string, value: unknown): unknown => {
  switch (kindOf(resource, key)) {
    case 'user':
    case 'users':
    case 'departments':
      return inEach(value, withoutRepeated);
    case 'company':
    case 'lead':
    case 'opportunity':
    case 'supplier':
    case 'warehouse':
    case 'status':
      return idOrValue(value);
    case 'contacts':
      return resource === 'company' || resource === 'lead' ? value : inEach(value, idOrValue);
    default:
      return value;
  }
};

/** The keys whose own values differ, without the service's own housekeeping. */
export const changedFields = (resource: ResourceName, before: Value, after: Value): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => {
    if (HOUSEKEEPING.has(key) || JSON.stringify(before[key]) === JSON.stringify(after[key])) return false;
    const [own, ownAfter] = [ownValue(resource, key, before[key]), ownValue(resource, key, after[key])];
    return JSON.stringify(own) !== JSON.stringify(ownAfter);
  });

/** The record with its custom fields beside the other fields, so that each custom field is noted separately. */
const withCustomFields = (resource: ResourceName, value: Value): Value => {
  if ((resource === 'company' || resource === 'lead') && Array.isArray(value.company)) {
    // The groups of the details repeat the record's own fields.
    const { company: groups, ...others } = value;
    return {
      ...Object.fromEntries(groupFieldsIn(groups).map((field) => [field.id, field.value])),
      ...others,
    };
  }
  const holder = CUSTOM_FIELDS_KEY[resource];
  if (holder === undefined || !(holder in value)) return value;
  const { [holder]: custom, ...others } = value;
  return isObject(custom) ? { ...custom, ...others } : others;
};

export class ChangeLog {
  readonly #db: SqlDatabase;
  /** Server time of the first complete copy; null before it, undefined until it is read from the disk. */
  #from: string | null | undefined;
  #noted = 0;

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** Starts noting changes; `serverTime` is the service's clock. Only the first call counts. */
  begin(serverTime: string): void {
    if (this.#begun() !== null) return;
    this.#db.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)').run(BEGUN_KEY, serverTime);
    this.#from = serverTime;
  }

  /**
   * Notes a new record. A record that was created before the first copy has only become visible again, so it is not
   * noted.
   */
  inserted(resource: ResourceName, rowId: number, value: Value, at: number): void {
    const from = this.#begun();
    if (from === null || !NOTED.has(resource) || (textOf(value.create_time) ?? '') < from) return;
    this.#note(resource, rowId, { kind: 'new', fields: [], person: personOf(value, 'new'), at });
  }

  updated(resource: ResourceName, rowId: number, before: Value, after: Value, at: number): void {
    if (this.#begun() === null || !NOTED.has(resource)) return;
    const fields = changedFields(
      resource,
      withCustomFields(resource, before),
      withCustomFields(resource, after),
    );
    if (fields.length > 0)
      this.#note(resource, rowId, { kind: 'changed', fields, person: personOf(after, 'changed'), at });
  }

  /**
   * Notes the fields that differ between the details `before` and `after`. A field whose new value is already in the
   * list item is left out: it was noted with the list item, and the user may have seen it since.
   */
  detailsUpdated({
    resource,
    rowId,
    list,
    before,
    after,
    at,
  }: {
    resource: ResourceName;
    rowId: number;
    list: Value;
    before: Value;
    after: Value;
    at: number;
  }): void {
    if (this.#begun() === null || !NOTED.has(resource)) return;
    const listed = withCustomFields(resource, list);
    const newer = withCustomFields(resource, after);
    const known = { ...listed, ...newer };
    const isInList = (key: string): boolean =>
      key in listed && JSON.stringify(listed[key]) === JSON.stringify(newer[key]);
    const earlier = { ...listed, ...withCustomFields(resource, before) };
    const fields = changedFields(resource, earlier, known).filter((key) => !isInList(key));
    if (fields.length > 0)
      this.#note(resource, rowId, { kind: 'changed', fields, person: personOf(known, 'changed'), at });
  }

  rolledBack(): void {
    this.#from = undefined;
  }

  /** Adds the fields to the record's row; a field that was noted before gets the new person. */
  #note(
    resource: ResourceName,
    rowId: number,
    {
      kind,
      fields,
      person,
      at,
    }: { kind: 'new' | 'changed'; fields: readonly string[]; person: string; at: number },
  ): void {
    const known = this.#db
      .prepare<[kind: string, fields: string, person: string]>(
        'SELECT kind, fields, person FROM change WHERE resource = ? AND row_id = ?',
      )
      .raw(true)
      .get(resource, rowId);
    const before = known === undefined ? [] : parseNotedFields(known[1], known[2]);
    const now = new Set(fields);
    const all = [
      ...before.filter(([field]) => !now.has(field)),
      ...fields.map((field): NotedField => [field, person]),
    ];
    // The row of a new record keeps its creator. The person who changed a field is stored with the field.
    const who = known?.[0] === 'new' ? known[2] : person;
    this.#db
      .prepare('INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?)')
      .run(resource, rowId, known?.[0] ?? kind, JSON.stringify(all), who, at);
    this.#noted += 1;
    if (this.#noted % PRUNE_EVERY !== 0) return;
    this.#db
      .prepare('DELETE FROM change WHERE at < (SELECT at FROM change ORDER BY at DESC LIMIT 1 OFFSET ?)')
      .run(MOST);
  }

  #begun(): string | null {
    if (this.#from === undefined)
      this.#from =
        this.#db.prepare<string>('SELECT json FROM state WHERE key = ?').pluck().get(BEGUN_KEY) ?? null;
    return this.#from;
  }
}
