/**
 * Finds the initial values of a form: a draft from disk, the record with pending work, a refused item, or
 * nothing.
 */
import type { Draft, IntentView } from '#shared/contract/outbox';
import { isLocalRef, type Command, type IntentKind, type Snapshot } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';
import { type AskedFields, askedFields, ownValuesOf } from '../fields/asked-fields';
import { type Caution, cautionOfDiscarded, discardedTarget } from './caution';
import { detailsSoon } from './details-soon';
import { buildBlank, newChildRef } from './form-blank';
import { type FormRef, newDraftId } from '../../navigation/form-route';
import { type EmptiedValues, withoutEmptied } from '../values/emptied-values';
import { type FormValues, NO_VALUES, valuesOf } from '../values/form-values';
import { withSaved, withUnchangedOfNow } from './draft-over-record';
import { rebasedDraft, rebasedItem } from './rebase-draft';
import { withRemoved } from './removed-children';
import { readStored, type StoredForm } from './stored-form';
import { withLineFacts } from '../kinds/line-facts';
import { withoutItem } from './without-item';

export interface OpenForm {
  /** The account that the form belongs to; null if it is not known. */
  accountId: string | null;
  kind: IntentKind;
  target: string | null;
  /** The item in the outbox whose command is being edited, its current command and its version. */
  intentId: string | null;
  earlier: Command | null;
  version: number | null;
  draftId: string;
  /** When the draft that the form was opened from was last written; null if there was none. */
  draftAt: number | null;
  base: Snapshot | null;
  /** What the form of an item has shown of the record, beside the item's own base; null for other forms. */
  seen?: Snapshot | null;
  /** The values that the record or the item had when the form was opened: what differs, the user changed. */
  start: FormValues;
  values: FormValues;
  /** What the user emptied in the draft of a new record, also before the form was opened. */
  emptied?: EmptiedValues | undefined;
  /** True if the form was opened from a draft. */
  restored: boolean;
  caution: Caution | null;
  /** Why the service refused, if it did; `field` is a wire name. */
  refusal: { message: string; field: string | null } | null;
  /** True if the contacts or lines of the record are known on this computer. */
  hasChildren: boolean;
  /** Fields outside the contract that this service needs. */
  asked: AskedFields;
}
/** A form that is not that of an item of the outbox. */
export const NO_ITEM = { intentId: null, earlier: null, version: null, refusal: null } as const;
type Found = Omit<OpenForm, 'accountId'>;
type NotFound = { ok: false; why: 'gone' | 'discarded' | 'delivered' };
export type SessionResult = { ok: true; form: OpenForm } | NotFound;
type Session = { ok: true; form: Found } | NotFound;

/** Nothing of this form may come into another account, which could be open by now. */
export const accountOf = ({ accountId }: Pick<OpenForm, 'accountId'>): { accountId?: string } =>
  accountId === null ? {} : { accountId };

const refusalOf = (intent: IntentView): OpenForm['refusal'] =>
  intent.state !== 'rejected' || intent.reason === null
    ? null
    : { message: intent.reason.message ?? intent.reason.code, field: intent.reason.field ?? null };

/** The values of an item: a create contains all of them; an edit is shown over the values of the record. */
const readItem = async ({ id, kind, command }: IntentView) => {
  const { target } = command;
  const known = target === null ? null : await core.outbox.editBase({ kind, ref: target });
  const seen =
    target === null || known === null
      ? { fields: command.fields, children: command.children, custom: command.custom }
      : { ...known.current, custom: { ...(await ownValuesOf(kind, target)), ...known.current.custom } };
  return { known, values: await withLineFacts(kind, { target, itemId: id }, valuesOf(kind, seen)) };
};

/** False for a draft of an item that an earlier version of Satchel wrote: it does not contain the item's values. */
const isKnown = ({ start, emptied }: StoredForm): boolean =>
  emptied !== undefined || Object.keys(start.fields).length > 0;

