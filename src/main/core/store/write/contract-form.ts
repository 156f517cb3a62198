/**
 * Converts a record to the contract's forms: a phone in parts becomes a number and its area code, a contact's
 * accounts get the names of E2 and E3, HTML becomes plain text, groups of named fields become custom fields.
 * Other values do not change. Pure; the stored JSON stays as the service sent it.
 */
import { accountsIn, phoneParts, phonesIn } from '#shared/domain/contact-forms';
import { isCustomKey } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import { listIn } from '#shared/domain/nested-values';
import { COLLECTION_CUSTOM_FIELDS, withLinks } from '#shared/http-api/collection';
import { OPPORTUNITY_CUSTOM_FIELDS } from '#shared/http-api/opportunity';
import { PRODUCT_CUSTOM_FIELDS, withPrice } from '#shared/http-api/product';
import { ACCOUNT_CHANNELS } from '#shared/domain/push-fields/contact';
import type { ResourceName } from '#shared/domain/resources';
import { isNoDate } from '#shared/domain/time';
import { plainText } from '#shared/domain/plain-text';
import { valueText } from '#shared/domain/value-text';

type Value = Record<string, unknown>;

/** Removes HTML markup from a text; returns other values unchanged. */
export const readable = (value: unknown): unknown => (typeof value === 'string' ? plainText(value) : value);

const CHANNELS: ReadonlySet<string> = new Set(ACCOUNT_CHANNELS);

/** Adds a contact's accounts and phones under the contract's names. */
const contactInForm = (contact: Value): Value => {
  const out: Value = { ...contact };
  for (const { type, value } of accountsIn(contact.contact) ?? []) {
    const channel = type.toLowerCase();
    if (CHANNELS.has(channel) && valueText(out[channel]) === '') out[channel] = value;
  }
  const [first] = phonesIn(contact.tel_list);
  const parts = phoneParts(contact.tel) ?? (valueText(contact.tel) === '' ? phoneParts(first) : null);
  if (parts !== null) {
    out.tel = parts.number;
    out.tel_area_code = parts.area;
  } else if (valueText(contact.tel) === '' && valueText(first) !== '') out.tel = valueText(first);
  if (contact.remark !== undefined) out.remark = readable(contact.remark);
  return out;
};

/** A list of contacts in the form of the contract; null if it is none. */
const contactsInForm = (list: unknown): unknown[] | null =>
  listIn(list)?.map((contact) => (isObject(contact) ? contactInForm(contact) : contact)) ?? null;

/** One field of the groups that the live service adds to a company's details. */
export interface GroupField {
  id: string;
  name: string;
  type: string;
  value: unknown;
}

/** The custom fields of `company[].fields[]`, in the service's order. */
export const groupFieldsIn = (groups: unknown): GroupField[] =>
  (Array.isArray(groups) ? groups : []).filter(isObject).flatMap((group) =>
    (Array.isArray(group.fields) ? group.fields : []).filter(isObject).flatMap((field): GroupField[] => {
      const id = valueText(field.id);
      return isCustomKey(id)
        ? [{ id, name: valueText(field.name), type: valueText(field.field_type), value: field.value }]
        : [];
    }),
  );

/** Splits a phone in parts into the number and its area code. */
const withPhone = (record: Value): Value => {
  const parts = phoneParts(record.tel);
  if (parts === null) return record;
  const out: Value = { ...record, tel: parts.number };
  if (parts.area !== '' || record.tel_area_code === undefined) out.tel_area_code = parts.area;
  return out;
};

const customerInForm = (record: Value): Value => {
  const out: Value = { ...withPhone(record) };
  if (record.remark !== undefined) out.remark = readable(record.remark);
  const contacts = contactsInForm(record.customers);
  if (contacts !== null) out.customers = contacts;
  if (Array.isArray(record.company))
    for (const { id, value } of groupFieldsIn(record.company)) out[id] = value;
  return out;
};

/** Adds the unit of a line under the name that E4 uses. */
const lineInForm = (line: unknown): unknown =>
  isObject(line) && line.product_unit === undefined && line.unit !== undefined
    ? { ...line, product_unit: line.unit }
    : line;

