/**
 * The drafts of forms. Several forms, in several windows, can have the same draft open. No form overwrites the
 * text of another, and a draft that one form has saved as a new record makes no second record (OB71).
 */
import type { Draft } from '#shared/contract/outbox';
import type { Submitted } from '#shared/contract/outbox-decisions';
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import type { OutboxContext } from '../outbox-context';

/** The draft of the form that is saved. */
export interface FormDraft {
  draftId?: string | null | undefined;
  /**
   * The draft's `updatedAt` as the form knows it; null if the form never wrote or read it. If it is given and
   * the draft is gone, nothing is saved. If another form wrote the draft since, the draft stays.
   */
  draftAt?: number | null | undefined;
}

type Context = Pick<OutboxContext, 'store'>;

/** Returns true if another form has saved or discarded the draft. */
export const isDraftGone = ({ store }: Context, { draftId, draftAt }: FormDraft): boolean =>
  Boolean(draftId) && typeof draftAt === 'number' && !store.hasDraft(String(draftId));

/**
 * Returns true if another form has saved or discarded the draft of a submitted command. The draft may still exist after
 * another form saved it as a new record: then it has later text and belongs to the item of that record.
 */
export const isDraftEnded = (context: Context, form: FormDraft, command: Command): boolean =>
  isDraftGone(context, form) || isSavedAlready(context, form, command);

const isSavedAlready = ({ store }: Context, { draftId }: FormDraft, { target }: Command): boolean => {
  if (target !== null || !draftId) return false;
  const belongsTo = store.draft(draftId)?.intentId ?? null;
  const item = belongsTo === null ? null : store.savedFrom(draftId);
  // If the user discarded the item, the draft is a draft of a new record again.
  return item !== null && store.get(item)?.state !== 'discarded';
};

/**
 * Deletes the draft of a form whose content was saved. If another form has written the draft since, its text
 * stays and belongs to the new item.
 */
export const endDraft = (
  { store }: Context,
  { draftId, draftAt }: FormDraft,
  saved: Submitted,
): Submitted => {
  if (!saved.ok || !draftId) return saved;
  const stored = draftAt === undefined ? null : store.draft(draftId);
  const isOfAnother = stored !== null && stored.updatedAt !== draftAt;
  if (!isOfAnother) store.deleteDraft(draftId);
  else if (saved.outcome === 'new' && stored.target === null && !isOfLiveItem(store, stored))
    // `updatedAt` stays the same, so that the form that wrote the text still recognises the draft as its own.
    store.adoptDraft({ ...stored, intentId: saved.id });
  return saved;
};

/** Returns false if the draft belongs to no item, or the user discarded that item. */
const isOfLiveItem = (store: Context['store'], { intentId }: Draft): boolean =>
  intentId !== null && store.get(intentId)?.state !== 'discarded';

export interface WrittenDraft {
  id?: string | null;
  kind: IntentKind;
  target: string | null;
  form: unknown;
  base: Snapshot | null;
  intentId?: string | null;
  /**
   * `writer` names the form. `knownAt` is the draft's `updatedAt` that this form knows. If another form wrote or ended
   * the draft since, this text becomes a new draft with the id `apartId`. If the other form saved the draft as a new
   * record, the new draft belongs to the item of that record and opens as an edit of it. `tried` is the text of a write
   * whose answer this form did not get. If the draft has this text, this form wrote it.
   */
  writer?: string | undefined;
  knownAt?: number | null | undefined;
  apartId?: string | undefined;
  tried?: unknown;
}

/** `isEnded`: another form had saved or discarded the draft, so this text is now a separate draft. */
export type SavedDraft = Draft & { isEnded: boolean };

export interface FormDrafts {
  save(draft: WrittenDraft): SavedDraft;
  remove(id: string): void;
}

export const createFormDrafts = ({ store, random }: Pick<OutboxContext, 'store' | 'random'>): FormDrafts => {
  /** The form that wrote each draft last, since the start. */
  const writers = new Map<string, string>();
  /** The item that a written draft belongs to, if the form does not name it. */
  const itemOf = (id: string, target: string | null, ended: string | null): string | null => {
    const savedAs = ended === null || target !== null ? null : store.savedFrom(ended);
    const stored = store.draft(id);
    return savedAs ?? (stored?.target === target ? stored.intentId : null);
  };
  return {
    save: ({ id = null, writer, knownAt, apartId, tried, intentId = null, ...draft }) => {
      const stored = id === null ? null : store.draft(id);
      const last = id === null ? undefined : writers.get(id);
      // If an answer was lost, the form knows an older time than that of its own last text.
      const isChanged = stored === null ? typeof knownAt === 'number' : stored.updatedAt !== knownAt;
      // A restart forgets the writers, so a draft with the text that the form tried to write also counts as its own.
      const isOwn = last === writer || (stored !== null && isSameText(stored.form, tried));
      const isOfAnother = writer !== undefined && !isOwn && isChanged;
      const own = id !== null && !isOfAnother ? id : (apartId ?? `draft:${random.uuid()}`);
      // Even the form that wrote the draft last may find it ended: another form saved the text, or its own save
      // succeeded but the answer was lost.
      const ended = stored === null && typeof knownAt === 'number' ? id : null;
      const saved = store.saveDraft({
        ...draft,
        id: own,
        intentId: intentId ?? itemOf(own, draft.target, ended),
      });
      if (writer !== undefined) writers.set(own, writer);
      return { ...saved, isEnded: id !== null && own !== id && stored === null };
    },
    remove: (id) => {
      writers.delete(id);
      store.deleteDraft(id);
    },
  };
};

const isSameText = (stored: unknown, tried: unknown): boolean =>
  tried !== undefined && JSON.stringify(stored) === JSON.stringify(tried);
