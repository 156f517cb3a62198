/**
 * Fields outside the contract that this service needs: it lists them among the fields of a record or of an
 * invoice's lines, or refused a push because one was missing. Only these are shown and sent besides the
 * contract's fields.
 */
import { isCustomKey } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import type { Command, CustomFields, IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { scalarText } from '#shared/domain/nested-values';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';
import type { LookupItem, LookupName } from '#shared/http-api/lookups';
import { core } from '../../client/client';
import type { FormValues } from '../values/form-values';

export interface AskedFields {
  /** The product details of each line. */
  lines: string[];
  /** A field that a refusal named and the form does not know; it belongs to the record or to each line. */
  own: { key: string; name: string; ofLines: boolean } | null;
  /** Fields of the record, by wire name or id, that the service's list marks as required. */
  required: string[];
  /** The same for each new line of an invoice: product details, and custom fields. */
  requiredOfLines?: readonly string[];
  /** Custom fields, by id, that take several choices: they are sent as a list. */
  lists: string[];
  /** Custom fields, by id, of the record or of lines, that are numbers. */
  numbers: string[];
}
export const NOTHING_ASKED: AskedFields = { lines: [], own: null, required: [], lists: [], numbers: [] };

/** The service's list of a record's fields. */
export const FIELDS_OF: Readonly<Partial<Record<IntentKind, LookupName>>> = {
  company: 'companyFields',
  lead: 'leadFields',
  opportunity: 'opportunityFields',
  outboundInvoice: 'outboundFields',
  receipt: 'receiptFields',
};

const rawOf = (item: LookupItem | undefined): Record<string, unknown> =>
  item?.raw !== null && typeof item?.raw === 'object' ? (item.raw as Record<string, unknown>) : {};
const isShown = (item: LookupItem): boolean => String(rawOf(item).disable_flag) !== '1';
/**
 * Returns true for a field of the lines. Fields of the record have `is_list` 0; a field without it belongs to
 * lines (contract E5).
 */
const isLineField = (item: LookupItem): boolean => String(rawOf(item).is_list) !== '0';
/** For customers and receipts a field belongs to lines only if it has `is_list` 1. */
const isOfRecord = (kind: IntentKind, item: LookupItem): boolean =>
  kind === 'outboundInvoice' ? !isLineField(item) : String(rawOf(item).is_list ?? '0') !== '1';
const isRequired = (item: LookupItem): boolean => String(rawOf(item).require) === '1';

/** Field types that the user can type or choose; not pictures, files and references to other records. */
const TYPED = new Set(['1', '2', '3', '4', '5', '7', '10', '13']);
const isTypedField = (item: LookupItem): boolean => {
  const type = rawOf(item).field_type;
  return type === undefined || TYPED.has(String(type));
};

export type OwnType = 'text' | 'longText' | 'date' | 'number' | 'dateTime';
/** `field_type` of outbound/fields (contract B). */
const TYPES: Readonly<Record<string, OwnType>> = { 2: 'longText', 4: 'date', 5: 'number', 10: 'dateTime' };
const typeOf = (item: LookupItem): OwnType => TYPES[String(rawOf(item).field_type)] ?? 'text';

/** A custom field in the shape that a form shows. */
export interface OwnField {
  id: string;
  name: string;
  required: boolean;
  /** How the value is typed; a yes or no is text, because the contract does not say how it is sent. */
  type: OwnType;
  /** The choices; empty if the value is typed. */
  options: string[];
  /** True if several choices can be selected. */
  isMany: boolean;
}
const CHOICE = '3';
const CHOICES = '7';
/** The separator between the choices of a field, which a form stores as one text. */
export const CHOICE_MARK = '\n';
/**
 * Returns true for a field that accepts several choices and is sent as a list. The contract sends every
 * custom field of an invoice as text (E5).
 */
const takesSeveral = (kind: IntentKind, item: LookupItem): boolean =>
  kind !== 'outboundInvoice' && isOfChoices(item) && optionsOf(item).length > 0;
const isOfChoices = (item: LookupItem): boolean => String(rawOf(item).field_type) === CHOICES;
/** Choices are texts or numbers, or objects with one; a choice that is listed twice is one choice. */
const optionsOf = (item: LookupItem): string[] => {
  const { field_type: type, ext_info: options } = rawOf(item);
  if (![CHOICE, CHOICES].includes(String(type)) || !Array.isArray(options)) return [];
  const texts = options.flatMap((one: unknown) => {
    const text = scalarText(isObject(one) ? (one.info_value ?? one.value ?? one.name) : one);
    return text === '' ? [] : [text];
  });
  return [...new Set(texts)];
};

/** A custom field of which only the id, perhaps the name, and whether its value is a list, is known. */
export const unlistedField = (id: string, name: string, isMany = false): OwnField => ({
  id,
  name,
  required: false,
  type: 'text',
  options: [],
  isMany,
});

/** The custom fields that a form can show, of the record or of each line of an invoice. */
export const ownFieldsIn = (
  kind: IntentKind,
  listed: readonly LookupItem[],
  of: 'record' | 'lines',
): OwnField[] =>
  listed
    .filter((item) => isCustomKey(item.id) && isShown(item) && isTypedField(item))
    .filter((item) => isOfRecord(kind, item) === (of === 'record'))
    .map((item) => ({
      id: item.id,
      name: item.name,
      required: isRequired(item),
      type: typeOf(item),
      options: isOfChoices(item) && !takesSeveral(kind, item) ? [] : optionsOf(item),
      isMany: takesSeveral(kind, item),
    }));

/** Required fields of the record that this form can fill in. */
const requiredIn = (kind: IntentKind, listed: readonly LookupItem[]): string[] => {
  const offered = new Set(ownFieldsIn(kind, listed, 'record').map(({ id }) => id));
  return listed
    .filter((item) => isShown(item) && isRequired(item) && isOfRecord(kind, item))
    .map(({ id }) => id)
    .filter((id) => id in KIND_TABLES[kind].fields || offered.has(id));
};

/**
 * The fields of an invoice's lines that the service requires, without those of the contract, which have their own
 * rules.
 */
const requiredOfLinesIn = (kind: IntentKind, listed: readonly LookupItem[]): string[] => {
  if (kind !== 'outboundInvoice') return [];
  const offered = new Set<string>([
    ...PRODUCT_TEXTS,
    ...ownFieldsIn(kind, listed, 'lines').map(({ id }) => id),
  ]);
  return listed
    .filter((item) => offered.has(item.id) && isShown(item) && isLineField(item) && isRequired(item))
    .map(({ id }) => id);
};

/**
 * Custom fields whose value is a list and that the service's list does not have, or has without options. The list may
 * not be on this computer at the moment; several choices must not be sent as one text then.
 */
const unlistedLists = (kind: IntentKind, listed: readonly LookupItem[], keys: readonly string[]): string[] =>
  kind === 'outboundInvoice'
    ? []
    : keys.filter((key) => listed.every((item) => item.id !== key || isOfChoices(item)));

/** The custom fields of an item or a record whose value is a list. */
export const listKeysIn = (custom: CustomFields | undefined): string[] =>
  Object.entries(custom ?? {}).flatMap(([key, value]) => (Array.isArray(value) ? [key] : []));

/**
 * Returns the fields that `listed` and the `field` of a refusal require. `lists`: the custom fields whose value is a
 * list in the item, the record or the draft.
 */
export const askedIn = (
  kind: IntentKind,
  listed: readonly LookupItem[],
  field: string | null,
  lists: readonly string[] = [],
): AskedFields => {
  const tables = KIND_TABLES[kind];
  const lineFields = new Set(listed.filter((item) => isShown(item) && isLineField(item)).map(({ id }) => id));
  const lines =
    kind === 'outboundInvoice' ? PRODUCT_TEXTS.filter((key) => lineFields.has(key) || key === field) : [];
  const isKnown = field === null || field in tables.fields || field in tables.children;
  const isPart = field === tables.childrenKey || field === tables.targetKey;
  const required = requiredIn(kind, listed);
  const requiredOfLines = requiredOfLinesIn(kind, listed);
  const takeSeveral = listed.filter((item) => takesSeveral(kind, item)).map(({ id }) => id);
  const allLists = [...new Set([...takeSeveral, ...unlistedLists(kind, listed, lists)])];
  const numbers = listed
    .filter((item) => isCustomKey(item.id) && typeOf(item) === 'number')
    .map(({ id }) => id);
  if (isKnown || isPart || !/^(?:\d{1,19}|[a-z][a-z0-9_]{0,60})$/.test(field))
    return { lines, own: null, required, requiredOfLines, lists: allLists, numbers };
  const item = listed.find(({ id }) => id === field);
  return {
    lines,
    own: { key: field, name: item?.name ?? field, ofLines: item !== undefined && !isOfRecord(kind, item) },
    required,
    requiredOfLines,
    lists: allLists,
    numbers,
  };
};

export const askedFields = async (
  kind: IntentKind,
  field: string | null,
  lists?: readonly string[],
): Promise<AskedFields> => askedIn(kind, await listedFields(kind), field, lists);

/**
 * Adds the custom fields of a draft whose text consists of several choices, because the service's list of fields may be
 * missing now.
 */
export const withListsOf = async (
  kind: IntentKind,
  asked: AskedFields,
  lists: readonly string[] = [],
): Promise<AskedFields> =>
  lists.length === 0
    ? asked
    : { ...asked, lists: (await askedFields(kind, null, [...asked.lists, ...lists])).lists };

/**
 * Adds the product details that lines of an item have. A refusal asked for them; its reason is gone once the item is
 * corrected, but the service still needs them.
 */
export const withTextsOf = (asked: AskedFields, { children }: Pick<Command, 'children'>): AskedFields => ({
  ...asked,
  lines: PRODUCT_TEXTS.filter(
    (key) => asked.lines.includes(key) || children.some(({ fields }) => key in fields),
  ),
});

/** The service's list of the fields of a record, from disk; empty if it has none. */
export const listedFields = async (kind: IntentKind): Promise<readonly LookupItem[]> => {
  const name = FIELDS_OF[kind];
  return name === undefined ? [] : await core.records.lookup({ name });
};

/**
 * Returns the places of a refused field in the form: the record, or each line or contact without a value for
 * it. `own` is the refused field if it is a custom field.
 */
export const refusedPlaces = (
  kind: IntentKind,
  field: string,
  values: FormValues,
  own: AskedFields['own'] = null,
): string[] => {
  const tables = KIND_TABLES[kind];
  const isOwnOfLines = own?.ofLines === true && own.key === field;
  if (field in tables.fields || !(field in tables.children || isOwnOfLines)) return [`fields.${field}`];
  const kept = values.children.filter((item) => !item.remove);
  const blank = kept.filter((item) => ((isOwnOfLines ? item.custom : item.fields)?.[field] ?? '') === '');
  return (blank.length > 0 ? blank : kept).map((item) => `${item.ref}.${field}`);
};