/** The form's values after its item was edited elsewhere; what the user changed in the form stays. */
export const overItem = (target: string | null, now: FormValues, stored: StoredForm): StoredForm => {
  const { values, start, emptied = NO_VALUES } = stored;
  // For an edit of a record only the changes are sent, so what the form does not change stays anyway.
  if (target !== null || !isKnown(stored)) return stored;
  return {
    values: rebasedItem(withoutEmptied(now, emptied), { saved: start, typed: values }),
    start: now,
  };
};

/**
 * The form with the item as it is now, and its values; null if the item cannot be edited any more. For a form
 * whose item was edited since it was opened.
 */
export const withItemOfNow = async (
  form: OpenForm,
  values: FormValues,
): Promise<{ form: OpenForm; values: FormValues } | null> => {
  const intent = (await core.outbox.get({ id: form.intentId ?? '' }))?.intent;
  if (!intent) return null;
  const { command, version, base } = intent;
  const now = await readItem(intent);
  const merged = overItem(command.target, now.values, { ...form, values });
  return { form: { ...form, earlier: command, version, base, start: merged.start }, values: merged.values };
};

/** An edit that was saved while the item was being sent waits behind it. */
const hasLaterEdit = async ({ id, kind, state, command }: IntentView): Promise<boolean> => {
  const known = state === 'queued' ? await core.outbox.editBase({ kind, ref: command.target ?? id }) : null;
  return known?.pending.at(-1) !== undefined && known.pending.at(-1)?.id !== id;
};

/**
 * The form with a draft that was written in a form of the record for a form of the item, or the other way: what the
 * user changed in the draft is laid over what the form shows.
 */
const withDraft = (form: Found, draft: Draft): Session => {
  const { values: typed, start } = overItem(null, form.values, readStored(draft.form));
  const values = withRemoved(typed, start);
  return {
    ok: true,
    form: { ...form, draftId: draft.id, draftAt: draft.updatedAt, values, start, restored: true },
  };
};

/**
 * The draft of a new record that was in doubt: the form was one of its record then, and it is one of the item again
 * after a refusal.
 */
const withDraftOfRecord = (opened: Session, drafts: readonly Draft[]): Session => {
  if (!opened.ok || opened.form.target !== null || opened.form.intentId === null || opened.form.restored)
    return opened;
  const { form } = opened;
  const draft = drafts.find(({ target, intentId }) => target === form.intentId && intentId === null);
  return draft === undefined ? opened : withDraft(form, draft);
};

const fromIntent = async (intentId: string, draft: Draft | undefined): Promise<Session> => {
  const intent = (await core.outbox.get({ id: intentId }))?.intent;
  if (!intent) return { ok: false, why: 'gone' };
  const { command, state } = intent;
  const { target } = command;
  if (state === 'applied')
    return draft !== undefined && target === null && intent.kind !== 'trailNote'
      ? await fromDelivered(intent, draft)
      : { ok: false, why: 'delivered' };
  if (state === 'discarded') return { ok: false, why: 'discarded' };
  // What was sent cannot be changed any more: the form changes the record, as it will be with all waiting edits.
  if (intent.kind !== 'trailNote' && (intent.frozen || (await hasLaterEdit(intent)))) {
    const opened = await fromRecord(intent.kind, target ?? intent.id);
    if (opened.ok)
      return draft === undefined
        ? opened
        : withDraft({ ...opened.form, base: target === null ? opened.form.base : intent.base }, draft);
  }
  const { known, values } = await readItem(intent);
  const stored =
    draft === undefined ? { values, start: values } : overItem(target, values, readStored(draft.form));
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
      // The text of a draft may have been typed over an older record.
      seen: draft === undefined ? (known?.base ?? null) : null,
      ...stored,
      restored: draft !== undefined,
      caution: null,
      refusal: refusalOf(intent),
      hasChildren: target === null || (known?.hasChildren ?? true),
      asked: await askedFields(intent.kind, intent.reason?.field ?? null),
    },
  };
};

/** Kinds whose details contain more than the list, such as contacts, lines or most of the profile. */
const DETAILED: Partial<Record<IntentKind, ResourceName>> = {
  company: 'company',
  lead: 'lead',
  outboundInvoice: 'outboundInvoice',
  receipt: 'receipt',
};

/** Reads the record's values and its custom fields, both at once, because each answer takes milliseconds. */
const readRecord = (kind: IntentKind, target: string) =>
  Promise.all([core.outbox.editBase({ kind, ref: target }), ownValuesOf(kind, target)]);

