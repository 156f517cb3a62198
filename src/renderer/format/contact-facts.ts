/** Facts of a contact: its codes, and its custom fields, which the live service lists with names and values. */
import type { Column } from '#shared/contract/records';
import { linesOf } from '#shared/domain/nested-values';
import { plainText } from '#shared/domain/plain-text';

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

/** Returns the custom fields with a name and a value, in the service's order. */
export const ownFactsOf = (contact: Readonly<Record<string, unknown>>): ContactFact[] =>
  linesOf(contact.external_field_data)
    .map((field) => ({
      label: textOf(field.name),
      text: Array.isArray(field.value)
        ? field.value.map(textOf).filter(Boolean).join(', ')
        : textOf(field.value),
    }))
    .filter(({ label, text }) => label !== '' && text !== '');
