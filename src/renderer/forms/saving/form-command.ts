/**
 * Converts typed values to a command (contract E2, E3, E5, E7). A create contains the filled-in fields; an
 * edit contains the changed fields and those that the contract requires. Pure.
 */
import { pairChildren, sameChild } from '#shared/domain/child-key';
import {
  COMMAND_SCHEMA,
  type Command,
  type CommandChild,
  type CustomFields,
  type IntentKind,
  isLocalRef,
  type Snapshot,
} from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';
import { alwaysRequired, type FieldTable } from '#shared/domain/push-fields/push-field';
import { emptied, readTyped } from '#shared/domain/push-value';
import type { PushIssue } from '#shared/domain/validate-push';
import { type AskedFields, CHOICE_MARK, NOTHING_ASKED } from '../fields/asked-fields';
import { sentCustom } from '../values/custom-numbers';
import {
  differs,
  type FormChild,
  type FormValues,
  isBlank,
  type LineFacts,
  type TypedValue,
} from '../values/form-values';

export interface FormMeaning {
  kind: IntentKind;
  target: string | null;
  start: FormValues;
  values: FormValues;
  asked?: AskedFields;
}
/**
 * `refs[i]` is the form's child of `command.children[i]`; `uncleared` are fields that an edit cannot empty.
 */
export interface Built {
  command: Command;
  refs: string[];
  uncleared: PushIssue[];
  /** Fields of an edit that the user did not change: the contract requires them in every push. */
  unchanged: string[];
  /** The same for the fields of a contact or line, by its ref in the command. */
  unchangedIn: Record<string, string[]>;
  changed: boolean;
}

const changedFields = (
  table: FieldTable,
  start: Record<string, TypedValue>,
  now: Record<string, TypedValue>,
): { fields: Record<string, unknown>; stuck: string[] } => {
  const fields: Record<string, unknown> = {};
  const stuck: string[] = [];
  for (const [name, { type }] of Object.entries(table)) {
    if (!differs(start[name], now[name])) continue;
    const value = isBlank(now[name]) ? emptied(type) : readTyped(type, now[name]);
    if (value === undefined) stuck.push(name);
    else fields[name] = value;
  }
  return { fields, stuck };
};
const filledFields = (table: FieldTable, now: Record<string, TypedValue>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { type }]) =>
      isBlank(now[name]) ? [] : [[name, readTyped(type, now[name])]],
    ),
  );

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
    before === undefined ? text !== '' : text !== (before.custom?.[id] ?? ''),
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

