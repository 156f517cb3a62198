/**
 * An intent is one decision of the user: push a company, a lead, an opportunity, an outbound invoice, a receipt
 * registration or a trail note. This module defines commands without a library, so that every screen may import it.
 * `intent-schema.ts` checks a command from outside. `intent-rules.ts` says which commands are valid and which
 * may be repeated.
 *
 * A reference is a service id, or `local:<uuid>` for something that the service has not created yet. A record
 * that an intent creates has the local id of the intent; new contacts and lines have their own local ids.
 */

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

/**
 * The values that the user saw when the edit began, under the field names of the command. Unknown fields are absent.
 */
export interface Snapshot {
  fields: Record<string, unknown>;
  children: { ref: Ref; fields: Record<string, unknown> }[];
  /** Custom fields of the record, by id. Absent if the answer shows none: then their values are not known. */
  custom?: CustomFields | undefined;
  /** Server time of the read, if known. */
  readAt: string | null;
}
