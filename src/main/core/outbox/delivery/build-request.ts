/**
 * Converts a command with resolved references to the exact text of the request. Ids become JSON integers,
 * except if the contract says string (E5 `handler`). Decimals keep their digits and are never rounded, E5
 * `sale_price` included.
 */
import { COMPANY_PUSH_PATH } from '#shared/http-api/company';
import { LEAD_PUSH_PATH } from '#shared/http-api/lead';
import { OPPORTUNITY_PUSH_PATH } from '#shared/http-api/opportunity';
import { RawNumber, stringifyLossless } from '#shared/http-api/lossless-json';
import { OUTBOUND_PUSH_PATH } from '#shared/http-api/outbound-invoice';
import { RECEIPT_PUSH_PATH } from '#shared/http-api/receipt';
import { TRAIL_PUSH_PATH } from '#shared/http-api/trail';
import {
  isLocalRef,
  type Command,
  type CommandChild,
  type CustomFields,
  type IntentKind,
} from '#shared/domain/intent';
import { isReference, KIND_TABLES, type KindTables } from '#shared/domain/intent-tables';
import { type FieldTable, type PushField, type WireType } from '#shared/domain/push-fields/push-field';
import { toCommandValue } from '../compare/command-value';
import { foldSameChildren } from '../edits/fold-edit';

const PUSH_PATHS: Readonly<Record<IntentKind, string>> = {
  company: COMPANY_PUSH_PATH,
  lead: LEAD_PUSH_PATH,
  opportunity: OPPORTUNITY_PUSH_PATH,
  outboundInvoice: OUTBOUND_PUSH_PATH,
  receipt: RECEIPT_PUSH_PATH,
  trailNote: TRAIL_PUSH_PATH,
};

export type Resolve = (localRef: string) => string | null;
export type ResolveResult = { ok: true; command: Command } | { ok: false; missing: string };

/** Replaces local ids by real ids. The refs of children stay: a new contact or line has no real id yet. */
export const resolveRefs = (command: Command, resolve: Resolve): ResolveResult => {
  let missing: string | null = null;
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swap);
    if (!isLocalRef(value)) return value;
    const real = resolve(value);
    if (real === null) missing ??= value;
    return real ?? value;
  };
  const swapFields = (fields: Record<string, unknown>, table: FieldTable): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, isReference(table[key]) ? swap(value) : value]),
    );
  const tables = KIND_TABLES[command.kind];
  const children = foldSameChildren(
    command.children.map((item): CommandChild => ({
      ...item,
      ref: (isLocalRef(item.ref) ? resolve(item.ref) : null) ?? item.ref,
      fields: swapFields(item.fields, tables.children),
    })),
  );
  const resolved: Command = {
    ...command,
    target: command.target === null ? null : String(swap(command.target)),
    fields: swapFields(command.fields, tables.fields),
    children,
  };
  return missing === null ? { ok: true, command: resolved } : { ok: false, missing };
};

/**
 * Does the same for the known values of the record that `command` edits. They may name another record by
 * its local id. A value that names a record without a real id is left out.
 */
export const resolveKnown = (
  command: Command,
  known: Readonly<Record<string, unknown>>,
  resolve: Resolve,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(known).flatMap(([key, value]) => {
      const one = resolveRefs({ ...command, target: null, fields: { [key]: value }, children: [] }, resolve);
      return one.ok ? Object.entries(one.command.fields) : [];
    }),
  );

const number = (value: unknown): RawNumber => new RawNumber(String(value));
/** Throws on anything but an array: the command's schema lets nothing else through. */
const list = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new TypeError('a list of ids is not an array');
  return value;
};
const encode = (type: WireType | undefined, value: unknown): unknown => {
  switch (type) {
    case 'id':
    case 'decimal':
    case 'int':
      return number(value);
    case 'code':
      return /^-?(?:0|[1-9]\d*)$/.test(String(value)) ? number(value) : String(value);
    case 'ids':
      return list(value).map(number);
    case 'idPaths':
      return list(value).map((path) => list(path).map(number));
    case 'textIds':
      return list(value).map(String);
    case 'text':
    case 'date':
    case 'dateTime':
    case 'json':
    case undefined:
      return value;
  }
};
const encodeField = (field: PushField | undefined, value: unknown): unknown =>
  field?.isSentAsText === true ? String(value) : encode(field?.type, value);
