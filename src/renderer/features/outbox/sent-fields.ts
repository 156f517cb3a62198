/**
 * Defines how the fields that are sent are shown. They use the kinds and lookups of the lists, so that a code
 * has the same name everywhere.
 */
import type { Column } from '#shared/contract/records';
import type { IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { kindOf } from '#shared/domain/push-fields/push-field';
import { PART_NAMES } from '../../forms/values/form-specs';

/** Returns the column of a pushed field; a field that is not in the tables (a custom field) is text. */
export const pushColumn = (kind: IntentKind, key: string): Column => {
  const { fields, children } = KIND_TABLES[kind];
  const field = fields[key] ?? children[key];
  if (field === undefined) return { key, sort: 'none', kind: 'text' };
  const shown = kindOf(field);
  const isNamed = shown === 'enum' || shown === 'idList';
  return {
    key,
    sort: 'none',
    kind: shown,
    ...(isNamed && field.options !== undefined ? { options: field.options } : {}),
  };
};

/** Returns every column of a kind, so that a readable diff can load the lookups that it needs. */
export const pushColumns = (kind: IntentKind): Column[] => {
  const { fields, children } = KIND_TABLES[kind];
  return Object.keys({ ...fields, ...children }).map((key) => pushColumn(kind, key));
};

/** The catalogue key of the heading of what a kind's records consist of: contacts, lines or allocations. */
export const partsKey = (
  kind: IntentKind,
): 'outbox.changes.contacts' | 'outbox.changes.writeOffs' | 'outbox.changes.lines' => {
  if (kind === 'company' || kind === 'lead') return 'outbox.changes.contacts';
  return kind === 'receipt' ? 'outbox.changes.writeOffs' : 'outbox.changes.lines';
};

type Exists = (key: string) => boolean;
/**
 * Returns the catalogue key of a field's label: the label in the form, otherwise the label in the record. If
 * undefined, the wire key is shown.
 */
export const labelKey = (
  kind: IntentKind,
  key: string,
  ofChild: boolean,
  exists: Exists,
): string | undefined => {
  const child = kind === 'company' || kind === 'lead' ? 'contact' : 'line';
  const form = OWN_WORDS.has(key)
    ? []
    : [`form.field.${ofChild ? PART_NAMES[kind] : kind}.${key}`, `form.field.any.${key}`];
  return [
    ...form,
    `outbox.field.${key}`,
    ofChild ? `${child}.${key}` : `field.${RESOURCE_OF_KIND[kind]}.${key}`,
    `field.company.${key}`,
  ].find(exists);
};
/** The form labels of these fields say "ID" or ask a question, but the outbox shows a name or an answer. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'order_id',
  'company_id',
  'lead_id',
  'opportunity_id',
  'refer_id',
  'refer_type',
]);
