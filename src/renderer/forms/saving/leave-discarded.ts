/** What an open form becomes when the user has discarded its item. */
import { core } from '../../client/client';
import { newDraftId } from '../../navigation/form-route';
import { newChildRef } from '../opening/form-blank';
import { NO_ITEM } from '../session/opened-form';
import { cautionOfDiscarded, discardedTarget } from '../opening/caution';
import type { FormStore } from '../session/form-store';
import { withoutItem } from '../opening/without-item';

/**
 * The form keeps its draft if it is still on disk. If it is gone, a save of this form or another window ended it, and
 * the form gets a new draft id.
 */
export const draftAfter = async (store: FormStore['store']) => {
  const { draftId } = store.getState();
  const isThere = (await core.outbox.drafts()).some(({ id }) => id === draftId);
  return isThere ? {} : { draftId: newDraftId(), draftAt: null, isDraftGone: false };
};

/**
 * If the item is discarded, the form leaves it and becomes a form of the record. It becomes a form of a new record if
 * the discarded item, or a discarded item that it depends on, was to create the record. Returns false if the item is
 * not discarded.
 */
export const leaveDiscarded = async ({ store, actions }: FormStore, itemId: string): Promise<boolean> => {
  const intent = (await core.outbox.get({ id: itemId }))?.intent;
  if (intent?.state !== 'discarded') return false;
  const draft = await draftAfter(store);
  const { form, values } = store.getState();
  const maker = await discardedTarget(form.target);
  const target = maker === undefined ? form.target : null;
  const { values: typed, ...alone } = withoutItem(
    { ...form, target, earlier: form.earlier ?? intent.command },
    values,
    newChildRef,
  );
  store.setState({
    unanswered: null,
    savedBefore: [],
    values: typed,
    form: {
      ...form,
      ...alone,
      ...NO_ITEM,
      target,
      seen: null,
      caution: cautionOfDiscarded(maker ?? intent) ?? form.caution,
    },
    ...draft,
    draft: 'waiting',
  });
  await actions.flush();
  return true;
};
