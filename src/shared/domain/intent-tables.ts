/**
 * The fields of a command by kind, and which of them are references. Apart from `intent.ts`, because a screen
 * that only shows intents does not need the tables of their fields.
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
import { type Command, type IntentKind, isLocalRef, type Ref } from './intent';

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
