/** Saves the next step that was chosen in a note about a company. */
import { planFollowUp } from './plan-follow-up';
import type { FormValues } from '../session/form-values';
import { textValue } from '../session/form-values';
import type { SaveResult } from '../session/save-form';

/** The form's own field: no field of a note (trail/push), so no command carries it. */
export const NEXT_STEP = 'next_follow_up_time';

type Saved = Extract<SaveResult, { kind: 'saved' }>;

/**
 * The edit of the company that was made; null where there is nothing to plan. `form`: it has to be done in the
 * company's form, which holds the time as a draft. `gone`: the company is not on this computer any more.
 */
export const saveNextStep = async (
  values: FormValues,
  selfUserId: string | null,
): Promise<Saved | null | { kind: 'form' | 'gone'; companyId: string }> => {
  const time = textValue(values.fields[NEXT_STEP]);
  const companyId = textValue(values.fields.company_id);
  if (time === '' || companyId === '') return null;
  const result = await planFollowUp(companyId, time, selfUserId);
  if (result.kind === 'saved') return result;
  return result.kind === 'unchanged' ? null : { kind: result.kind, companyId };
};
