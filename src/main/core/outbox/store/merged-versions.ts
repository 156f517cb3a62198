/**
 * Which version of an item Satchel made from which: the merge before an attempt, or a new number for the same content.
 * The journal keeps it too, so that a restored item still tells the user's values from those of the record. Pure.
 */
import { z } from 'zod';

const mergeSchema = z.object({ version: z.int(), from: z.int() });
export const mergesSchema = z.array(mergeSchema);
export type Merge = z.infer<typeof mergeSchema>;

/** The merges that the facts of a ledger entry tell: its own, or those of an item that was restored (`merges`). */
export const mergesIn = (facts: Readonly<Record<string, unknown>>): Merge[] => {
  const own = mergeSchema.safeParse(facts).data;
  return [...(mergesSchema.safeParse(facts.merges).data ?? []), ...(own ? [own] : [])];
};

/** The version before the merges that led to `version`. `merges` in the order in which they were made. */
export const versionBefore = (version: number, merges: readonly Merge[]): number =>
  merges.reduceRight((saved, merge) => (merge.version === saved ? merge.from : saved), version);