interface BuiltChild {
  child: CommandChild;
  ref: string;
  stuck: string[];
  changed: boolean;
}
const buildChild = (meaning: FormMeaning, item: FormChild): BuiltChild[] => {
  const { kind, target, start, asked = NOTHING_ASKED } = meaning;
  const table = KIND_TABLES[kind].children;
  const before = target === null ? undefined : start.children.find((other) => other.ref === item.ref);
  if (!before)
    return item.remove || saysNothing(item)
      ? []
      : [
          {
            child: withCustom(
              {
                ref: item.ref,
                fields: {
                  ...withoutProductTexts(filledFields(table, item.fields)),
                  ...productTexts(item, asked),
                },
              },
              customOf(item, undefined, asked.numbers),
            ),
            ref: item.ref,
            stuck: [],
            changed: true,
          },
        ];
  if (item.remove)
    return kind === 'outboundInvoice'
      ? [
          {
            child: { ref: item.ref, fields: removedLine(item, asked), remove: true },
            ref: item.ref,
            stuck: [],
            changed: true,
          },
        ]
      : [];
  const { fields, stuck } = changedFields(table, before.fields, item.fields);
  const custom = customOf(item, before, asked.numbers);
  const changed = Object.keys(fields).length > 0 || custom !== undefined || stuck.length > 0;
  if (kind === 'outboundInvoice') {
    // Contract E5: an edited line without its order_record_id loses it, and one line must have an order. So
    // every line contains both.
    const kept = {
      order_record_id: readTyped(
        'id',
        isBlank(item.fields.order_record_id) ? '0' : item.fields.order_record_id,
      ),
      ...(isBlank(item.fields.order_id) ? {} : { order_id: readTyped('id', item.fields.order_id) }),
      ...productTexts(item, asked),
    };
    return [
      {
        child: withCustom({ ref: item.ref, fields: { ...withoutProductTexts(fields), ...kept } }, custom),
        ref: item.ref,
        stuck,
        // True also if the user restores a line that an earlier save of this form removed.
        changed: changed || before.remove === true,
      },
    ];
  }
  if (!changed) return [];
  // Contract E2: no push can name a contact of a lead that has no e-mail. If only its mark of the main contact changes,
  // it is left out: the new main contact moves the mark.
  const isMarkAlone = Object.keys(fields).join() === 'main_customer_flag' && custom === undefined;
  // A contact that is not sent yet is changed in its waiting item.
  const isInCrm = !isLocalRef(item.ref) || item.ref.startsWith('local:known-');
  if (kind === 'lead' && isInCrm && isBlank(before.fields.email) && isMarkAlone) return [];
  const own = item.ref.startsWith('local:known-') ? `local:${crypto.randomUUID()}` : item.ref;
  // E7's lines have no id, so a changed line is sent completely.
  if (kind === 'receipt')
    return [
      {
        child: { ref: own, fields: filledFields(table, item.fields) },
        ref: item.ref,
        stuck: [],
        changed: true,
      },
    ];
  // Contract E2: the e-mail identifies a lead's contact; without it the service would add a second one.
  const keyed = kind === 'lead' ? { email: readTyped('text', item.fields.email ?? '') } : {};
  return [
    {
      child: withCustom({ ref: own, fields: { ...fields, ...keyed } }, custom),
      ref: item.ref,
      stuck,
      changed: true,
    },
  ];
};

/** The changed custom fields. */
const ownChanges = (
  start: FormValues['custom'] = {},
  now: FormValues['custom'] = {},
  { lists, numbers }: AskedFields = NOTHING_ASKED,
): CustomFields | undefined => {
  const changed = Object.entries(now).filter(([key, text]) => text !== (start[key] ?? ''));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map(([key, text]) => [
      key,
      lists.includes(key)
        ? text.split(CHOICE_MARK).filter((one) => one !== '')
        : sentCustom(key, text, numbers),
    ]),
  );
};

/**
 * The command as it is checked: contacts and lines that the service does not know yet get all values of the form. The
 * command itself leaves out values that did not change since the waiting item was saved.
 */
