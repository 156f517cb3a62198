/**
 * How the fields that are sent are shown: the same kinds and lookups as in lists, so that a code has one name
 * everywhere.
 */
import type { Column } from '#shared/contract/records';
import type { IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { kindOf } from '#shared/domain/push-fields/push-field';
import { PART_NAMES } from '../../forms/session/form-specs';

/** Shape of a pushed field; what the tables do not know (a custom field) is text. */
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

/** Every column of a kind, so that a readable diff loads the lookups it may need. */
export const pushColumns = (kind: IntentKind): Column[] => {
  const { fields, children } = KIND_TABLES[kind];
  return Object.keys({ ...fields, ...children }).map((key) => pushColumn(kind, key));
};

type Exists = (key: string) => boolean;
/**
 * Catalogue key of a field's label: the form's, where it was filled in, then the record's; undefined leaves
 * the wire key.
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
/** The form's label of these says "ID" or asks a question, though a name or an answer is shown. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'order_id',
  'company_id',
  'lead_id',
  'opportunity_id',
  'refer_id',
  'refer_type',
  'is_public',
]);
