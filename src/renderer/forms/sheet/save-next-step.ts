/** Saves the next step that was chosen in a note about a company. */
import { type Planner, planFollowUp } from '../windows/plan-follow-up';
import type { FormValues } from '../values/form-values';
import { textValue } from '../values/form-values';
import type { Saved } from '../saving/undo-save';
import { stepsToUndo } from '../saving/save-steps';

/** A field of the form only: notes (trail/push) do not have it, so no command contains it. */
export const NEXT_STEP = 'next_follow_up_time';

/**
 * Returns the edit of the company; null if there is nothing to plan; `gone` if the company is no longer on this
 * computer. Returns `form` if the user must finish in the company's form, where a draft contains the time.
 */
export const saveNextStep = async (
  values: FormValues,
  planner: Planner,
): Promise<Saved | null | { kind: 'form' | 'gone'; companyId: string }> => {
  const time = textValue(values.fields[NEXT_STEP]);
  const companyId = textValue(values.fields.company_id);
  if (time === '' || companyId === '') return null;
  const result = await planFollowUp(companyId, time, planner);
  if (result.kind === 'saved') return result;
  return result.kind === 'unchanged' ? null : { kind: result.kind, companyId };
};

export interface NextStep {
  /** Saves the next step of these values, unless it was the one before. */
  save(values: FormValues): Promise<void>;
  /** What was saved, for Undo. */
  saved(): readonly Saved[];
  /** The company in whose form the user must finish; null if there is none. */
  unfinished(): string | null;
}

/** The next step during one save of a note: the user may choose another one while the note is saved. */
export const createNextStep = (planner: Planner): NextStep => {
  const saved: Saved[] = [];
  let unfinished: string | null = null;
  let before = '';
  return {
    save: async (values) => {
      const chosen = JSON.stringify([values.fields[NEXT_STEP], values.fields.company_id]);
      if (chosen === before) return;
      const next = await saveNextStep(values, planner);
      before = chosen;
      unfinished = next === null || next.kind === 'saved' ? null : next.companyId;
      if (next?.kind !== 'saved') return;
      const at = saved.findIndex(({ intentId }) => intentId === next.intentId);
      const earlier = saved[at];
      if (earlier === undefined) saved.push(next);
      else saved[at] = bothOf(earlier, next);
    },
    saved: () => saved,
    unfinished: () => unfinished,
  };
};

/** Combines two saves of the same item into one for Undo. */
const bothOf = (first: Saved, next: Saved): Saved => {
  const all = [first, next].flatMap(({ earlier = [], intentId: id, outcome, version }) => [
    ...earlier,
    { ok: true as const, id, outcome, version },
  ]);
  const { step, earlier } = stepsToUndo(all);
  return { ...next, outcome: step.outcome, earlier };
};
