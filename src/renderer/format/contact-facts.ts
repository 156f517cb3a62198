/** Facts of a contact: its codes, and its custom fields, which the live service lists with names and values. */
import type { Column } from '#shared/contract/records';
import { isObject } from '#shared/domain/is-object';
import { linesOf, listIn, nameOf } from '#shared/domain/nested-values';
import { plainText } from '#shared/domain/plain-text';
import { isNoDateText } from '#shared/domain/time';

export interface ContactFact {
  label: string;
  text: string;
}

/** The seniority and the gender as columns: `useFormat` loads the names for them. */
export const CONTACT_CODES: readonly Column[] = [
  { key: 'post_grade', kind: 'enum', options: 'postGrade', sort: 'none' },
  { key: 'gender', kind: 'enum', options: 'gender', sort: 'none' },
];

const textOf = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : plainText(String(value));

/** A choice is its text, a file its name. An empty date of the service is no value. */
const itemText = (value: unknown): string => {
  const text = isObject(value) ? nameOf(value) : textOf(value);
  return isNoDateText(text) ? '' : text;
};

/** Returns the custom fields with a name and a value, in the service's order. */
export const ownFactsOf = (contact: Readonly<Record<string, unknown>>): ContactFact[] =>
  linesOf(contact.external_field_data)
    .map((field) => ({
      label: textOf(field.name),
      text: (listIn(field.value) ?? [field.value]).map(itemText).filter(Boolean).join(', '),
    }))
    .filter(({ label, text }) => label !== '' && text !== '');
