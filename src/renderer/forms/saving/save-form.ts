/**
 * Saves a form to the outbox: checks it, submits it, and returns the result. Nothing here waits for the
 * network. When it returns `saved`, the edit is on disk, and the same commit has removed the draft.
 */
import type { Draft } from '#shared/contract/outbox';
import type { Refusal, Submitted } from '#shared/contract/outbox-decisions';
import { type Command, isLocalRef } from '#shared/domain/intent';
import { core } from '../../client/client';
import { usePreferences } from '../../client/preferences';
import { arrivedChildren } from './arrived-children';
import type { FormIssue, FormStore } from '../session/form-store';
import { type FormValues, listValue, textValue } from '../values/form-values';
import type { OpenForm } from '../session/opened-form';
import { withItemOfNow } from '../opening/item-of-now';
import { draftOfDelivered, handOver, repeatUnanswered } from './hand-over';
import { leaveInDoubt } from './item-in-doubt';
import { leaveDiscarded } from './leave-discarded';
import { newDraftId } from '../../navigation/form-route';
import { savedName } from '../values/title-of-values';
import { sentNumberIssues } from './sent-numbers';
import { asIssues, typedCommand, typedIn, typedIssues, withoutAskedIssues } from './typed-command';
import { joinWaitingItem } from './waiting-item';
import { type SaveStep, stepsToUndo } from './save-steps';
import { overOrderedIn, type OverOrdered } from '../kinds/order-lines';
import { numberTakenBy } from '../kinds/propose-number';

export type SaveResult =
  | {
      kind: 'saved';
      intentId: string;
      outcome: SaveStep['outcome'];
      /** The version of the item; absent if it is not known. */
      version?: number;
      /** What the form saved before, if Undo must take it back apart from this. */
      earlier?: readonly SaveStep[];
      named: ReturnType<typeof savedName>;
    }
  | { kind: 'unchanged' }
  | { kind: 'issues' }
  /** More is invoiced than was ordered; saving again with `confirmed` confirms it. */
  | { kind: 'over-ordered'; lines: OverOrdered[] }
  /** Another window saved or discarded the draft; saving again with `isSecond` confirms it. */
  | { kind: 'draft-gone' }
  /** The item was delivered meanwhile. The draft opens as an edit of its record. */
  | { kind: 'delivered'; draftId: string }
  /**
   * `discarded`: the user has discarded the item. The form no longer belongs to it, and saving again makes a new item.
   * `no-change`: the user has taken back all that the item changes. The item stays as it is.
   */
  | { kind: 'refused'; code: Exclude<Refusal['code'], 'draft-gone' | 'changed'> | 'discarded' | 'no-change' };

/** Checks whether a document on this computer already has the number; a pure rule cannot do that. */
const numberIssue = async (
  command: Command,
  ownIds: readonly string[],
): Promise<Record<string, FormIssue>> => {
  const field = command.kind === 'receipt' ? 'cash_collection_invoice_no' : 'serial_id';
  if (command.kind !== 'outboundInvoice' && command.kind !== 'receipt' && command.kind !== 'company')
    return {};
  const number = command.fields[field];
  if (typeof number !== 'string' || number === '') return {};
  return (await numberTakenBy(command.kind, number, ownIds)) === null
    ? {}
    : { [`fields.${field}`]: { code: 'number-taken' } };
};

/** The ids under which the lists show the record of the form: none if it is new. */
const ownIdsOf = async ({ target }: OpenForm, itemId: string | null): Promise<string[]> => {
  const maker = itemId ?? (target !== null && isLocalRef(target) ? target : null);
  // The item may have been delivered since the form was opened.
  const realId = maker === null ? null : ((await core.outbox.get({ id: maker }))?.intent.realId ?? null);
  return [target, itemId, realId].filter((id) => id !== null);
};

export interface SaveOptions {
  /** The user knows that more is invoiced than was ordered. */
  confirmed?: boolean;
  /** The user knows that another window saved or discarded the draft. */
  isSecond?: boolean;
  /** The user knows that fields are empty which the service lists as required. */
  withoutAsked?: boolean;
  before?: () => Promise<void>;
}

/**
 * Sets the busy state first, so that a second press has no effect. Throws if the core cannot be reached; then the form
 * keeps what was typed, and saving again is safe. `before` runs after validation and before submitting. It runs again
 * at each later save, also at a second save of what was typed meanwhile.
 */
