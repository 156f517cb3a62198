/**
 * Finds the form that an address names: a draft from disk, the record with pending work, an item of the outbox, or a
 * blank form.
 */
import { isLocalRef } from '#shared/domain/intent';
import { core } from '../../client/client';
import type { FormRef } from '../../navigation/form-route';
import { askedFields } from '../fields/asked-fields';
import { NO_ITEM } from '../session/opened-form';
import { buildBlank } from './form-blank';
import { fromDraft } from './form-of-draft';
import { fromIntent, withDraftOfRecord } from './form-of-item';
import { fromRecord } from './form-of-record';
import type { Session, SessionResult } from './session-result';

interface FormContext {
  /** The open account; null if it is not known. */
  accountId?: string | null;
  /** The user of the account: the owner of a new document. */
  selfUserId: string | null;
  /** The service's wall clock: the time of a new document. */
  now: string;
}

/** Finds the form that the address names, with its draft if there is one. */
export const openSession = async (ref: FormRef, context: FormContext): Promise<SessionResult> => {
  const found = await findForm(ref, context);
  return found.ok ? { ok: true, form: { ...found.form, accountId: context.accountId ?? null } } : found;
};

const findForm = async (ref: FormRef, context: FormContext): Promise<Session> => {
  // The record is read in parallel to the drafts. If there is a draft of the record, it is shown instead.
  const record = ref.mode === 'edit' && !isLocalRef(ref.target) ? fromRecord(ref.kind, ref.target) : null;
  record?.catch(() => undefined);
  const drafts = await core.outbox.drafts();
  const own =
    ref.mode === 'intent'
      ? undefined
      : drafts.find(({ id, kind }) => id === ref.ownDraft && kind === ref.kind);
  switch (ref.mode) {
    case 'new': {
      const draft = own ?? drafts.find(({ id }) => id === ref.draftId);
      if (draft) return await fromDraft(draft);
      const values = await buildBlank(ref.kind, ref.about, context);
      return {
        ok: true,
        form: {
          kind: ref.kind,
          target: null,
          ...NO_ITEM,
          draftId: ref.draftId,
          draftAt: null,
          base: null,
          start: values,
          values,
          restored: false,
          caution: null,
          hasChildren: true,
          asked: await askedFields(ref.kind, null),
        },
      };
    }
    case 'edit': {
      // A record that is only in the outbox is the item itself, so an emptied field is left out of its
      // command.
      const waiting = isLocalRef(ref.target)
        ? await fromIntent(
            ref.target,
            own?.intentId === null ? undefined : drafts.find(({ intentId }) => intentId === ref.target),
          )
        : null;
      const draft =
        own ??
        drafts.find(
          ({ kind, target, intentId }) => kind === ref.kind && target === ref.target && intentId === null,
        );
      if (waiting?.ok && (waiting.form.intentId !== null || draft === undefined))
        return await withDraftOfRecord(waiting, draft === undefined ? [] : [draft]);
      return draft ? await fromDraft(draft) : await (record ?? fromRecord(ref.kind, ref.target));
    }
    case 'intent': {
      const opened = await fromIntent(
        ref.intentId,
        drafts.find(({ intentId }) => intentId === ref.intentId),
      );
      if (!opened.ok || opened.form.intentId !== null) return await withDraftOfRecord(opened, drafts);
      // For an item in doubt, the form and its draft belong to the record.
      const draft = !opened.form.restored
        ? drafts.find(
            ({ kind, target, intentId }) =>
              kind === ref.kind && target === opened.form.target && intentId === null,
          )
        : undefined;
      return draft ? await fromDraft(draft) : opened;
    }
  }
};
