/**
 * Fields outside the contract that this service asks for: it lists them among the fields of an invoice's
 * lines, or refused a push for want of one. Only these are shown and sent beside the contract's.
 */
import { KIND_TABLES, type IntentKind } from '#shared/domain/intent';
import { PRODUCT_TEXTS } from '#shared/domain/intent-fields';
import type { LookupItem } from '#shared/http-api/lookups';
import { core } from '../../client/client';
import type { FormValues } from '../session/form-values';

export interface AskedFields {
  /** What each line says of its product. */
  lines: string[];
  /** A field that a refusal named and the form does not know; it stands at the record or at each line. */
  own: { key: string; name: string; ofLines: boolean } | null;
}
export const NOTHING_ASKED: AskedFields = { lines: [], own: null };

const rawOf = (item: LookupItem | undefined): Record<string, unknown> =>
  item?.raw !== null && typeof item?.raw === 'object' ? (item.raw as Record<string, unknown>) : {};
const isShown = (item: LookupItem): boolean => String(rawOf(item).disable_flag) !== '1';
/**
 * Fields of the header say so (`is_list` 0); a service that does not tell has fields of lines (contract
 * E5).
 */
export const isLineField = (item: LookupItem): boolean => String(rawOf(item).is_list) !== '0';

/** Field types that are typed or chosen; pictures, files and references to other records are not. */
const TYPED = new Set(['1', '2', '3', '4', '5', '7', '10', '13']);
const isTypedField = (item: LookupItem): boolean => {
  const type = rawOf(item).field_type;
  return type === undefined || TYPED.has(String(type));
};

/** A field of the service's own, as a form offers it. */
export interface OwnField {
  id: string;
  name: string;
  /** What can be chosen; empty where it is typed. */
  options: string[];
}
const CHOICE = '3';
const optionsOf = (item: LookupItem): string[] => {
  const { field_type: type, ext_info: options } = rawOf(item);
  return String(type) === CHOICE && Array.isArray(options)
    ? options.filter((one): one is string => typeof one === 'string')
    : [];
};

/** Custom fields that a form can offer: of the record, or of each of its lines. */
export const ownFieldsIn = (listed: readonly LookupItem[], of: 'record' | 'lines'): OwnField[] =>
  listed
    .filter((item) => /^\d+$/.test(item.id) && isShown(item) && isTypedField(item))
    .filter((item) => isLineField(item) === (of === 'lines'))
    .map((item) => ({ id: item.id, name: item.name, options: optionsOf(item) }));

/** What `listed` fields and a refusal's `field` ask for. */
export const askedIn = (
  kind: IntentKind,
  listed: readonly LookupItem[],
  field: string | null,
): AskedFields => {
  const tables = KIND_TABLES[kind];
  const lineFields = new Set(listed.filter((item) => isShown(item) && isLineField(item)).map(({ id }) => id));
  const lines =
    kind === 'outboundInvoice' ? PRODUCT_TEXTS.filter((key) => lineFields.has(key) || key === field) : [];
  const isKnown = field === null || field in tables.fields || field in tables.children;
  const isPart = field === tables.childrenKey || field === tables.targetKey;
  if (isKnown || isPart || !/^(?:\d{1,19}|[a-z][a-z0-9_]{0,60})$/.test(field)) return { lines, own: null };
  const item = listed.find(({ id }) => id === field);
  return {
    lines,
    own: { key: field, name: item?.name ?? field, ofLines: item !== undefined && isLineField(item) },
  };
};

export const askedFields = async (kind: IntentKind, field: string | null): Promise<AskedFields> =>
  askedIn(
    kind,
    kind === 'outboundInvoice' ? await core.records.lookup({ name: 'outboundFields' }) : [],
    field,
  );

/**
 * Where a refused field stands in the form: at the record, or at each line or contact that says nothing
 * of it.
 */
export const refusedPlaces = (kind: IntentKind, field: string, values: FormValues): string[] => {
  const tables = KIND_TABLES[kind];
  if (field in tables.fields || !(field in tables.children)) return [`fields.${field}`];
  const kept = values.children.filter((item) => !item.remove);
  const blank = kept.filter((item) => (item.fields[field] ?? '') === '');
  return (blank.length > 0 ? blank : kept).map((item) => `${item.ref}.${field}`);
};