export const saveForm = async (form: FormStore, options: SaveOptions = {}): Promise<SaveResult> => {
  form.actions.setBusy(true);
  try {
    const result = await checkAndSave(form, options);
    // The save may have ended the draft, so text that was typed meanwhile is written again. The form may be closed by
    // now.
    if (result.kind === 'issues' || result.kind === 'over-ordered' || result.kind === 'refused')
      void form.actions.flush();
    return result;
  } finally {
    form.actions.setBusy(false);
  }
};

type SavedAnswer = Extract<Submitted, { ok: true }>;

/** The result of a save that the core accepted with `answer`; `values` are what was saved. */
const savedResult = (
  { store }: FormStore,
  answer: SavedAnswer,
  values: FormValues,
): Extract<SaveResult, { kind: 'saved' }> => {
  const { savedBefore, form } = store.getState();
  const { step, earlier } = stepsToUndo([...savedBefore.filter((one) => one !== answer), answer]);
  return {
    kind: 'saved',
    intentId: step.id,
    outcome: step.outcome,
    ...(step.version === undefined ? {} : { version: step.version }),
    ...(earlier.length === 0 ? {} : { earlier }),
    named: savedName(form.kind, values, usePreferences.getState().language),
  };
};

/**
 * Finds out what became of a save without an answer, before the form is closed; null if nothing was saved. Throws if
 * the core cannot be reached. Then the result is unknown, and the form must stay open.
 */
export const endUnanswered = async (
  formStore: FormStore,
): Promise<Extract<SaveResult, { kind: 'saved' }> | null> => {
  const { unanswered, draftAt, form } = formStore.store.getState();
  const values = unanswered?.values;
  // A save removes its draft in the same commit. If the draft still exists, nothing was saved, and the user may have
  // changed it since.
  const drafts = unanswered === null ? [] : await core.outbox.drafts();
  const isThere = drafts.some(
    ({ id, intentId }) => id === unanswered?.draft.draftId && intentId === form.intentId,
  );
  if (draftAt !== null && isThere) return null;
  const answer = await repeatUnanswered(formStore).catch((error: unknown) => {
    // Nothing of this form can be saved while another account is open; its draft is on disk.
    if ((error as { code?: unknown } | null)?.code === 'other-account') return null;
    throw error;
  });
  if (answer === null || answer === 'discarded' || values === undefined) return null;
  return savedResult(formStore, answer, values);
};

