/**
 * Converts a contact or line of a form to the child of a command (contract E2, E3, E5, E7). Each kind of record has its
 * own rule about what an edit sends of a child that the record has already. Pure.
 */
import { type CommandChild, type CustomFields, type IntentKind, isLocalRef } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';
import { readTyped } from '#shared/domain/push-value';
import { type AskedFields, NOTHING_ASKED } from '../fields/asked-fields';
import { sentCustom } from '../values/custom-values';
import {
  differs,
  type FormChild,
  type FormValues,
  isBlank,
  type LineFacts,
  type TypedValue,
} from '../values/form-values';
import { changedFields, filledFields, type FormMeaning } from './form-meaning';

const FACT_OF = {
  product_unit: 'unit',
  product_name: 'name',
  product_model: 'model',
  product_cn_name: 'cnName',
} as const satisfies Record<(typeof PRODUCT_TEXTS)[number], keyof LineFacts>;

/** A product detail of a line: as typed, otherwise from the order. */
const productText = (item: FormChild, key: keyof typeof FACT_OF): TypedValue | undefined =>
  isBlank(item.fields[key]) ? item.facts?.[FACT_OF[key]] : item.fields[key];

/** The product details of a line, if this service needs them. */
const productTexts = (item: FormChild, asked: AskedFields): Record<string, unknown> =>
  Object.fromEntries(
    PRODUCT_TEXTS.filter((key) => asked.lines.includes(key)).flatMap((key) => {
      const text = productText(item, key);
      return isBlank(text) ? [] : [[key, readTyped('text', text)]];
    }),
  );

/** Returns true if the line would send nothing for a custom field or a product detail. */
export const lacks = (item: FormChild, name: string): boolean =>
  isBlank(item.custom?.[name]) &&
  PRODUCT_TEXTS.every((key) => key !== name || isBlank(productText(item, key)));

const withoutProductTexts = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([key]) => !(PRODUCT_TEXTS as readonly string[]).includes(key)),
  );

/** Fields that some services also check for a removed line. */
const CHECKED_ON_REMOVAL = ['product_id', 'sku_id', 'outbound_count', 'sale_price'] as const;
const removedLine = (item: FormChild, asked: AskedFields): Record<string, unknown> => {
  const texts = productTexts(item, asked);
  if (Object.keys(texts).length === 0) return {};
  const kept = CHECKED_ON_REMOVAL.filter((key) => !isBlank(item.fields[key]));
  const table = KIND_TABLES.outboundInvoice.children;
  return {
    ...Object.fromEntries(kept.map((key) => [key, readTyped(table[key]?.type ?? 'text', item.fields[key])])),
    ...texts,
  };
};

const customOf = (
  item: FormChild,
  before?: FormChild,
  numbers: readonly string[] = [],
): CustomFields | undefined => {
  const entries = Object.entries(item.custom ?? {}).filter(([id, text]) =>
    before === undefined ? !isBlank(text) : differs(before.custom?.[id], text),
  );
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([id, text]) => [id, sentCustom(id, text, numbers)]));
};
const withCustom = (child: CommandChild, custom: CustomFields | undefined): CommandChild =>
  custom === undefined ? child : { ...child, custom };

/** Returns true for a row without content. The mark of the main contact alone is no content. */
const saysNothing = (item: FormChild): boolean =>
  Object.entries(item.fields).every(
    ([name, value]) => name === 'main_customer_flag' || name === 'refer_type' || isBlank(value),
  ) && customOf(item) === undefined;

export interface BuiltChild {
  child: CommandChild;
  /** The ref of the child in the form. */
  ref: string;
  /** Changed fields that an edit cannot empty. */
  stuck: string[];
  /** False for a line that the command only lists. */
  changed: boolean;
}

/** What the command has of a contact or line of the form; null if the command leaves it out. */
export const buildChild = (meaning: FormMeaning, item: FormChild): BuiltChild | null => {
  const { kind, target, start, asked = NOTHING_ASKED } = meaning;
  const before = target === null ? undefined : start.children.find((other) => other.ref === item.ref);
  if (!before) return newChild(kind, item, asked);
  if (item.remove) return removedChild(kind, item, asked);
  if (kind === 'outboundInvoice') return listedLine(item, before, asked);
  return changedChild(kind, { item, before }, asked);
};

const newChild = (kind: IntentKind, item: FormChild, asked: AskedFields): BuiltChild | null => {
  if (item.remove || saysNothing(item)) return null;
  const filled = withoutProductTexts(filledFields(KIND_TABLES[kind].children, item.fields));
  const child = { ref: item.ref, fields: { ...filled, ...productTexts(item, asked) } };
  return {
    child: withCustom(child, customOf(item, undefined, asked.numbers)),
    ref: item.ref,
    stuck: [],
    changed: true,
  };
};

