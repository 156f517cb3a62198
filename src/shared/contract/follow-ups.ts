/** Follow-ups that come due: what a reminder says. Read from disk, pending work included. */
import { oc } from '@orpc/contract';
import { z } from 'zod';

/** How far back a span may reach: what came due in a longer sleep stands on Today, not in a reminder. */
export const MOST_REMINDED_MS = 12 * 3_600_000;
const MOST_REMINDED = 20;

const dueFollowUpSchema = z.object({
  /** The company's id. */
  id: z.string(),
  name: z.string(),
  /** Server text of the follow-up. */
  time: z.string(),
  /** The same as a moment, epoch milliseconds; a day without a time is due at nine, in local time. */
  at: z.number(),
});
export type DueFollowUp = z.infer<typeof dueFollowUpSchema>;

export const followUpsContract = {
  /**
   * Follow-ups of the signed-in person that come due after `after` and not after `until`, epoch milliseconds,
   * the earliest first. Empty without an account, without a person, or while the service's zone is not known.
   */
  due: oc
    .input(z.object({ after: z.number(), until: z.number() }))
    .output(z.array(dueFollowUpSchema).max(MOST_REMINDED)),
};
