/**
 * Makes the search words of a record from the searched fields of the catalogue, in the list item and in the
 * details.
 */
import { linesOf } from '#shared/domain/nested-values';
import type { FieldKind } from '#shared/domain/fields';
import { ACCOUNT_CHANNELS } from '#shared/domain/push-fields/contact';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { CATALOGUE } from '../schema/catalogue';
import { refsOf, textOf } from '../write/column-values';
import { accountsIn, phoneParts, phonesIn, phoneText } from '#shared/domain/contact-forms';
import { valueText } from '#shared/domain/value-text';
import { columnForm, groupFieldsIn, readable } from '../write/contract-form';
import { addFragments, addName, addWords, indexText } from './search-text';

/** `of`: the object that has the value. */
type Reader = (value: unknown, into: Set<string>, of: Readonly<Record<string, unknown>>) => void;

const words = (value: unknown, into: Set<string>): void => {
  const text = textOf(readable(value));
  if (text !== null) addWords(text, into);
};
const fragments = (value: unknown, into: Set<string>): void => {
  const text = phoneText(value);
  if (text !== '') {
    addWords(text, into);
    addFragments(text, into);
  }
};
/**
 * A phone is also found with its area code, which may be a field of its own. `addFragments` joins the digits of
 * both.
 */
const phone: Reader = (value, into, { tel_area_code: area }) => {
  if (phoneText(area) === '' || phoneText(value) === '') return fragments(value, into);
  const hasOwnArea = (phoneParts(value)?.area ?? '') !== '';
  fragments(hasOwnArea ? value : [area, phoneText(value)], into);
};
const FEWEST_DIGITS = 7;
/** An account may be a phone number, as those of WhatsApp are. It is then found in each form of the number. */
const account = (value: unknown, into: Set<string>): void => {
  const text = valueText(value);
  const isNumber = !/\p{L}/u.test(text) && text.replaceAll(/\P{Nd}/gu, '').length >= FEWEST_DIGITS;
  return isNumber ? fragments(value, into) : words(value, into);
};
const name = (value: unknown, into: Set<string>): void => {
  const text = textOf(readable(value));
  if (text !== null) addName(text, into);
};
const names: Reader = (value, into) => {
  for (const ref of refsOf(value)) if (ref.name !== null) addName(ref.name, into);
};
/** Fields with names of companies and people. */
const NAME_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'short_name',
  'company_name',
  'customer_name',
  'nickname',
  'full_name',
]);

const CONTACT_TEXTS = ['email', 'post', 'remark'];
const contacts: Reader = (value, into) => {
  for (const contact of linesOf(value)) {
    name(contact.name, into);
    for (const key of CONTACT_TEXTS) words(contact[key], into);
    for (const key of ACCOUNT_CHANNELS) account(contact[key], into);
    phone(contact.tel, into, contact);
    // Telephones may come as lists of [area, number].
    for (const tel of phonesIn(contact.tel_list)) fragments(tel, into);
    for (const way of accountsIn(contact.contact) ?? []) account(way.value, into);
  }
};

const LINE_TEXTS = ['product_name', 'product_cn_name', 'product_no', 'product_model', 'sku_code', 'order_no'];
const lines: Reader = (value, into) => {
  for (const line of linesOf(value)) for (const key of LINE_TEXTS) words(line[key], into);
};

const readerOf = (key: string, kind: FieldKind, isNumber: boolean): Reader => {
  if (key === 'tel') return phone;
  if (isNumber || kind === 'phone' || kind === 'id') return fragments;
  if (kind === 'contacts') return contacts;
  if (kind === 'lines') return lines;
  if (NAME_FIELDS.has(key)) return name;
  return kind === 'text' || kind === 'longText' ? words : names;
};

/** Builds a record's index text. `detail` is null until details are stored. */
export const recordText = (
  resource: ResourceName,
): ((id: string, value: Record<string, unknown>, detail: Record<string, unknown> | null) => string) => {
  const { fields, searched } = CATALOGUE[resource];
  const { numberField } = RESOURCE_INFO[resource];
  const readers = searched.map((key) => {
    const field = fields.find((candidate) => candidate.key === key);
    if (!field) throw new Error(`${resource}.${key} is searched but not stored`);
    return [key, readerOf(key, field.kind, key === numberField)] as const;
  });
  const inForm = columnForm(resource);
  return (id, list, details) => {
    const [value, detail] = [inForm(list), details === null ? null : inForm(details)];
    const found = new Set<string>();
    // A document without a number is shown by its id.
    if (numberField !== undefined && textOf(value[numberField]) === null) addFragments(id, found);
    else addWords(id, found);
    for (const [key, read] of readers) {
      if (value[key] !== undefined) read(value[key], found, value);
      if (detail !== null && detail[key] !== undefined) read(detail[key], found, detail);
    }
    // A field with several choices has a list of them.
    for (const { value: choices } of groupFieldsIn(detail?.company))
      for (const choice of Array.isArray(choices) ? choices : [choices]) words(choice, found);
    return indexText(found);
  };
};
