/**
 * A command, with its references resolved, as the exact text that goes out. Ids become JSON integers,
 * except where the contract says string (E5 `handler`); decimals keep their digits (E5 `sale_price`
 * included, never rounded).
 */
import { COMPANY_PUSH_PATH } from '#shared/http-api/company';
import { LEAD_PUSH_PATH } from '#shared/http-api/lead';
import { RawNumber, stringifyLossless } from '#shared/http-api/lossless-json';
import { OUTBOUND_PUSH_PATH } from '#shared/http-api/outbound-invoice';
import { RECEIPT_PUSH_PATH } from '#shared/http-api/receipt';
import { TRAIL_PUSH_PATH } from '#shared/http-api/trail';
import {
  isLocalRef,
  KIND_TABLES,
  type Command,
  type CommandChild,
  type IntentKind,
  type KindTables,
} from '#shared/domain/intent';
import type { FieldTable, WireType } from '#shared/domain/intent-fields';
import { foldSameChildren } from '../edits/fold-edit';

export const PUSH_PATHS: Readonly<Record<IntentKind, string>> = {
  company: COMPANY_PUSH_PATH,
  lead: LEAD_PUSH_PATH,
  outboundInvoice: OUTBOUND_PUSH_PATH,
  receipt: RECEIPT_PUSH_PATH,
  trailNote: TRAIL_PUSH_PATH,
};

export type Resolve = (localRef: string) => string | null;
export type ResolveResult = { ok: true; command: Command } | { ok: false; missing: string };

/**
 * Puts real ids in place of local ones, children's own refs excepted: a new contact or line has none yet.
 */
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
      Object.entries(fields).map(([key, value]) => [
        key,
        ID_TYPES.has(table[key] ?? 'text') ? swap(value) : value,
      ]),
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
    target: command.target === null ? null : (swap(command.target) as string),
    fields: swapFields(command.fields, tables.fields),
    children,
  };
  return missing === null ? { ok: true, command: resolved } : { ok: false, missing };
};
const ID_TYPES: ReadonlySet<WireType> = new Set(['id', 'ids', 'textIds', 'idPaths']);

const number = (value: unknown): RawNumber => new RawNumber(String(value));
const encode = (type: WireType | undefined, value: unknown): unknown => {
  switch (type) {
    case 'id':
    case 'decimal':
    case 'int':
      return number(value);
    case 'code':
      return typeof value === 'number' || /^\d+$/.test(String(value)) ? number(value) : String(value);
    case 'ids':
      return (value as string[]).map(number);
    case 'idPaths':
      return (value as string[][]).map((path) => path.map(number));
    case 'textIds':
      return (value as string[]).map(String);
    case 'text':
    case 'date':
    case 'dateTime':
    case 'json':
    case undefined:
      return value;
  }
};
/**
 * True if a value that the service answered can be sent back under this type. Some services answer a code
 * by its name, or an object in place of an id.
 */
export const isSendable = (type: WireType | undefined, value: unknown): boolean => {
  if (type === 'text' || type === 'date' || type === 'dateTime' || type === undefined)
    return typeof value === 'string';
  try {
    stringifyLossless(encode(type, value));
    return true;
  } catch {
    return false;
  }
};
const encodeAll = (fields: Record<string, unknown>, table: FieldTable): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, encode(table[key], value)]),
  );

/**
 * Fields that some services ask for in every push of a kind, edits included, although nobody changed
 * them. An edit that leaves one out carries it as it was read last.
 */
const ALWAYS_SENT: Readonly<Partial<Record<IntentKind, readonly string[]>>> = {
  company: ['name'],
  lead: ['name'],
  receipt: ['currency'],
};

/** What an edit carries beside what it says itself; `known` is the record as it was read right before. */
export const sentAlong = (
  command: Command,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    (ALWAYS_SENT[command.kind] ?? [])
      .filter((key) => command.target !== null && command.fields[key] === undefined)
      .map((key) => [key, known[key]])
      .filter(([, value]) => typeof value === 'string' && value !== ''),
  );

/** Keys of a body that say which record it is and what belongs to it. */
const structureOf = ({ targetKey, childrenKey }: KindTables): FieldTable =>
  Object.fromEntries([targetKey, childrenKey].flatMap((key) => (key === null ? [] : [[key, 'text']])));

/**
 * Kinds whose list of contacts or lines is sent even when it is empty: E5 needs lines, E3 is asked for
 * contacts.
 */
const LIST_ALWAYS_SENT: ReadonlySet<IntentKind> = new Set(['outboundInvoice', 'company']);

/** Fields of the service's own, none of them in place of one that the table knows. */
const beside = (custom: Record<string, string> | undefined, table: FieldTable): Record<string, string> =>
  Object.fromEntries(Object.entries(custom ?? {}).filter(([key]) => !(key in table)));

const encodeChild = (
  item: CommandChild,
  table: FieldTable,
  childKey: string | null,
): Record<string, unknown> => {
  const id = childKey !== null && !isLocalRef(item.ref) ? { [childKey]: number(item.ref) } : {};
  if (item.remove) return { ...id, remove: 1, ...encodeAll(item.fields, table) };
  return { ...id, ...encodeAll(item.fields, table), ...beside(item.custom, table) };
};

/**
 * Path and body of a push. The command's references must be resolved; a leftover local ref throws, as it
 * must never leave. `known` is the edited record as it was read last.
 */
export const buildRequest = (
  command: Command,
  known: Readonly<Record<string, unknown>> = {},
): { path: string; body: string } => {
  const tables = KIND_TABLES[command.kind];
  const children =
    tables.childrenKey === null || (command.children.length === 0 && !LIST_ALWAYS_SENT.has(command.kind))
      ? {}
      : {
          [tables.childrenKey]: command.children.map((item) =>
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
      ...beside(command.custom, { ...tables.fields, ...structureOf(tables) }),
      ...target,
      ...encodeAll({ ...sentAlong(command, known), ...command.fields }, tables.fields),
      ...children,
    }),
  };
};
