/**
 * Checks a push before it is queued, field by field: values of the wrong type, the contract's rules
 * (`checkCommand`), and some rules that prevent empty or broken records. Forms and other builders of commands
 * use it. Pure. The renderer has the texts (`form.issue.<code>`).
 */
import Big from 'big.js';
import { isLocalRef, type Command, type CustomFields } from './intent';
import { KIND_TABLES } from './intent-tables';
import { checkCommand, type CommandIssue } from './intent-rules';
import { keysWith, type FieldTable } from './push-fields/push-field';
import { fitsDouble, MOST_CHILDREN, valueFault, type ValueFault } from './push-value';

export type PushIssueCode =
  | CommandIssue['code']
  | ValueFault
  | 'name-needed'
  | 'digits'
  | 'email'
  | 'hidden-mark'
  | 'same-email'
  | 'country'
  | 'range'
  | 'positive'
  | 'line-product'
  | 'too-many';
/** `path`: `['fields', key]`, `['children', index, key]`, or `['children']` for the list as a whole. */
export interface PushIssue {
  path: (string | number)[];
  code: PushIssueCode;
  low?: number;
  high?: number;
}

const issue = (code: PushIssueCode, ...path: (string | number)[]): PushIssue => ({ code, path });
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * A mail program adds `<` and `>` to a copied address, and a link begins with `mailto:`. No mail would arrive there.
 */
const EMAIL = /^[^\s@,;:<>]+@[^\s@,;:<>]+\.[^\s@,;:<>.]+$/u;
/** A mark without a shape, as it comes with an address that is copied from a chat. No mail would arrive there. */
const HIDDEN = /\p{Cf}/u;
const COUNTRY = /^[A-Z]{2}$/;

const isPositive = (value: unknown): boolean => {
  try {
    return new Big(String(value)).gt(0);
  } catch {
    return false;
  }
};

const checkFields = (
  fields: Readonly<Record<string, unknown>>,
  table: FieldTable,
  ...path: (string | number)[]
): PushIssue[] =>
  Object.entries(fields).flatMap(([key, value]): PushIssue[] => {
    const field = table[key];
    if (field === undefined || value === undefined) return [];
    const fault = valueFault(field.type, value);
    if (fault !== null) return [issue(fault, ...path, key)];
    if (field.type === 'decimal' && !fitsDouble(String(value))) return [issue('digits', ...path, key)];
    // Services write 0 for "no rate". Typed, it would make every converted amount 0.
    if (field.type === 'decimal' && field.kind === 'rate' && !isEmpty(value) && !isPositive(value))
      return [issue('positive', ...path, key)];
    const [low, high] = field.range ?? [-Infinity, Infinity];
    if (typeof value === 'number' && (value < low || value > high))
      return [{ ...issue('range', ...path, key), low, high }];
    if (key === 'email' && typeof value === 'string' && HIDDEN.test(value))
      return [issue('hidden-mark', ...path, key)];
    if (key === 'email' && typeof value === 'string' && value !== '' && !EMAIL.test(value))
      return [issue('email', ...path, key)];
    if (key === 'country' && typeof value === 'string' && value !== '' && !COUNTRY.test(value))
      return [issue('country', ...path, key)];
    return [];
  });

/** The service says of what type a custom field is, so only the length of its texts is checked. */
const checkCustom = (custom: CustomFields | undefined, ...path: (string | number)[]): PushIssue[] =>
  Object.entries(custom ?? {})
    .filter(([, value]) => [value].flat().some((text) => valueFault('text', text) !== null))
    .map(([key]) => issue('too-long', ...path, key));

/** In E2 the e-mail identifies a contact: two contacts of a lead with the same e-mail would become one. */
const checkSameEmail = (command: Command): PushIssue[] => {
  if (command.kind !== 'lead') return [];
  const seen = new Set<string>();
  return command.children.flatMap((item, at) => {
    const email = typeof item.fields.email === 'string' ? item.fields.email.toLowerCase() : '';
    if (email === '') return [];
    const twice = seen.has(email);
    seen.add(email);
    return twice ? [issue('same-email', 'children', at, 'email')] : [];
  });
};

const isWhole = (value: unknown): boolean => {
  try {
    return new Big(String(value)).mod(1).eq(0);
  } catch {
    return false;
  }
};

/** What is wrong with the count of a line. One that is no number has an issue of its own already. */
const countFault = (
  count: unknown,
  fractions: PushCheckOptions['fractions'],
): 'positive' | 'whole' | null => {
  if (valueFault('decimal', count) !== null) return null;
  if (!isPositive(count)) return 'positive';
  return !fractions && !isWhole(count) ? 'whole' : null;
};

