/**
 * Plans the next follow-up with a company without opening its form: it changes one field and saves like a
 * form.
 */
import { openSession } from '../session/form-session';
import { createFormStore } from '../session/form-store';
import { type SaveResult, saveForm } from '../session/save-form';

/** The open account, and its user among the people of the CRM; null if unknown. */
export interface Planner {
  accountId: string | null;
  selfUserId: string | null;
}

/**
 * Saves `time`, as text of the service, as the company's next follow-up. Returns `form` if the user must do
 * it in the form, because there is a draft or another field has an issue, and `gone` if the record is no
 * longer on this computer.
 */
export const planFollowUp = async (
  companyId: string,
  time: string,
  planner: Planner,
): Promise<Extract<SaveResult, { kind: 'saved' | 'unchanged' }> | { kind: 'form' | 'gone' }> => {
  const session = await openSession(
    { kind: 'company', mode: 'edit', target: companyId, ownDraft: null },
    { ...planner, now: time },
  );
  if (!session.ok) return { kind: 'gone' };
  if (session.form.restored) return { kind: 'form' };
  const form = createFormStore(session.form, () => undefined);
  form.actions.setField('next_follow_up_time', time);
  const result = await saveForm(form);
  if (result.kind === 'saved' || result.kind === 'unchanged') {
    await form.actions.stop();
    return result;
  }
  // The chosen time is saved as a draft, which the form opens.
  await form.actions.flush();
  return { kind: 'form' };
};