/** Only lines of invoices can be removed. */
const removedChild = (kind: IntentKind, item: FormChild, asked: AskedFields): BuiltChild | null =>
  kind === 'outboundInvoice'
    ? {
        child: { ref: item.ref, fields: removedLine(item, asked), remove: true },
        ref: item.ref,
        stuck: [],
        changed: true,
      }
    : null;

/**
 * A line of an invoice, changed or not. Contract E5: an edited line without its order_record_id loses it, and one line
 * must have an order. So every line contains both.
 */
const listedLine = (item: FormChild, before: FormChild, asked: AskedFields): BuiltChild => {
  const { fields, custom, stuck, changed } = changesOf('outboundInvoice', { item, before }, asked);
  const { order_record_id: orderRecord, order_id: order } = item.fields;
  const kept = {
    order_record_id: readTyped('id', isBlank(orderRecord) ? '0' : orderRecord),
    ...(isBlank(order) ? {} : { order_id: readTyped('id', order) }),
    ...productTexts(item, asked),
  };
  return {
    child: withCustom({ ref: item.ref, fields: { ...withoutProductTexts(fields), ...kept } }, custom),
    ref: item.ref,
    stuck,
    // True also if the user restores a line that an earlier save of this form removed.
    changed: changed || before.remove === true,
  };
};

/** A contact, or a line of a receipt; null if the user did not change it. */
const changedChild = (
  kind: IntentKind,
  { item, before }: { item: FormChild; before: FormChild },
  asked: AskedFields,
): BuiltChild | null => {
  const { fields, custom, stuck, changed } = changesOf(kind, { item, before }, asked);
  if (!changed) return null;
  const isKnown = item.ref.startsWith('local:known-');
  // Contract E2: no push can name a contact of a lead that has no e-mail. If only its mark of the main contact changes,
  // it is left out: the new main contact moves the mark.
  const isMarkAlone = Object.keys(fields).join() === 'main_customer_flag' && custom === undefined;
  // A contact that is not sent yet is changed in its waiting item.
  const isInCrm = !isLocalRef(item.ref) || isKnown;
  if (kind === 'lead' && isInCrm && isBlank(before.fields.email) && isMarkAlone) return null;
  const ref = isKnown ? `local:${crypto.randomUUID()}` : item.ref;
  // E7's lines have no id, so a changed line is sent completely. An emptied text is sent too: the waiting edit that the
  // line is merged into would keep its own.
  if (kind === 'receipt') {
    const emptiedTexts = Object.fromEntries(Object.entries(fields).filter(([, value]) => value === ''));
    const whole = { ...emptiedTexts, ...filledFields(KIND_TABLES.receipt.children, item.fields) };
    return { child: { ref, fields: whole }, ref: item.ref, stuck, changed: true };
  }
  // Contract E2: the e-mail identifies a lead's contact; without it the service would add a second one.
  const keyed = kind === 'lead' ? { email: readTyped('text', item.fields.email ?? '') } : {};
  const child = withCustom({ ref, fields: { ...fields, ...keyed } }, custom);
  return { child, ref: item.ref, stuck, changed: true };
};

const changesOf = (
  kind: IntentKind,
  { item, before }: { item: FormChild; before: FormChild },
  { numbers }: AskedFields,
): ReturnType<typeof changedFields> & { custom: CustomFields | undefined; changed: boolean } => {
  const { fields, stuck } = changedFields(KIND_TABLES[kind].children, before.fields, item.fields);
  const custom = customOf(item, before, numbers);
  return {
    fields,
    stuck,
    custom,
    changed: Object.keys(fields).length > 0 || custom !== undefined || stuck.length > 0,
  };
};

/** The fields of contacts and lines that an edit lists as the form has shown them, by ref. */
export const unchangedInChildren = (
  start: FormValues,
  values: FormValues,
  children: readonly BuiltChild[],
): Record<string, string[]> => {
  const unchanged: Record<string, string[]> = {};
  for (const { child, ref } of children) {
    const before = start.children.find((other) => other.ref === ref);
    const now = values.children.find((other) => other.ref === ref);
    if (!before || !now || child.remove) continue;
    const names = Object.keys(child.fields).filter((name) => !differs(before.fields[name], now.fields[name]));
    if (names.length > 0) unchanged[child.ref] = names;
  }
  return unchanged;
};