/**
 * The contract requires a line with an order in every push (E5). An edit lists all lines that the form has shown, so one
 * that only removes lines would be refused.
 */
const checkLastLine = ({ children }: Command): PushIssue[] =>
  children.length > 0 && children.every(({ remove }) => remove) ? [issue('association', 'children')] : [];

/**
 * E5 declares `outbound_count` as int, and a line needs a product and a price. This is checked only for new lines
 * and for changed values.
 */
const checkLines = (command: Command, { fractions }: PushCheckOptions): PushIssue[] =>
  command.children.flatMap((line, at): PushIssue[] => {
    if (line.remove) return [];
    const { outbound_count: count } = line.fields;
    const isNew = isLocalRef(line.ref);
    if (count === undefined) return isNew ? [issue('required', 'children', at, 'outbound_count')] : [];
    // A line without a price would be free of charge.
    const priced =
      isNew && isEmpty(line.fields.sale_price) ? [issue('required', 'children', at, 'sale_price')] : [];
    const fault = countFault(count, fractions);
    const counted = fault === null ? [] : [issue(fault, 'children', at, 'outbound_count')];
    const product =
      isNew &&
      ['product_id', 'sku_id', 'order_record_id'].every(
        (key) => isEmpty(line.fields[key]) || line.fields[key] === '0',
      );
    return [...counted, ...priced, ...(product ? [issue('line-product', 'children', at, 'product_id')] : [])];
  });

/** The fields of a new record that have no value and must have one. */
const checkCreate = ({ kind, target, fields }: Command): PushIssue[] =>
  target !== null
    ? []
    : keysWith(KIND_TABLES[kind].fields, ({ required }) => required === 'create')
        .filter((key) => isEmpty(fields[key]))
        .map((key) => issue('required', 'fields', key));

const checkNumber = ({ children }: Command): PushIssue[] =>
  children.length > MOST_CHILDREN ? [{ ...issue('too-many', 'children'), high: MOST_CHILDREN }] : [];

/** What a new record must have, no edit may empty: an amount without its currency says nothing. */
const checkKept = ({ kind, target, fields }: Command): PushIssue[] =>
  target === null
    ? []
    : keysWith(KIND_TABLES[kind].fields, ({ required }) => required === 'create')
        .filter((key) => key in fields && (fields[key] === '0' || isEmpty(fields[key])))
        .map((key) => issue('required', 'fields', key));

/** An amount says nothing without its currency. */
const checkOpportunity = (command: Command): PushIssue[] => {
  const { fields, target } = command;
  const needsCurrency = target === null && !isEmpty(fields.amount) && isEmpty(fields.currency);
  return [...checkCreate(command), ...(needsCurrency ? [issue('required', 'fields', 'currency')] : [])];
};

const checkSense = (command: Command, options: PushCheckOptions): PushIssue[] => {
  const { fields, target, kind } = command;
  const named = (...keys: string[]): boolean => keys.some((key) => !isEmpty(fields[key]));
  switch (kind) {
    case 'company':
      return (target === null && !named('name')) || fields.name === ''
        ? [issue('name-needed', 'fields', 'name')]
        : [];
    case 'lead':
      return target === null && !named('name', 'company_name')
        ? [issue('name-needed', 'fields', 'name')]
        : [];
    case 'opportunity':
      return checkOpportunity(command);
    case 'outboundInvoice':
      return [...checkCreate(command), ...checkLines(command, options), ...checkLastLine(command)];
    case 'receipt':
      return checkCreate(command);
    case 'trailNote':
      return [];
  }
};

export interface PushCheckOptions {
  /** The service has fractional counts of these products, so E5's count may be fractional. */
  fractions?: boolean;
}

/**
 * All issues, at most one per field. Empty means that the command can be queued.
 */
export const validatePush = (command: Command, options: PushCheckOptions = {}): PushIssue[] => {
  const tables = KIND_TABLES[command.kind];
  const found = [
    ...checkFields(command.fields, tables.fields, 'fields'),
    ...checkCustom(command.custom, 'fields'),
    ...command.children.flatMap((item, at) =>
      item.remove
        ? []
        : [
            ...checkFields(item.fields, tables.children, 'children', at),
            ...checkCustom(item.custom, 'children', at),
          ],
    ),
    ...checkNumber(command),
    ...checkSameEmail(command),
    ...checkSense(command, options),
    ...checkCommand(command),
    ...checkKept(command),
  ];
  const places = new Map<string, PushIssue>();
  for (const one of found)
    if (!places.has(JSON.stringify(one.path))) places.set(JSON.stringify(one.path), one);
  return [...places.values()];
};