const encodeAll = (fields: Record<string, unknown>, table: FieldTable): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, encodeField(table[key], value)]),
  );

/** What is known of an edited record beside what the edit says. */
export interface Known {
  /** As they were read last. */
  fields?: Readonly<Record<string, unknown>> | undefined;
  /** Contacts that are listed with the edit (`other-contacts.ts`); absent where they are not known. */
  contacts?: readonly CommandChild[] | undefined;
}

const isList = ({ type }: PushField): boolean => type === 'ids' || type === 'textIds';

/**
 * The fields that a push carries although the command does not name them. An edit repeats what was read right
 * before (`known`); a new record has an empty list.
 */
export const sentAlong = (
  command: Command,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const table = KIND_TABLES[command.kind].fields;
  const along: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(table)) {
    if (field.isRepeated !== true || command.fields[key] !== undefined) continue;
    if (command.target === null) {
      if (isList(field)) along[key] = [];
      continue;
    }
    const value = toCommandValue(field.type, known[key]);
    if (value !== undefined && value !== null && value !== '') along[key] = value;
  }
  return along;
};

/** Returns true for a key of a body that holds the id of the record, or its contacts or lines. */
const isStructure = ({ targetKey, childrenKey }: KindTables, key: string): boolean =>
  key === targetKey || key === childrenKey;

/**
 * True if the list of contacts or lines is sent even if it is empty: E5 needs lines, and some services
 * require contacts in E3. An edit of a company whose contacts are not known has no list: a service may read
 * an empty list as "remove all".
 */
const sendsList = (command: Command, { contacts }: Known): boolean =>
  command.children.length > 0 ||
  contacts !== undefined ||
  command.kind === 'outboundInvoice' ||
  (command.kind === 'company' && command.target === null);

/** Custom fields, without those that `isKnown`. */
const beside = (custom: CustomFields | undefined, isKnown: (key: string) => boolean): CustomFields =>
  Object.fromEntries(Object.entries(custom ?? {}).filter(([key]) => !isKnown(key)));

const encodeChild = (
  item: CommandChild,
  table: FieldTable,
  childKey: string | null,
): Record<string, unknown> => {
  const id = childKey !== null && !isLocalRef(item.ref) ? { [childKey]: number(item.ref) } : {};
  if (item.remove) return { ...id, remove: 1, ...encodeAll(item.fields, table) };
  return { ...id, ...encodeAll(item.fields, table), ...beside(item.custom, (key) => key in table) };
};

/**
 * Path and body of a push. The command's references must be resolved; a local ref throws, because it must
 * never be sent.
 */
export const buildRequest = (command: Command, known: Known = {}): { path: string; body: string } => {
  const tables = KIND_TABLES[command.kind];
  const children =
    tables.childrenKey === null || !sendsList(command, known)
      ? {}
      : {
          [tables.childrenKey]: [...command.children, ...(known.contacts ?? [])].map((item) =>
            encodeChild(item, tables.children, tables.childKey),
          ),
        };
  const target =
    command.target === null || tables.targetKey === null
      ? {}
      : { [tables.targetKey]: number(command.target) };
  return {
    path: PUSH_PATHS[command.kind],
    body: stringifyLossless({
      ...beside(command.custom, (key) => key in tables.fields || isStructure(tables, key)),
      ...target,
      ...encodeAll({ ...sentAlong(command, known.fields ?? {}), ...command.fields }, tables.fields),
      ...children,
    }),
  };
};
