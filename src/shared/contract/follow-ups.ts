/** Follow-ups that come due, for reminders. Read from disk, with pending work. */
import { oc } from '@orpc/contract';
import { z } from 'zod';

/**
 * The longest time range. Follow-ups that came due during a longer sleep are shown on Today, not in a
 * reminder.
 */
export const MOST_REMINDED_MS = 12 * 3_600_000;
/** More than a person has at one time: a reminder says how many are due. */
export const MOST_REMINDED = 500;

export const dueFollowUpSchema = z.object({
  /** The company's id. */
  id: z.string(),
  name: z.string(),
  /** The time of the follow-up as server text. */
  time: z.string(),
  /** The same in epoch milliseconds; a day without a time is due at nine, local time. */
  at: z.number(),
});
export type DueFollowUp = z.infer<typeof dueFollowUpSchema>;

export const followUpsContract = {
  /**
   * Follow-ups of the signed-in person that come due after `after` and not after `until` (epoch
   * milliseconds), the earliest first. Empty without an account, without a known person, or while the
   * service's time zone is unknown.
   */
  due: oc
    .input(z.object({ after: z.number(), until: z.number() }))
    .output(z.array(dueFollowUpSchema).max(MOST_REMINDED)),
  /**
   * The local ids that these companies had before their delivery, by the ids of the CRM; only for those that were
   * entered on this computer.
   */
  localIds: oc
    .input(z.object({ ids: z.array(z.string()).max(MOST_REMINDED) }))
    .output(z.record(z.string(), z.string())),
};
