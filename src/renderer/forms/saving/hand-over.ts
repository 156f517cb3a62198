/**
 * Hands a checked command over to the outbox. A call whose answer was lost is repeated under its operation id, so
 * that nothing is created twice, and the draft of the form ends in the same commit.
 */
import type { Command } from '#shared/domain/intent';
import { core } from '../../client/client';
import { newDraftId } from '../../navigation/form-route';
import { accountOf, type OpenForm } from '../session/opened-form';
import { storedForm } from '../opening/stored-form';
import type { FormState, FormStore } from '../session/form-store';
import { draftAfter, leaveDiscarded } from './leave-discarded';
import { withRemoved } from '../opening/removed-children';

/** The draft to delete when the form ends without being saved; null if another window has written it since. */
export const ownDraft = async (store: FormStore['store']): Promise<string | null> => {
  const { draftId, draftAt } = store.getState();
  const stored = (await core.outbox.drafts()).find(({ id }) => id === draftId);
  return stored === undefined || stored.updatedAt === draftAt ? draftId : null;
};

type Submitted = Awaited<ReturnType<typeof core.outbox.submit>>;

type Unanswered = NonNullable<FormState['unanswered']>;

/** If the last text could not be stored as a draft, it is unknown which draft the core has. */
const draftOf = ({ draftId, draftAt, draft, isDraftTimeUnknown }: FormState): Unanswered['draft'] =>
  draft === 'failed' || isDraftTimeUnknown ? { draftId } : { draftId, draftAt };

/** Calls the core once for each operation id: a repeat returns the first answer. */
const ask = async (
  { store }: FormStore,
  { command, unchanged, unchangedIn, typed, typedIn, draft, operationId }: Omit<Unanswered, 'values'>,
): Promise<Submitted> => {
  const { form } = store.getState();
  const common = { command, ...draft, operationId, ...accountOf(form) };
  return form.intentId === null
    ? await core.outbox.submit({ ...common, base: form.base, unchanged, unchangedIn })
    : await core.outbox.edit({
        ...common,
        id: form.intentId,
        seen: form.seen ?? null,
        typed,
        typedIn,
        ...(form.version === null ? {} : { version: form.version }),
      });
};

/**
 * Repeats the call whose answer was lost, so that nothing is created twice. If the call saved the form, the form
 * becomes a form of the saved item, or of the record if the item is delivered. Returns the answer; null if nothing was
 * saved; `discarded` if the user has discarded the item since.
 */
export const repeatUnanswered = async (
  formStore: FormStore,
): Promise<Extract<Submitted, { ok: true }> | 'discarded' | null> => {
  const { store } = formStore;
  const { unanswered, form } = store.getState();
  if (unanswered === null) return null;
  const { command, values } = unanswered;
  const answer = await ask(formStore, unanswered);
  if (!answer.ok) {
    // Another window ended the draft, and the text of this form is already in a separate draft.
    const isGone = answer.code === 'draft-gone' && store.getState().draftId !== unanswered.draft.draftId;
    store.setState({ unanswered: null, ...(isGone ? { isDraftGone: true } : {}) });
    return null;
  }
  // If the item was already sent, its change was saved in a successor (`answer.id`).
  const ownId = form.intentId ?? answer.id;
  if (await leaveDiscarded(formStore, ownId)) return 'discarded';
  if (answer.id !== ownId && (await core.outbox.get({ id: answer.id }))?.intent.state === 'discarded') {
    store.setState({ unanswered: null, ...(await draftAfter(store)), draft: 'waiting' });
    return null;
  }
  const item = await savedItemOf(form, command, answer);
  const { draftId, draftAt } = store.getState();
  const draft = await draftAfter(store);
  store.setState((now) => ({
    unanswered: null,
    // The draft is gone because this save ended it. It still exists if text was written to it meanwhile.
    isDraftGone: false,
    ...(now.draftId === draftId && now.draftAt === draftAt ? draft : {}),
    // The draft may have ended although it had text that is not saved yet, so it is written again.
    ...(now.values === values ? {} : { draft: 'waiting' as const }),
    // A delivered item cannot be undone, and the next save makes a new item.
    savedBefore: item === null ? [] : [...now.savedBefore, answer],
    isDraftTimeUnknown: true,
    form: { ...form, start: values, values, emptied: undefined, ...item },
    // A child that the user removed meanwhile is in the CRM, or will be, so the edit has to name it as removed.
    ...(item === null || form.target !== null ? { values: withRemoved(now.values, values) } : {}),
  }));
  return answer;
};