export const asShown = (
  command: Command,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Command => ({
  ...command,
  children: command.children.map((child) => {
    const shown =
      isLocalRef(child.ref) && !child.remove && values.children.find(({ ref }) => ref === child.ref);
    if (!shown || !start.children.some(({ ref }) => ref === child.ref)) return child;
    return {
      ...child,
      fields: { ...filledFields(KIND_TABLES[command.kind].children, shown.fields), ...child.fields },
    };
  }),
});

/** The fields of contacts and lines that an edit lists as the form has shown them, by ref. */
const unchangedInChildren = (
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

export const buildCommand = (meaning: FormMeaning): Built => {
  const { kind, target, start, values } = meaning;
  const table = KIND_TABLES[kind].fields;
  const head =
    target === null
      ? { fields: filledFields(table, values.fields), stuck: [] }
      : changedFields(table, start.fields, values.fields);
  const children = values.children.flatMap((item) => buildChild(meaning, item));
  const custom = ownChanges(target === null ? {} : start.custom, values.custom, meaning.asked);
  const changed =
    custom !== undefined ||
    Object.keys(head.fields).length > 0 ||
    head.stuck.length > 0 ||
    children.some((item) => item.changed);
  const required = alwaysRequired(table);
  const unchanged =
    target === null ? [] : required.filter((name) => !differs(start.fields[name], values.fields[name]));
  for (const name of required) {
    const type = table[name]?.type;
    if (type !== undefined && !isBlank(values.fields[name]))
      head.fields[name] = readTyped(type, values.fields[name]);
    else delete head.fields[name];
  }
  const uncleared: PushIssue[] = [
    ...head.stuck
      .filter((name) => !required.includes(name))
      .map((name): PushIssue => ({ path: ['fields', name], code: 'empty' })),
    ...children.flatMap((item, at) =>
      item.stuck.map((name): PushIssue => ({ path: ['children', at, name], code: 'empty' })),
    ),
  ];
  return {
    command: {
      kind,
      schema: COMMAND_SCHEMA,
      target,
      fields: head.fields,
      children: children.map((item) => item.child),
      ...(custom ? { custom } : {}),
    },
    refs: children.map((item) => item.ref),
    uncleared,
    unchanged,
    unchangedIn: target === null ? {} : unchangedInChildren(start, values, children),
    changed,
  };
};

const withoutFields = (fields: Command['fields'], names: readonly string[]): Command['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/**
 * Merges a command with the form's changes of the same intent. If the user removed a contact or line with a local id
 * (in `start`, not in `values`), the command names it as removed, because only the core knows which item adds it. A
 * child of a kind without ids (`childKey`) can only be from this item, so it is left out. Fields that the form did not
 * change keep the value of `earlier`, because another form may have changed them.
 */
export const foldInto = (
  earlier: Command,
  { command: later, unchanged, unchangedIn = {} }: Pick<Built, 'command' | 'unchanged'> & Partial<Built>,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Command => {
  const { kind } = earlier;
  if (earlier.target === null) return later;
  const isRemoved = (item: CommandChild): boolean => {
    if (!isLocalRef(item.ref) || sameChild(kind, start.children, item) === undefined) return false;
    const shown = sameChild(kind, values.children, item);
    return shown === undefined || shown.remove === true;
  };
  const { pairs, others } = pairChildren(kind, earlier.children, later.children);
  const kept = earlier.children.flatMap((item): CommandChild[] => {
    if (isRemoved(item))
      return KIND_TABLES[kind].childKey === null ? [] : [{ ref: item.ref, fields: {}, remove: true }];
    const change = pairs.get(item);
    if (!change) return [item];
    if (change.remove) return [change];
    const { remove, ...kept } = item;
    const isTakenBack = sameChild(kind, start.children, change)?.remove === true;
    return [
      {
        ...kept,
        ...(remove && !isTakenBack ? { remove } : {}),
        ...change,
        ref: item.ref,
        fields: {
          ...change.fields,
          ...item.fields,
          ...withoutFields(change.fields, unchangedIn[change.ref] ?? []),
        },
        ...(item.custom || change.custom ? { custom: { ...item.custom, ...change.custom } } : {}),
      },
    ];
  });
  return {
    ...earlier,
    fields: { ...earlier.fields, ...withoutFields(later.fields, unchanged) },
    children: [...kept, ...others],
    ...(earlier.custom || later.custom ? { custom: { ...earlier.custom, ...later.custom } } : {}),
  };
};

/**
 * Fields that only the waiting item set and that the user emptied again. They are left out of the command, not sent as
 * empty. A field that the form never showed stays, because another form set it in the item.
 */
export const takenBack = (
  earlier: Command | null,
  base: Pick<Snapshot, 'fields'> | null,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Set<string> =>
  new Set(
    Object.keys(earlier?.target === null ? {} : (earlier?.fields ?? {})).filter(
      (name) =>
        isBlank(values.fields[name]) && !isBlank(start.fields[name]) && !(name in (base?.fields ?? {})),
    ),
  );

/** The place of an issue in the form: `fields.name`, `<ref>.email`, or `children`. */
export const placeOfIssue = (
  issue: { path: readonly (string | number)[] },
  refs: readonly string[],
): string => {
  const [list, at, name] = issue.path;
  if (list === 'children' && typeof at === 'number')
    return name === undefined ? 'children' : `${refs[at] ?? ''}.${String(name)}`;
  return list === 'fields' && at !== undefined ? `fields.${String(at)}` : String(list ?? '');
};
