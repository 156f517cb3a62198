/** Saves the next step that was chosen in a note about a company. */
import { type Planner, planFollowUp } from './plan-follow-up';
import type { FormValues } from '../session/form-values';
import { textValue } from '../session/form-values';
import type { SaveResult } from '../session/save-form';

/** A field of the form only: notes (trail/push) do not have it, so no command contains it. */
export const NEXT_STEP = 'next_follow_up_time';

type Saved = Extract<SaveResult, { kind: 'saved' }>;

/**
 * Returns the edit of the company; null if there is nothing to plan. Returns `form` if the user must do it in
 * the company's form, which then has the time as a draft, and `gone` if the company is no longer on this
 * computer.
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
