/**
 * Plans the next follow-up with a company without opening its form: it changes one field and saves like a
 * form.
 */
import { openSession } from '../opening/open-session';
import { createFormStore } from '../session/form-store';
import { type SaveResult, saveForm } from '../saving/save-form';

/** The open account, and its user among the people of the CRM; null if unknown. */
export interface Planner {
  accountId: string | null;
  selfUserId: string | null;
}

/**
 * Saves `time`, as text of the service, as the company's next follow-up. Returns `form` if the user must do it in
 * the form, because there is a draft or another field has an issue: the draft then contains the time. Returns
 * `gone` if the record is no longer on this computer. Throws if nothing could be saved.
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
  const { store, actions } = createFormStore(session.form, () => undefined);
  try {
    actions.setField('next_follow_up_time', time);
    // The user has not decided yet to save what the draft contains.
    const result = session.form.restored ? null : await saveForm({ store, actions });
    if (result?.kind === 'saved' || result?.kind === 'unchanged') return result;
    await actions.flush();
    if (store.getState().draft === 'failed') throw new Error('the draft with the follow-up was not saved');
    return { kind: 'form' };
  } finally {
    await actions.stop();
  }
};
