/**
 * Converts a record of the service to the field names of a command. It contains the fields that can be
 * compared. Fields that the service does not return are absent, never guessed. It accepts list items and
 * details, in the contract's forms and in those of the live service (phones as pairs, `tel_list`, ids inside
 * objects).
 */
import { accountsIn, phoneParts, phonesIn } from '#shared/domain/contact-forms';
import { isCustomKey } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import { OPPORTUNITY_CUSTOM_FIELDS } from '#shared/http-api/opportunity';
import { linesOf, listIn } from '#shared/domain/nested-values';
import { ACCOUNT_CHANNELS } from '#shared/domain/push-fields/contact';
import type { IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { AnswerPlace, FieldTable, PushField } from '#shared/domain/push-fields/push-field';
import { groupFieldsIn } from '../../store/write/contract-form';

type Json = Record<string, unknown>;
const idIn = (value: unknown, ...keys: string[]): unknown => {
  if (!isObject(value)) return value;
  for (const key of keys) if (value[key] !== undefined) return value[key];
  return undefined;
};
/** The items of a list. An object without numbers as keys is the only item, and an empty object no item. */
const itemsIn = (value: unknown): unknown[] | null => {
  const list = listIn(value);
  if (list !== null || !isObject(value)) return list;
  return Object.keys(value).length === 0 ? [] : [value];
};
const idsIn = (value: unknown, ...keys: string[]): string[] | undefined =>
  itemsIn(value)?.map((item) => String(idIn(item, ...keys)));

/** Splits a phone into the command's two fields; empty if `value` has another form. */
const phoneOf = (value: unknown): Json => {
  const parts = phoneParts(value);
  if (parts === null) return {};
  return { tel: parts.number, ...(parts.hasArea ? { tel_area_code: parts.area } : {}) };
};

/** The accounts of a contact, if the service lists them. An account that is not listed is empty. */
const channelsOf = (contact: Json): Json => {
  const listed = accountsIn(contact.contact);
  if (listed === null) return {};
  return Object.fromEntries(
    ACCOUNT_CHANNELS.map((channel) => [
      channel,
      listed.find(({ type }) => type.toLowerCase() === channel)?.value ?? '',
    ]),
  );
};

/**
 * The first phone of a contact, if the service returns a list. If the contact also has `tel`, that one
 * counts.
 */
const contactOf = (contact: Json): Json => {
  const [first] = phonesIn(contact.tel_list);
  return {
    ...(contact.tel === undefined && first !== undefined ? { tel: first, ...phoneOf(first) } : {}),
    ...channelsOf(contact),
    ...contact,
    ...phoneOf(contact.tel),
  };
};

const PHONE_FIELDS = ['tel', 'tel_area_code'] as const;

/** The fields of a record's contacts, by their ids, for which the service gives more than one value. */
export const fieldsWithSeveral = (record: Json): ReadonlyMap<string, readonly string[]> =>
  new Map(
    linesOf(record.customers).map(({ customer_id: id, tel_list: phones, contact }) => {
      const types = (accountsIn(contact) ?? []).map(({ type }) => type.toLowerCase());
      const channels = ACCOUNT_CHANNELS.filter((one) => types.indexOf(one) !== types.lastIndexOf(one));
      return [String(id), [...(phonesIn(phones).length > 1 ? PHONE_FIELDS : []), ...channels]];
    }),
  );

/** The value of a field in one place of an answer. */
const valueAt = (record: Json, key: string, place: AnswerPlace): unknown => {
  if (place === 'own') return record[key];
  const value = record[place.key];
  if (!('ids' in place)) return value;
  return place.isList ? idsIn(value, ...place.ids) : idIn(value, ...place.ids);
};

/** E4 declares a currency as an integer. Digits are the service's number of it, and no code to compare. */
const isReadable = ({ options }: PushField, value: unknown): boolean =>
  options !== 'orderCurrency' || (typeof value === 'string' && !/^\d+$/.test(value));

/** A list of ids in the form of a list: the service may send the only id, or an object whose keys are numbers. */
const asIdList = (value: unknown): unknown => {
  if (isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? [value] : value;
};
const isIdList = ({ type }: PushField): boolean => type === 'ids' || type === 'textIds';

/** The fields of a table that an answer has, under the names of a command. */
const fieldsIn = (record: Json, table: FieldTable): Json => {
  const out: Json = {};
  for (const [key, field] of Object.entries(table)) {
    const places = field.readFrom ?? OWN;
    const value = places.map((place) => valueAt(record, key, place)).find((found) => !isNothing(found));
    if (!isNothing(value) && isReadable(field, value)) out[key] = isIdList(field) ? asIdList(value) : value;
  }
  return out;
};
const OWN: readonly AnswerPlace[] = ['own'];
const isNothing = (value: unknown): value is null | undefined => value === undefined || value === null;

/**
 * The id of a contact or line in an answer; `''` without one. Answers give ids to the contacts of a lead too, which no
 * push can name (contract E2).
 */
export const childIdOf = (kind: IntentKind, item: Json): string =>
  String(item[KIND_TABLES[kind].childKey ?? 'customer_id'] ?? '');

/**
 * The readable part of a record. `children` is empty if there are none, and also if this answer does not
 * contain them: see `hasChildren`.
 */
export const snapshotOf = (
  kind: IntentKind,
  record: Json,
  readAt: string | null = null,
): Snapshot & { hasChildren: boolean } => {
  const tables = KIND_TABLES[kind];
  const list = tables.childrenKey === null ? undefined : record[tables.childrenKey];
  return {
    fields: fieldsIn({ ...record, ...phoneOf(record.tel) }, tables.fields),
    children: linesOf(list).map((item) => ({
      ref: childIdOf(kind, item),
      fields: fieldsIn(contactOf(item), tables.children),
    })),
    hasChildren: list !== undefined && list !== null,
    ...customIn(record),
    readAt,
  };
};

/**
 * The custom fields of a record, as texts (contract E4: custom field id → text). An opportunity may have them in an
 * object, and a company in groups.
 */
const customIn = (record: Json): Pick<Snapshot, 'custom'> => {
  const nested = record[OPPORTUNITY_CUSTOM_FIELDS];
  const grouped = groupFieldsIn(record.company).map(({ id, value }): [string, unknown] => [id, value]);
  const all = { ...(isObject(nested) ? nested : {}), ...Object.fromEntries(grouped), ...record };
  const custom = Object.entries(all).flatMap(([key, value]) => {
    const text = isCustomKey(key) ? customText(value) : null;
    return text === null ? [] : [[key, text] as const];
  });
  return custom.length === 0 ? {} : { custom: Object.fromEntries(custom) };
};

const customText = (value: unknown): string | string[] | null => {
  if (isNothing(value)) return '';
  if (Array.isArray(value)) return value.every(isPlain) ? value.map(String) : null;
  return isPlain(value) ? String(value) : null;
};
const isPlain = (value: unknown): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';

/** The creator of a record; null if the answer names none. */
export const creatorOf = (record: Json): string | null => {
  const id = idIn(record.create_user_info, 'user_id') ?? idIn(record.create_user, 'user_id');
  return id === undefined || id === null || id === '' || String(id) === '0' ? null : String(id);
};

/** The owner of a record; null if it names none or several. */
export const ownerOf = (record: Json): string | null => {
  const owners = (Array.isArray(record.user_id) ? record.user_id : [record.user_id]).filter(
    (id) => id !== undefined && id !== null && id !== '',
  );
  return owners.length === 1 ? String(owners[0]) : null;
};
