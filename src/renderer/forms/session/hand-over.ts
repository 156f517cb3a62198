/**
 * Hands a checked command over to the outbox. A call whose answer was lost is repeated under its operation id, so
 * that nothing is created twice, and the draft of the form ends in the same commit.
 */
import type { Command } from '#shared/domain/intent';
import { core } from '../../client/client';
import { type OpenForm, storedForm } from './form-session';
import type { FormStore } from './form-store';

/** Nothing of this form may come into another account, which could be open by now. */
export const accountOf = ({ accountId }: Pick<OpenForm, 'accountId'>): { accountId?: string } =>
  accountId === null ? {} : { accountId };

/** The draft to delete when the form ends without being saved; null if another window has written it since. */
export const ownDraft = async (store: FormStore['store']): Promise<string | null> => {
  const { draftId, draftAt } = store.getState();
  const stored = (await core.outbox.drafts()).find(({ id }) => id === draftId);
  return stored === undefined || stored.updatedAt === draftAt ? draftId : null;
};

type Submitted = Awaited<ReturnType<typeof core.outbox.submit>>;
/** A call whose answer was lost, and the answer that its repeat got. */
export interface Repeated {
  command: Command;
  answer: Submitted;
}

/** Calls the core once for each operation id: a repeat returns the first answer. */
const ask = async (
  { store }: FormStore,
  command: Command,
  operationId: string,
  draftAt: number | null | undefined,
): Promise<Submitted> => {
  const { form, draftId } = store.getState();
  const common = { command, draftId, draftAt, operationId, ...accountOf(form) };
  return form.intentId === null
    ? await core.outbox.submit({ ...common, base: form.base })
    : await core.outbox.edit({
        ...common,
        id: form.intentId,
        ...(form.version === null ? {} : { version: form.version }),
      });
};

/**
 * Repeats the call whose answer was lost; null if there is none. Until a later answer arrives, each save
 * repeats it first, so that nothing is created twice.
 */
export const repeatUnanswered = async (formStore: FormStore): Promise<Repeated | null> => {
  const { unanswered, draftAt } = formStore.store.getState();
  if (unanswered === null) return null;
  const { command, operationId } = unanswered;
  return { command, answer: await ask(formStore, command, operationId, draftAt) };
};

/** Submits the command. If the repeated call made an item, later changes become an edit of this item. */
export const handOver = async (
  formStore: FormStore,
  command: Command,
  repeated: Repeated | null,
): Promise<Submitted> => {
  const { store } = formStore;
  const { form, draftId, draftAt, draft } = store.getState();
  const send = async (call: (operationId: string) => Promise<Submitted>): Promise<Submitted> => {
    const operationId = crypto.randomUUID();
    // The item that the repeated call made stays known until this call is answered.
    if (repeated === null) store.setState({ unanswered: { command, operationId } });
    const answer = await call(operationId);
    store.setState({ unanswered: null });
    return answer;
  };
  // If the last text could not be stored as a draft, it is unknown which draft the core has.
  const knownAt = draft === 'failed' ? undefined : draftAt;
  if (repeated === null) return await send((id) => ask(formStore, command, id, knownAt));
  const { answer } = repeated;
  if (JSON.stringify(repeated.command) === JSON.stringify(command)) {
    store.setState({ unanswered: null });
    return answer;
  }
  if (!answer.ok) return await send((id) => ask(formStore, command, id, knownAt));
  // The repeated call has ended the draft, so the draft's time says nothing.
  if (form.intentId !== null || form.target !== null)
    return await send((id) => ask(formStore, command, id, undefined));
  return await send((operationId) =>
    core.outbox.edit({ id: answer.id, command, draftId, operationId, ...accountOf(form) }),
  );
};

/**
 * The item was delivered before the change was saved. What was typed stays as its draft, which opens as an edit
 * of the record. Returns null if nothing was typed.
 */
export const draftOfDelivered = async (
  { store }: FormStore,
  itemId: string | null,
): Promise<string | null> => {
  const { form, values, draft, draftId, draftAt } = store.getState();
  if (draft === 'none' && draftAt === null) return null;
  if (form.intentId === null)
    await core.outbox.saveDraft({
      id: draftId,
      kind: form.kind,
      target: form.target,
      form: storedForm({ values, start: form.start }),
      base: form.base,
      intentId: itemId,
      ...accountOf(form),
    });
  return draftId;
};
