/**
 * The saves of one form. A form saves more than once if the user types while it is saved, or an answer is lost; the
 * user sees one message, and its Undo takes all of them back. Pure.
 */
import type { Submitted } from '#shared/contract/outbox-decisions';

/** One save of a form that the core has accepted. */
export type SaveStep = Extract<Submitted, { ok: true }>;

/** The item was waiting already, so Undo restores its version before. */
export const wasThere = ({ outcome }: Pick<SaveStep, 'outcome'>): boolean =>
  outcome === 'folded' || outcome === 'replaced';

/** Returns true if nothing else changed the item between the two saves. */
export const follows = (before: SaveStep, next: SaveStep): boolean =>
  before.id === next.id &&
  (before.version === undefined || next.version === undefined || next.version === before.version + 1);

/**
 * Groups the saves of one form (oldest first) into the steps that Undo takes back. A new item and the changes that
 * directly follow are one step, because Undo discards the item. Pure.
 */
export const stepsToUndo = (saves: readonly SaveStep[]): { step: SaveStep; earlier: SaveStep[] } => {
  const steps: SaveStep[] = [];
  for (const save of saves) {
    const last = steps.at(-1);
    if (last !== undefined && !wasThere(last) && follows(last, save))
      steps[steps.length - 1] = { ...save, outcome: last.outcome };
    else steps.push(save);
  }
  return { step: steps.at(-1)!, earlier: steps.slice(0, -1) };
};
