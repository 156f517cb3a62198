/**
 * An intent is one decision of the user: push a company, a lead, an opportunity, an outbound invoice, a receipt
 * registration or a trail note. This module defines commands without a library, so that every screen may import it.
 * `intent-schema.ts` checks a command from outside. `intent-rules.ts` says which commands are valid and which
 * may be repeated.
 *
 * A reference is a service id, or `local:<uuid>` for something that the service has not created yet. A record
 * that an intent creates has the local id of the intent; new contacts and lines have their own local ids.
 */
import { COMPANY_FIELDS } from './push-fields/company';
import { COMPANY_CONTACT_FIELDS, LEAD_CONTACT_FIELDS } from './push-fields/contact';
import { LEAD_FIELDS } from './push-fields/lead';
import { OPPORTUNITY_FIELDS } from './push-fields/opportunity';
import { OUTBOUND_FIELDS, OUTBOUND_LINE_FIELDS } from './push-fields/outbound-invoice';
import type { FieldTable, PushField, WireType } from './push-fields/push-field';
import { RECEIPT_FIELDS, RECEIPT_LINE_FIELDS } from './push-fields/receipt';
import { TRAIL_NOTE_FIELDS } from './push-fields/trail-note';
import { RESOURCE_INFO } from './resources';

export const INTENT_KINDS = [
  'company',
  'lead',
  'opportunity',
  'outboundInvoice',
  'receipt',
  'trailNote',
] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

export const INTENT_STATES = [
  'draft',
  'queued',
  'sending',
  'applied',
  'rejected',
  'conflict',
  'uncertain',
  'discarded',
] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/** The states of intents that are neither drafts nor delivered nor discarded. */
export const UNSETTLED = [
  'queued',
  'sending',
  'rejected',
  'conflict',
  'uncertain',
] as const satisfies IntentState[];

/** `local:<uuid>`, or a service id in decimal digits. */
export type Ref = string;
export const isLocalRef = (ref: unknown): ref is string =>
  typeof ref === 'string' && ref.startsWith('local:');

export const COMMAND_SCHEMA = 1;

/** A contact or line of a command of any kind. Builders, merges and comparisons use this uniform type. */
/** Custom fields by their key: text, or the words of a field that takes several choices. */
export type CustomFields = Record<string, string | string[]>;

export interface CommandChild {
  ref: Ref;
  fields: Record<string, unknown>;
  custom?: CustomFields | undefined;
  remove?: true | undefined;
}
export interface Command {
  kind: IntentKind;
  schema: typeof COMMAND_SCHEMA;
  target: Ref | null;
  fields: Record<string, unknown>;
  children: CommandChild[];
  /** Custom fields by key: a field's id, or its name from a refusal. */
  custom?: CustomFields | undefined;
}

/** What the user saw when the edit began, with the field names of the command; unknown fields are absent. */
export interface Snapshot {
  fields: Record<string, unknown>;
  children: { ref: Ref; fields: Record<string, unknown> }[];
  /** Server time of the read, if known. */
  readAt: string | null;
}

export interface KindTables {
  fields: FieldTable;
  children: FieldTable;
  targetKey: string | null;
  childrenKey: string | null;
  childKey: string | null;
}
/** Wire names per kind: the key of the edited record's id, of the list of children, and of a child's id. */
export const KIND_TABLES: Readonly<Record<IntentKind, KindTables>> = {
  company: {
    fields: COMPANY_FIELDS,
    children: COMPANY_CONTACT_FIELDS,
    targetKey: RESOURCE_INFO.company.idField,
    childrenKey: 'customers',
    childKey: 'customer_id',
  },
  lead: {
    fields: LEAD_FIELDS,
    children: LEAD_CONTACT_FIELDS,
    targetKey: RESOURCE_INFO.lead.idField,
    childrenKey: 'customers',
    childKey: null,
  },
  opportunity: {
    fields: OPPORTUNITY_FIELDS,
    children: {},
    targetKey: RESOURCE_INFO.opportunity.idField,
    childrenKey: null,
    childKey: null,
  },
  outboundInvoice: {
    fields: OUTBOUND_FIELDS,
    children: OUTBOUND_LINE_FIELDS,
    targetKey: RESOURCE_INFO.outboundInvoice.idField,
    childrenKey: 'record_list',
    childKey: 'outbound_record_id',
  },
  receipt: {
    fields: RECEIPT_FIELDS,
    children: RECEIPT_LINE_FIELDS,
    targetKey: RESOURCE_INFO.receipt.idField,
    childrenKey: 'record_list',
    childKey: null,
  },
  trailNote: { fields: TRAIL_NOTE_FIELDS, children: {}, targetKey: null, childrenKey: null, childKey: null },
};

/**
 * Local refs in a command, without its own new children. The intents that make them must be applied before
 * the command may be sent.
 */
export const localRefsOf = (of: Command): Ref[] => {
  const found = new Set<Ref>();
  const look = (value: unknown): void => {
    if (isLocalRef(value)) found.add(value);
    else if (Array.isArray(value)) value.forEach(look);
  };
  look(of.target);
  const tables = KIND_TABLES[of.kind];
  for (const [key, value] of Object.entries(of.fields)) if (isReference(tables.fields[key])) look(value);
  for (const item of of.children)
    for (const [key, value] of Object.entries(item.fields))
      if (isReference(tables.children[key])) look(value);
  return [...found];
};

const ID_TYPES: ReadonlySet<WireType> = new Set(['id', 'ids', 'textIds', 'idPaths']);
/** Returns true for a field that holds ids, which may be local. */
export const isReference = (field: PushField | undefined): boolean =>
  field !== undefined && ID_TYPES.has(field.type);