const checkAndSave = async (
  formStore: FormStore,
  { confirmed = false, isSecond = false, withoutAsked = false, before }: SaveOptions,
): Promise<SaveResult> => {
  const { store, actions } = formStore;
  const untaken = await actions.takePicks();
  if (Object.keys(untaken).length > 0) {
    const { form, values } = store.getState();
    // The issues of the other fields are shown at the same time.
    actions.setIssues({ ...typedIssues(form, values, typedCommand(form, values)), ...untaken });
    return { kind: 'issues' };
  }
  const repeated = await repeatUnanswered(formStore);
  if (repeated === 'discarded') return { kind: 'refused', code: 'discarded' };
  await leaveInDoubt(formStore);
  await joinWaitingItem(formStore);
  const { form, values } = store.getState();
  const arrived = arrivedChildren(form, values);
  if (arrived !== null) {
    store.setState({ values: arrived.values, draft: 'waiting' });
    actions.setIssues(arrived.issues);
    return { kind: 'issues' };
  }
  const savedAs = (answer: SavedAnswer): SaveResult => savedResult(formStore, answer, values);
  /** Everything is saved already. What was typed since, and taken back, may be in a draft again. */
  const endsAs = async (answer: SavedAnswer): Promise<SaveResult> => {
    await actions.stop();
    const { draftId, draftAt } = store.getState();
    const isOwn = ({ id, updatedAt }: Draft): boolean => id === draftId && updatedAt === draftAt;
    if ((await core.outbox.drafts()).some(isOwn)) await core.outbox.deleteDraft({ id: draftId });
    return savedAs(answer);
  };
  const isAsOpened = JSON.stringify(values) === JSON.stringify(form.start);
  // The answer was lost, and nothing was changed since.
  if (repeated !== null && isAsOpened) {
    return await endsAs(repeated);
  }
  const typed = typedCommand(form, values);
  const { built, command, refs } = typed;
  if (form.target !== null && form.earlier === null && !built.changed) {
    const saved = repeated ?? store.getState().savedBefore.at(-1);
    if (saved === undefined) return { kind: 'unchanged' };
    return await endsAs(saved);
  }
  const itemId = form.intentId;
  const ownIds = await ownIdsOf(form, itemId);
  const found = {
    // Added first, so that the form's own rules override these messages.
    ...(await sentNumberIssues(form, values)),
    ...typedIssues(form, values, typed),
    ...(await numberIssue(command, ownIds)),
  };
  const issues = withoutAsked ? withoutAskedIssues(found) : found;
  if (Object.keys(issues).length > 0) {
    actions.setIssues(issues);
    return { kind: 'issues' };
  }
  // A version without a change is not saved: Undo would then undo this version and not the last change. A refused item
  // is sent again.
  if (itemId !== null && isAsOpened && form.refusal === null) {
    if (await leaveDiscarded(formStore, itemId)) return { kind: 'refused', code: 'discarded' };
    const item = (await core.outbox.get({ id: itemId }))?.intent;
    // Another form of the same draft saved the item since. The item may contain what this form removed from the draft's
    // text.
    if (item?.state === 'queued' && item.version !== form.version) {
      const now = await withItemOfNow(form, values);
      if (now !== null) {
        store.setState(now);
        return await checkAndSave(formStore, {
          confirmed,
          isSecond,
          withoutAsked,
          ...(before ? { before } : {}),
        });
      }
    }
    if (item?.state !== 'rejected') {
      // The form stayed open after a save because more was typed meanwhile. The user has taken that back, so the
      // earlier save counts.
      const saved = store.getState().savedBefore.at(-1);
      if (saved === undefined) return { kind: 'unchanged' };
      return await endsAs(saved);
    }
  }
  if (command.kind === 'outboundInvoice' && !confirmed) {
    const lines = await overOrderedIn(values.children, ownIds);
    if (lines.length > 0) return { kind: 'over-ordered', lines };
  }
  // The commit that stores the intent removes the draft. No later keystroke may write it again.
  await actions.flush();
  // Try the draft once more, because only the answer may have been lost.
  if (store.getState().draft === 'failed') await actions.flush();
  if (store.getState().isDraftGone && !isSecond) return { kind: 'draft-gone' };
  await before?.();
  const { unchanged, unchangedIn } = built;
  const answer = await handOver(formStore, {
    command,
    unchanged,
    unchangedIn,
    ...typedIn(form.kind, typed),
    values,
  });
  if (answer.ok) {
    // More was typed meanwhile. The user's confirmation was for other values, so `confirmed` is not passed on.
    if (store.getState().unanswered !== null)
      return await checkAndSave(formStore, { isSecond, withoutAsked, ...(before ? { before } : {}) });
    await actions.stop();
    return savedAs(answer);
  }
  // This issue is of no field, so none could be marked.
  if (answer.issues.some(({ code }) => code === 'no-change')) return { kind: 'refused', code: 'no-change' };
  if (answer.code === 'invalid' && answer.issues.length > 0) {
    actions.setIssues(asIssues(answer.issues, refs));
    return { kind: 'issues' };
  }
  if (answer.code === 'delivered') {
    const draftId = await draftOfDelivered(formStore, itemId);
    if (draftId !== null) return { kind: 'delivered', draftId };
  }
  if (answer.code === 'changed') {
    const now = await withItemOfNow(store.getState().form, store.getState().values);
    if (now === null) return { kind: 'refused', code: 'not-found' };
    store.setState(now);
    // `before` has run already, so it is not passed on.
    return await checkAndSave(formStore, { confirmed, isSecond, withoutAsked });
  }
  if (answer.code === 'not-now' && itemId !== null && (await leaveDiscarded(formStore, itemId)))
    return { kind: 'refused', code: 'discarded' };
  if (answer.code === 'unknown-ref' && form.target !== null && (await leaveDiscarded(formStore, form.target)))
    return { kind: 'refused', code: 'discarded' };
  if (answer.code !== 'draft-gone') return { kind: 'refused', code: answer.code };
  // If the user confirms, the form is saved with a new draft id, because the draft is gone.
  store.setState({ isDraftGone: true, draftId: newDraftId(), draftAt: null, draft: 'none' });
  return { kind: 'draft-gone' };
};

/**
 * Returns true if a new receipt lacks a handler or a company, so that it may become a draft (contract E7).
 */
export const receiptMayBeDraft = (values: FormValues): boolean =>
  textValue(values.fields.company_id) === '' || listValue(values.fields.handler).length === 0;
