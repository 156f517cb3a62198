/** The verdict on an item that waits for the user. An edit ends it, and Undo of this edit restores it. */
import { z } from 'zod';
import { fieldConflictSchema, intentViewSchema } from '#shared/contract/outbox-item';
import type { Intent } from '../store/intent-record';

/** Why an intent waited for the user before an edit, as a fact of the ledger; Undo of the edit restores it. */
export const verdictSchema = z.object({
  state: z.enum(['rejected', 'conflict']),
  reason: intentViewSchema.shape.reason,
  conflicts: z.array(fieldConflictSchema),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** The verdict of an intent that waits for the user, as a fact of the ledger entry that ends it. */
export const verdictOf = ({ state, detail: { reason, conflicts } }: Intent): { verdict?: Verdict } =>
  state === 'rejected' || state === 'conflict' ? { verdict: { state, reason, conflicts } } : {};
