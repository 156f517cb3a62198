/**
 * The report of what was restored from the journal when the outbox opened. It stays in `meta` until the user confirms
 * it. `meta` has no checksums, so its text may have been altered on the disk. Then the report is not shown; each
 * restored item says in its own notes that it was restored.
 */
import { z } from 'zod';

const count = z.int().min(0);
const rescueSchema = z.object({
  /**
   * `cut`: Satchel ended during a save. `older`: the file is older than the journal. `missing`: the file was
   * empty. `copy`: the file is a copy that Satchel made.
   */
  why: z.enum(['cut', 'older', 'missing', 'copy']),
  held: count,
  inDoubt: count,
  settled: count,
  drafts: count.default(0),
  /** Delivered and discarded items that are no longer listed: the journal keeps no content of them. */
  finished: count.default(0),
  /** Entries of the journal that cannot be read. */
  lost: count,
});
/** What was restored, for a message to the user. */
export type Rescue = z.infer<typeof rescueSchema>;

/** Key in `meta`: what was restored, until the user confirms it. */
export const RESTORE_REPORT_KEY = 'rescued';

/** Returns null if there is no report or if it was altered. */
export const readRescue = (stored: string | null): Rescue | null => readReport(stored, rescueSchema);

/** Returns null if there is no report or if it was altered. */
export const readReport = <T>(stored: string | null, schema: z.ZodType<T>): T | null => {
  if (!stored) return null;
  try {
    return schema.parse(JSON.parse(stored));
  } catch {
    return null;
  }
};

/** Combines a rescue that the user has not confirmed with the next one. */
export const withEarlier = (rescue: Rescue, stored: string | null): Rescue => {
  const earlier = readRescue(stored);
  if (!earlier) return rescue;
  return {
    why: rescue.why,
    held: rescue.held + earlier.held,
    inDoubt: rescue.inDoubt + earlier.inDoubt,
    settled: rescue.settled + earlier.settled,
    drafts: rescue.drafts + earlier.drafts,
    finished: rescue.finished + earlier.finished,
    lost: rescue.lost + earlier.lost,
  };
};