type Item = Pick<OpenForm, 'intentId' | 'earlier' | 'version' | 'base'> & Partial<Pick<OpenForm, 'seen'>>;

/** The item of which the form is a form after `answer`; null if it is delivered. */
const savedItemOf = async (
  form: OpenForm,
  command: Command,
  { id, version }: Extract<Submitted, { ok: true }>,
): Promise<Item | null> => {
  const { intentId, earlier, base } = form;
  // Further changes of this item also go into its successor.
  if (intentId !== null && id !== intentId) return { intentId, earlier, version: form.version, base };
  if (intentId !== null || form.target === null)
    return { intentId: id, earlier: command, version: version ?? null, base };
  return await itemOf(form, id);
};

/** The item that an edit of a record was saved in; null if it is delivered. It can contain earlier edits too. */
const itemOf = async (form: OpenForm, id: string): Promise<Item | null> => {
  const intent = (await core.outbox.get({ id }))?.intent;
  if (intent === undefined || intent.state === 'applied' || intent.state === 'discarded') return null;
  const { command, version, base } = intent;
  return { intentId: id, earlier: command, version, base, seen: form.base };
};

/**
 * Submits the command that was built from `values`. Until the answer arrives, each later save repeats the call first.
 * If more was typed meanwhile, the next save repeats it too, and the form becomes a form of what was saved.
 */
export const handOver = async (
  formStore: FormStore,
  built: Pick<Unanswered, 'command' | 'unchanged' | 'unchangedIn' | 'typed' | 'typedIn' | 'values'>,
): Promise<Submitted> => {
  const { store } = formStore;
  const { values } = built;
  const unanswered = { ...built, operationId: crypto.randomUUID(), draft: draftOf(store.getState()) };
  store.setState({ unanswered });
  const answer = await ask(formStore, unanswered).catch((error: unknown) => {
    // The save may have ended the draft. If more was typed since, the draft is written again.
    if (store.getState().values !== values) store.setState({ draft: 'waiting' });
    void formStore.actions.flush();
    throw error;
  });
  store.setState((now) => ({ unanswered: answer.ok && now.values !== values ? now.unanswered : null }));
  return answer;
};

/**
 * The item was delivered before the change was saved. Stores what was typed as a draft of the item, which opens as an
 * edit of the record. If another form has written the draft since, the text becomes a separate draft. Returns the id of
 * the draft; null if nothing was typed.
 */
export const draftOfDelivered = async (
  { store }: FormStore,
  itemId: string | null,
): Promise<string | null> => {
  const { form, values, draft, draftId, draftAt, isDraftTimeUnknown } = store.getState();
  if (draft === 'none' && draftAt === null) return null;
  // After a write without an answer, `draftAt` is too old: the form's own text would seem to be that of another form.
  const isTimeKnown = draft !== 'failed' && !isDraftTimeUnknown;
  const saved = await core.outbox.saveDraft({
    id: draftId,
    kind: form.kind,
    target: form.target,
    form: storedForm({ values, start: form.start, lists: form.asked.lists }),
    base: form.base,
    intentId: itemId,
    ...accountOf(form),
    ...(isTimeKnown ? { writer: crypto.randomUUID(), knownAt: draftAt, apartId: newDraftId() } : {}),
  });
  return saved.id;
};