const fromRecord = async (kind: IntentKind, target: string): Promise<Session> => {
  const [[held, ownValues], asked] = await Promise.all([readRecord(kind, target), askedFields(kind, null)]);
  if (held === null) return { ok: false, why: 'gone' };
  const resource = DETAILED[kind];
  let [known, custom] = [held, ownValues];
  if (
    !held.hasChildren &&
    resource !== undefined &&
    !isLocalRef(target) &&
    (await detailsSoon(resource, target))
  ) {
    const [withDetails, ownInDetails] = await readRecord(kind, target);
    if (withDetails !== null) [known, custom] = [withDetails, ownInDetails];
  }
  const values = await withLineFacts(
    kind,
    { target },
    valuesOf(kind, { ...known.current, custom: { ...custom, ...known.current.custom } }),
  );
  return {
    ok: true,
    form: {
      kind,
      target,
      ...NO_ITEM,
      draftId: newDraftId(),
      draftAt: null,
      base: known.base,
      start: values,
      values,
      restored: false,
      caution: null,
      hasChildren: known.hasChildren,
      asked,
    },
  };
};

/**
 * The draft of a new record that was delivered meanwhile, as an edit of this record: what the user changed in
 * the draft is applied to what the record has now. New contacts and lines are added; a changed or removed one is
 * not known by its new id.
 */
const fromDelivered = async (intent: IntentView, draft: Draft): Promise<Session> => {
  if (intent.realId === null) return { ok: false, why: 'delivered' };
  const opened = await fromRecord(intent.kind, intent.realId);
  if (!opened.ok) return { ok: false, why: 'delivered' };
  const { fields, children, custom } = intent.command;
  const saved = valuesOf(intent.kind, { fields, children, custom });
  // The item may have been edited elsewhere after the draft was begun.
  const { values: typed } = overItem(null, saved, readStored(draft.form));
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
      restored: true,
      caution: areChildrenKept ? 'delivered' : 'delivered-children',
    },
  };
};

/** Opens the draft of a discarded item, or of an edit of the record that the item was to make, without that item. */
const fromDiscarded = async (draft: Draft, hasChildren: boolean): Promise<Session> => {
  const { kind } = draft;
  const maker = await discardedTarget(draft.target);
  const target = maker === undefined ? draft.target : null;
  const intent =
    draft.intentId === null ? undefined : (await core.outbox.get({ id: draft.intentId }))?.intent;
  const { values, start, caution } = readStored(draft.form);
  const earlier = intent?.command ?? null;
  return {
    ok: true,
    form: {
      kind,
      target,
      ...NO_ITEM,
      draftId: draft.id,
      draftAt: draft.updatedAt,
      ...withoutItem({ kind, target, base: intent?.base ?? draft.base, earlier, start }, values, newChildRef),
      restored: true,
      caution: cautionOfDiscarded(maker ?? intent) ?? caution ?? null,
      hasChildren: target === null || hasChildren,
      asked: await askedFields(kind, null),
    },
  };
};

/** For the draft of a new record whose item cannot be opened. */
const cautionOf = (why: NotFound['why']): Caution | null => {
  if (why === 'delivered') return 'delivered-note';
  return why === 'gone' ? 'item-lost' : null;
};

const NOTHING = { fields: {}, children: [] };

const fromDraft = async (draft: Draft): Promise<Session> => {
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
  const stored = withUnchangedOfNow(withSaved(readStored(draft.form), now.children), now.fields);
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
      asked: await askedFields(draft.kind, null),
    },
  };
};

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
        return withDraftOfRecord(waiting, draft === undefined ? [] : [draft]);
      return draft ? await fromDraft(draft) : await (record ?? fromRecord(ref.kind, ref.target));
    }
    case 'intent': {
      const opened = await fromIntent(
        ref.intentId,
        drafts.find(({ intentId }) => intentId === ref.intentId),
      );
      if (!opened.ok || opened.form.intentId !== null) return withDraftOfRecord(opened, drafts);
      // The form of an item in doubt is one of its record, and so is its draft.
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
