/** Checks a command from the contract or a file, field by field (`intent.ts` defines commands). */
import { z } from 'zod';
import { isTextCode, LONGEST_DECIMAL, LONGEST_TEXT, MOST_CHILDREN, REF, STORED_DECIMAL } from './push-value';
import { COMMAND_SCHEMA, type Command, type CommandChild, type IntentKind, type Snapshot } from './intent';
import { COMPANY_FIELDS } from './push-fields/company';
import { COMPANY_CONTACT_FIELDS, LEAD_CONTACT_FIELDS } from './push-fields/contact';
import { LEAD_FIELDS } from './push-fields/lead';
import { OPPORTUNITY_FIELDS } from './push-fields/opportunity';
import { OUTBOUND_FIELDS, OUTBOUND_LINE_FIELDS } from './push-fields/outbound-invoice';
import type { FieldTable } from './push-fields/push-field';
import { RECEIPT_FIELDS, RECEIPT_LINE_FIELDS } from './push-fields/receipt';
import { TRAIL_NOTE_FIELDS } from './push-fields/trail-note';

const refSchema = z.string().regex(REF);

const text = z.string().max(LONGEST_TEXT);
const valueSchemas = {
  text,
  int: z.int(),
  code: z.union([z.int(), z.string().refine(isTextCode)]),
  id: refSchema,
  decimal: z.string().regex(STORED_DECIMAL).max(LONGEST_DECIMAL),
  date: z.string().regex(/^(?:\d{4}-\d{2}-\d{2})?$/),
  dateTime: z.string().regex(/^(?:\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/),
  ids: z.array(refSchema).max(1000),
  textIds: z.array(refSchema).max(1000),
  idPaths: z.array(z.array(refSchema).max(50)).max(1000),
  json: z.array(z.unknown()).max(1000),
} as const;

type Shape<T extends FieldTable> = { [K in keyof T]: z.ZodOptional<(typeof valueSchemas)[T[K]['type']]> };
/**
 * The schema of a field table. The overload declares the type of each key, which `Object.fromEntries` loses.
 */
function fields<const T extends FieldTable>(table: T): z.ZodObject<Shape<T>, z.core.$strict>;
function fields(table: FieldTable): z.ZodObject<Shape<FieldTable>, z.core.$strict> {
  return z.strictObject(
    Object.fromEntries(Object.entries(table).map(([key, { type }]) => [key, valueSchemas[type].optional()])),
  );
}

/** The key of a custom field: its id, or its name in a refusal. */
const customKey = z.string().regex(/^(?:\d{1,19}|[a-z][a-z0-9_]{0,60})$/);

/** Several choices are a list. */
const customValue = z.union([text, z.array(text).max(500)]);
export const customFieldsSchema = z.record(customKey, customValue);

/** A contact or a line: a new one has a local ref, an existing one its service id. */
const child = <const T extends FieldTable>(table: T) =>
  z.strictObject({
    ref: refSchema,
    fields: fields(table),
    custom: customFieldsSchema.optional(),
    remove: z.literal(true).optional(),
  });

const command = <const K extends IntentKind, const T extends FieldTable, const C extends FieldTable>(
  kind: K,
  table: T,
  children: C,
) =>
  z.strictObject({
    kind: z.literal(kind),
    schema: z.literal(COMMAND_SCHEMA),
    /** The record to edit; null creates one. */
    target: refSchema.nullable(),
    /** In an edit: the changed fields and those that the contract requires. */
    fields: fields(table),
    children: z.array(child(children)).max(MOST_CHILDREN).default([]),
    custom: customFieldsSchema.optional(),
  });

const companyCommandSchema = command('company', COMPANY_FIELDS, COMPANY_CONTACT_FIELDS);
const leadCommandSchema = command('lead', LEAD_FIELDS, LEAD_CONTACT_FIELDS);
const opportunityCommandSchema = command('opportunity', OPPORTUNITY_FIELDS, {});
const outboundInvoiceCommandSchema = command('outboundInvoice', OUTBOUND_FIELDS, OUTBOUND_LINE_FIELDS);
const receiptCommandSchema = command('receipt', RECEIPT_FIELDS, RECEIPT_LINE_FIELDS);
const trailNoteCommandSchema = command('trailNote', TRAIL_NOTE_FIELDS, {});

export const commandSchema = z.discriminatedUnion('kind', [
  companyCommandSchema,
  leadCommandSchema,
  opportunityCommandSchema,
  outboundInvoiceCommandSchema,
  receiptCommandSchema,
  trailNoteCommandSchema,
]);

/** A command in the uniform form of `Command`. */
export const storedCommandSchema: z.ZodType<
  Command,
  Omit<Command, 'children'> & { children?: CommandChild[] | undefined }
> = commandSchema;

/** Checks a snapshot (`intent.ts`) from outside. */
export const snapshotSchema = z.object({
  fields: z.record(z.string(), z.unknown()),
  children: z.array(z.object({ ref: refSchema, fields: z.record(z.string(), z.unknown()) })).default([]),
  // As the service answers it: longer than what may be sent, perhaps.
  custom: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  readAt: z.string().nullable().default(null),
}) satisfies z.ZodType<Snapshot>;
