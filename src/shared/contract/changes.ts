/**
 * Changes by others to the user's own records since the user last looked. From disk, so that it also works
 * offline.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MOST_CHANGES } from '../domain/limits';
import { resourceSchema } from './records';

const changeRefSchema = z.object({ resource: resourceSchema, id: z.string().min(1).max(100) });

const changeSchema = changeRefSchema.extend({
  title: z.string(),
  kind: z.enum(['new', 'changed']),
  /** Columns that changed. */
  fields: z.array(z.string()),
  /** The columns among them to which the user had delivered another value, which is now overwritten. */
  overwritten: z.array(z.string()),
  /** The id of the user who made the change; null if the record does not say. */
  person: z.string().nullable(),
  /** The person's name, as the record has it; null if it has none. The list of users may not be permitted. */
  personName: z.string().nullable(),
  /** When this computer received the change, in epoch milliseconds. */
  at: z.number(),
});
export type Change = z.infer<typeof changeSchema>;

/** Records of one kind. */
export interface ChangesOf {
  resource: Change['resource'];
  ids: readonly string[];
}

export const changesContract = {
  /**
   * The latest first; fewer than `limit` only if there are no others. `of`: only changes of these records. Empty without
   * an account, or if the signed-in person is unknown.
   */
  unseen: oc
    .input(
      z.object({
        limit: z
          .int()
          .min(1)
          .max(MOST_CHANGES + 1),
        of: z
          .object({ resource: resourceSchema, ids: z.array(z.string().min(1).max(100)).max(MOST_CHANGES) })
          .optional(),
      }),
    )
    .output(z.array(changeSchema)),
  /**
   * Marks as seen; `null` marks all. What this computer received after `until`, epoch milliseconds, stays: the
   * window did not show it yet.
   */
  see: oc
    .input(
      z.object({ refs: z.array(changeRefSchema).max(MOST_CHANGES).nullable(), until: z.number().optional() }),
    )
    .output(z.object({ ok: z.literal(true) })),
};