const documentInForm = (record: Value): Value => {
  const out: Value = { ...record };
  for (const [key, value] of Object.entries(record))
    if (typeof value === 'string') out[key] = readable(value);
  const lines = listIn(record.product_list);
  if (lines !== null) out.product_list = lines.map(lineInForm);
  return out;
};

const trailInForm = (record: Value): Value => {
  const contacts = contactsInForm(record.customer_info);
  return {
    ...record,
    content: readable(record.content),
    ...(contacts === null ? {} : { customer_info: contacts }),
  };
};

const addCustom = (out: Value, custom: unknown): void => {
  if (isObject(custom))
    for (const [id, value] of Object.entries(custom)) if (isCustomKey(id)) out[id] = readable(value);
};

/** Custom fields of the list, and what is nested, become fields of the collection. */
const collectionInForm = (record: Value): Value => {
  const out = withLinks(documentInForm(record));
  addCustom(out, record[COLLECTION_CUSTOM_FIELDS]);
  return out;
};

/** Custom fields and what was collected become fields of the record. */
const opportunityInForm = (record: Value): Value => {
  const out = documentInForm(record);
  addCustom(out, record[OPPORTUNITY_CUSTOM_FIELDS]);
  const { cash_collection_info: collection } = record;
  if (isObject(collection)) {
    out.collect_amount = collection.collect_amount;
    out.not_collect_amount = collection.not_collect_amount;
  }
  const contacts = contactsInForm(record.customer);
  if (contacts !== null) out.customer = contacts;
  return out;
};

const linesOfText = (items: unknown, line: (item: Value) => string): unknown =>
  Array.isArray(items) ? items.filter(isObject).map(line).join('\n') : items;

/** Makes texts of a product's properties and of its prices per quantity. */
const withLineTexts = (product: Value): Value => {
  const out: Value = { ...product };
  out.info_json = linesOfText(
    product.info_json,
    ({ name, value }) => `${valueText(name)}: ${valueText(value)}`,
  );
  out.gradient_price = linesOfText(
    product.gradient_price,
    ({ quantity, price }) => `≥ ${valueText(quantity)}: ${valueText(price)}`,
  );
  return out;
};

/**
 * Converts a product: the price and the custom fields become its own fields; the properties and the prices per
 * quantity become text; the picture of the list becomes a file. If the details have pictures, that file is left
 * out, because they contain it.
 */
const productInForm = (record: Value): Value => {
  const out = withLineTexts(withPrice(documentInForm(record)));
  addCustom(out, record[PRODUCT_CUSTOM_FIELDS]);
  const { image, images } = record;
  if (Array.isArray(images) && images.length > 0) delete out.image;
  else if (valueText(image) !== '')
    out.image = [{ file_name: valueText(image).split('/').at(-1), file_url: valueText(image) }];
  return out;
};

/**
 * The last change of a record that was never edited is its creation, but some services give it no update time then.
 * Without one, new records would be the last ones in every list.
 */
const withLastChange = (record: Value): Value =>
  isNoDate(record.update_time) && !isNoDate(record.create_time)
    ? { ...record, update_time: record.create_time }
    : record;

/** The record with the fields that columns and search words are made of: nested values have columns too. */
export const columnForm = (resource: ResourceName): ((value: Value) => Value) => {
  switch (resource) {
    case 'company':
    case 'lead':
      return (customer) => withPhone(withLastChange(customer));
    case 'collection':
      return (collection) => withLinks(withLastChange(collection));
    case 'product':
      return (product) => withLineTexts(withPrice(product));
    default:
      return withLastChange;
  }
};

/** The record as screens show it. */
export const inContractForm = (resource: ResourceName, record: Value): Value => {
  switch (resource) {
    case 'company':
    case 'lead':
      return customerInForm(record);
    case 'trail':
      return trailInForm(record);
    case 'collection':
      return collectionInForm(record);
    case 'opportunity':
      return opportunityInForm(record);
    case 'product':
      return productInForm(record);
    case 'user':
      return record;
    default:
      return documentInForm(record);
  }
};
