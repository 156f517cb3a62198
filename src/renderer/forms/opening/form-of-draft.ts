/** The form that continues a draft. */
import type { Draft } from '#shared/contract/outbox';
import { core } from '../../client/client';
import { askedFields, listKeysIn, withTextsOf } from '../fields/asked-fields';
import { NO_ITEM } from '../session/opened-form';
import { valuesOf } from '../values/form-values';
import { type Caution, cautionOfDiscarded, discardedTarget } from './caution';
import { withSaved, withUnchangedOfNow } from './draft-over-record';
import { newChildRef } from './form-blank';
import { fromIntent } from './form-of-item';
import type { NotFound, Session } from './session-result';
import { readStored } from './stored-form';
import { withoutItem } from './without-item';

/**
 * Opens a draft whose item was discarded, as a form without an item. Also for the draft of an edit whose record a
 * discarded item would have created.
 */
const fromDiscarded = async (draft: Draft, hasChildren: boolean): Promise<Session> => {
  const { kind } = draft;
  const maker = await discardedTarget(draft.target);
  const target = maker === undefined ? draft.target : null;
  const intent =
    draft.intentId === null ? undefined : (await core.outbox.get({ id: draft.intentId }))?.intent;
  const { values, start, caution, emptied, lists = [] } = readStored(draft.form);
  const earlier = intent?.command ?? null;
  const asked = await askedFields(kind, null, [...listKeysIn(earlier?.custom), ...lists]);
  return {
    ok: true,
    form: {
      kind,
      target,
      ...NO_ITEM,
      draftId: draft.id,
      draftAt: draft.updatedAt,
      ...withoutItem({ kind, target, base: intent?.base ?? draft.base, earlier, start }, values, newChildRef),
      ...(emptied === undefined ? {} : { emptied }),
      restored: true,
      caution: cautionOfDiscarded(maker ?? intent) ?? caution ?? null,
      hasChildren: target === null || hasChildren,
      asked: earlier === null ? asked : withTextsOf(asked, earlier),
    },
  };
};

/** For the draft of a new record whose item cannot be opened. */
const cautionOf = (why: NotFound['why']): Caution | null => {
  if (why === 'delivered') return 'delivered-note';
  return why === 'gone' ? 'item-lost' : null;
};

const NOTHING = { fields: {}, children: [] };

export const fromDraft = async (draft: Draft): Promise<Session> => {
  const opened = draft.intentId === null ? null : await fromIntent(draft.intentId, draft);
  if (opened?.ok) return opened;
  const isRecord = draft.target === null && draft.kind !== 'trailNote';
  if (opened?.why === 'delivered' && isRecord) return opened;
  // The draft continues as an edit of the record itself, or as a new record.
  const known =
    draft.target === null ? null : await core.outbox.editBase({ kind: draft.kind, ref: draft.target });
  if (opened?.why === 'discarded' || (await discardedTarget(draft.target)) !== undefined)
    return await fromDiscarded(draft, known?.hasChildren ?? true);
  const now = valuesOf(draft.kind, known?.current ?? NOTHING);
  const { lists = [], ...stored } = withUnchangedOfNow(
    withSaved(readStored(draft.form), now.children),
    now.fields,
  );
  return {
    ok: true,
    form: {
      kind: draft.kind,
      target: draft.target,
      ...NO_ITEM,
      draftId: draft.id,
      draftAt: draft.updatedAt,
      base: draft.base,
      ...stored,
      restored: true,
      caution:
        (draft.target === null && opened !== null ? cautionOf(opened.why) : null) ?? stored.caution ?? null,
      hasChildren: draft.target === null || (known?.hasChildren ?? true),
      asked: await askedFields(draft.kind, null, [...listKeysIn(known?.current.custom), ...lists]),
    },
  };
};
