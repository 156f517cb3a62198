/** The answers to the user's decisions on the outbox. The procedures are in `outbox.ts`. */
import { z } from 'zod';

const commandIssueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  code: z.enum([
    'required',
    'empty',
    'association',
    'order-record',
    'one-main',
    'line-waits',
    'allocation-waits',
    'child-discarded',
    'one-parent',
    'no-change',
    'not-editable',
  ]),
});
/**
 * Why a decision was refused: `invalid` with issues by field, `not-now` if the state does not allow it,
 * `claimed` if another intent made that record, `draft-gone` if another window saved or discarded the draft of
 * the form, `changed` if the intent was edited since the form read it, `delivered` if it is delivered: the record
 * is to be edited instead.
 */
export const REFUSAL_CODES = [
  'invalid',
  'unknown-ref',
  'not-found',
  'not-now',
  'claimed',
  'draft-gone',
  'changed',
  'delivered',
] as const;
const refusalSchema = z.object({
  ok: z.literal(false),
  code: z.enum(REFUSAL_CODES),
  issues: z.array(commandIssueSchema),
});
export type Refusal = z.infer<typeof refusalSchema>;
export const doneSchema = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true) }), refusalSchema]);
export type Done = z.infer<typeof doneSchema>;
/**
 * `folded`: merged into a waiting edit of the same record; `successor`: made a successor, because the sent
 * version has no verdict yet.
 */
export const submittedSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    id: z.string(),
    outcome: z.enum(['new', 'folded', 'replaced', 'successor']),
    /** The version that the item has now; absent in an answer that was stored by an earlier Satchel. */
    version: z.int().optional(),
  }),
  refusalSchema,
]);
export type Submitted = z.infer<typeof submittedSchema>;
