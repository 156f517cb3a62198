/** An item of the outbox, and what belongs to it, as a screen gets them. The procedures are in `outbox.ts`. */
import { z } from 'zod';
import { INTENT_KINDS, INTENT_STATES } from '../domain/intent';
import { snapshotSchema, storedCommandSchema } from '../domain/intent-schema';

export const intentKindSchema = z.enum(INTENT_KINDS);
export const intentStateSchema = z.enum(INTENT_STATES).exclude(['draft']);

/** A record that an attempt may have made; the user chooses among the candidates. */
const candidateSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string().nullable(),
  createdBy: z.string().nullable(),
  agrees: z.boolean(),
});
export type Candidate = z.infer<typeof candidateSchema>;
/**
 * A field on which mine, theirs and base disagree. `child` is the contact's or line's id; field `*` means the
 * whole of it.
 */
export const fieldConflictSchema = z.object({
  child: z.string().optional(),
  field: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});
export type FieldConflict = z.infer<typeof fieldConflictSchema>;

export const intentViewSchema = z.object({
  id: z.string(),
  kind: intentKindSchema,
  state: intentStateSchema,
  title: z.string(),
  version: z.number(),
  command: storedCommandSchema,
  base: snapshotSchema.nullable(),
  realId: z.string().nullable(),
  number: z.string().nullable(),
  /** `message` is the service's message; `field` is the field that it names, if any. */
  reason: z
    .object({ code: z.string(), message: z.string().optional(), field: z.string().optional() })
    .nullable(),
  candidates: z.array(candidateSchema),
  conflicts: z.array(fieldConflictSchema),
  notes: z.array(z.string()),
  /** Why it is not sent now; null if it may be sent. */
  waits: z
    .enum([
      'parent',
      'held',
      'paused',
      'review',
      'not-permitted',
      'sign-in',
      'undo',
      'later',
      'your-decision',
    ])
    .nullable(),
  waitsFor: z.array(z.string()),
  dependants: z.array(z.string()),
  held: z.boolean(),
  attempts: z.number(),
  notBefore: z.number(),
  resends: z.number(),
  frozen: z.boolean(),
  /** The user edited the item since it was saved, and Undo of the latest edit is possible. */
  canUndo: z.boolean(),
  mayHaveArrived: z.boolean(),
  replaySafe: z.boolean(),
  money: z.boolean(),
  predecessor: z.string().nullable(),
  appliedAt: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /**
   * The name of the edited record, as known on this computer; '' for a new record, whose name is in its
   * command.
   */
  subject: z.string(),
  /**
   * The customer or lead of the invoice, receipt or note; `ref` may be local, `name` is '' if unknown here.
   */
  party: z.object({ resource: z.enum(['company', 'lead']), ref: z.string(), name: z.string() }).nullable(),
});
export type IntentView = z.infer<typeof intentViewSchema>;

export const ledgerEntrySchema = z.object({
  seq: z.number(),
  intentId: z.string(),
  attempt: z.number().nullable(),
  event: z.string(),
  at: z.number(),
  serverAt: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
});
export const chainItemSchema = z.object({
  id: z.string(),
  kind: intentKindSchema,
  state: intentStateSchema,
  mayHaveArrived: z.boolean(),
});
export type ChainItem = z.infer<typeof chainItemSchema>;
