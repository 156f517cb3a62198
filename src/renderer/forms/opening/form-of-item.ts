/** The form of an item of the outbox, with its draft if there is one. */
import type { Draft } from '#shared/contract/outbox';
import type { IntentView } from '#shared/contract/outbox-item';
import { core } from '../../client/client';
import { newDraftId } from '../../navigation/form-route';
import { whyNotSent } from '../../records/why-rejected';
import { askedFields, listKeysIn, withListsOf, withTextsOf } from '../fields/asked-fields';
import type { OpenForm } from '../session/opened-form';
import { valuesOf } from '../values/form-values';
import { fromRecord } from './form-of-record';
import { overItem, readItem } from './item-of-now';
import { rebasedDraft } from './rebase-draft';
import { withRemoved } from './removed-children';
import type { Found, Session } from './session-result';
import { readStored } from './stored-form';

const refusalOf = (intent: IntentView): OpenForm['refusal'] => {
  const { state, reason } = intent;
  if (state !== 'rejected' || reason === null) return null;
  const why = whyNotSent(intent);
  return { why, message: reason.message ?? (why === null ? reason.code : ''), field: reason.field ?? null };
};

/** An edit that was saved while the item was being sent waits behind it. */
const hasLaterEdit = async ({ id, kind, state, command }: IntentView): Promise<boolean> => {
  const known = state === 'queued' ? await core.outbox.editBase({ kind, ref: command.target ?? id }) : null;
  return known?.pending.at(-1) !== undefined && known.pending.at(-1)?.id !== id;
};

/**
 * The form with a draft from another kind of form: the draft was written in a form of the record and the form is of the
 * item, or the reverse. The user's changes in the draft are applied to the values of the form.
 */
const withDraft = async (form: Found, draft: Draft): Promise<Session> => {
  const { values: typed, start, lists } = overItem(null, form.values, readStored(draft.form));
  const values = withRemoved(typed, start);
  const asked = await withListsOf(form.kind, form.asked, lists);
  return {
    ok: true,
    form: { ...form, draftId: draft.id, draftAt: draft.updatedAt, values, start, asked, restored: true },
  };
};

/**
 * Continues a draft that was written while the new record was in doubt. The draft belongs to a form of the record;
 * after a refusal the form is a form of the item again.
 */
export const withDraftOfRecord = async (opened: Session, drafts: readonly Draft[]): Promise<Session> => {
  if (!opened.ok || opened.form.target !== null || opened.form.intentId === null || opened.form.restored)
    return opened;
  const { form } = opened;
  const draft = drafts.find(({ target, intentId }) => target === form.intentId && intentId === null);
  return draft === undefined ? opened : await withDraft(form, draft);
};

export const fromIntent = async (intentId: string, draft: Draft | undefined): Promise<Session> => {
  const intent = (await core.outbox.get({ id: intentId }))?.intent;
  if (!intent) return { ok: false, why: 'gone' };
  const { command, state } = intent;
  const { target } = command;
  if (state === 'applied')
    return draft !== undefined && target === null && intent.kind !== 'trailNote'
      ? await fromDelivered(intent, draft)
      : { ok: false, why: 'delivered' };
  if (state === 'discarded') return { ok: false, why: 'discarded' };
  // What was sent can no longer be changed. So this becomes a form of the record, with the values of all waiting edits.
  if (intent.kind !== 'trailNote' && (intent.frozen || (await hasLaterEdit(intent)))) {
    const opened = await fromRecord(intent.kind, target ?? intent.id);
    if (opened.ok)
      return draft === undefined
        ? opened
        : await withDraft({ ...opened.form, base: target === null ? opened.form.base : intent.base }, draft);
  }
  const { known, seen, values } = await readItem(intent);
  const stored =
    draft === undefined ? { values, start: values } : overItem(target, values, readStored(draft.form));
  const { lists, ...texts } = stored;
  return {
    ok: true,
    form: {
      kind: intent.kind,
      target,
      intentId,
      earlier: command,
      version: intent.version,
      draftId: draft?.id ?? newDraftId(),
      draftAt: draft?.updatedAt ?? null,
      base: intent.base,
      // Not for the draft of an edit: its text may have been typed when the record had older values.
      seen: draft === undefined || target === null ? seen : null,
      ...texts,
      restored: draft !== undefined,
      caution: null,
      refusal: refusalOf(intent),
      hasChildren: target === null || (known?.hasChildren ?? true),
      asked: withTextsOf(
        await askedFields(intent.kind, intent.reason?.field ?? null, [
          ...listKeysIn(command.custom),
          ...(lists ?? []),
        ]),
        command,
      ),
    },
  };
};

/**
 * Continues the draft of a new record that was delivered meanwhile as an edit of the record. The user's changes in the
 * draft are applied to the present values of the record. New contacts and lines are added. Changed and removed ones are
 * not applied, because their new ids are unknown.
 */
const fromDelivered = async (intent: IntentView, draft: Draft): Promise<Session> => {
  if (intent.realId === null) return { ok: false, why: 'delivered' };
  const opened = await fromRecord(intent.kind, intent.realId);
  if (!opened.ok) return { ok: false, why: 'delivered' };
  const { fields, children, custom } = intent.command;
  const saved = valuesOf(intent.kind, { fields, children, custom });
  // The item may have been edited elsewhere after the draft was begun.
  const { values: typed, lists } = overItem(null, saved, readStored(draft.form));
  const { form } = opened;
  const { values, areChildrenKept } = rebasedDraft(form.values, {
    saved,
    typed,
    canAdd: intent.kind !== 'receipt',
  });
  return {
    ok: true,
    form: {
      ...form,
      draftId: draft.id,
      draftAt: draft.updatedAt,
      values,
      asked: await withListsOf(form.kind, form.asked, lists),
      restored: true,
      caution: areChildrenKept ? 'delivered' : 'delivered-children',
    },
  };
};
