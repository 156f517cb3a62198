/** What others changed on one's own records since one last looked. From disk, so that it stands offline. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { resourceSchema } from './records';

const changeRefSchema = z.object({ resource: resourceSchema, id: z.string().min(1).max(100) });

const changeSchema = changeRefSchema.extend({
  title: z.string(),
  kind: z.enum(['new', 'changed']),
  /** Columns that changed. */
  fields: z.array(z.string()),
  /** Of them, those that I had delivered with another value: my value was overwritten. */
  overwritten: z.array(z.string()),
  /** The user id of who did it; null where the record does not say. */
  person: z.string().nullable(),
  /** When this computer learnt of it, epoch milliseconds. */
  at: z.number(),
});
export type Change = z.infer<typeof changeSchema>;

export const changesContract = {
  /** The latest first. Empty without an account, or without a person who is signed in. */
  unseen: oc.input(z.object({ limit: z.int().min(1).max(200) })).output(z.array(changeSchema)),
  /** Marks as seen; `null` marks all. */
  see: oc
    .input(z.object({ refs: z.array(changeRefSchema).max(200).nullable() }))
    .output(z.object({ ok: z.literal(true) })),
};
