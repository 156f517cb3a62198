/**
 * What happens after a form is saved or left. After a save the screens are refreshed and a toast offers Undo;
 * after leaving, a toast offers to discard the draft.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import type { IntentKind } from '#shared/domain/intent';
import { core } from '../../client/client';
import { onOtherAccount } from '../../client/of-account';
import { useOutboxSummary, useSync } from '../../client/events';
import { inGroup } from '../../client/query-keys';
import { accountOf, type OpenForm } from '../session/opened-form';
import type { FormValues } from '../values/form-values';
import { storedForm } from '../opening/stored-form';
import { type Saved, undoSave } from './undo-save';
import { newDraftId, openDraft } from '../../navigation/form-route';
import { showToast, type Toast, withdrawAction } from '../windows/toast-state';

/** Refetches lists, panels, search and the outbox from disk after a save. */
const refreshAfterSave = (queries: QueryClient): void => {
  for (const group of ['records', 'related', 'search', 'outbox', 'duplicates'] as const)
    void queries.invalidateQueries(inGroup(group));
};

const undoSeconds = (): number => useOutboxSummary.getState().summary?.undoSeconds ?? 0;

const isOnline = (): boolean => {
  const { state } = useSync.getState();
  return state !== null && state.connectivity === 'online' && !state.demoOffline;
};

/**
 * Returns what was saved, such as "Note for Acme", so that the user does not take a late message for another
 * record.
 */
const whatIsSaved = (t: TFunction, { key, name }: Saved['named']): string =>
  name === '' ? t(`form.savedNameless.${key}`) : t(`form.savedWhat.${key}`, { name });

type Wait = IntentView['waits'];

/** The text for each cause that keeps an item back until the user acts or the service allows it. */
const KEPT_BACK = {
  held: 'form.savedHeld',
  paused: 'form.savedPaused',
  review: 'form.savedReview',
  'not-permitted': 'form.savedNotPermitted',
  'sign-in': 'form.savedSignIn',
  later: 'form.savedLater',
  'your-decision': 'form.savedUndecided',
} as const satisfies Partial<Record<NonNullable<Wait>, string>>;

const isKeptBack = (waits: Wait): waits is keyof typeof KEPT_BACK => waits !== null && waits in KEPT_BACK;

/** What decides when a saved item is sent. `after` names the items that are sent before it, if known. */
interface Sending {
  waits: Wait;
  after: readonly (string | undefined)[];
}

const nameOf = ({ subject, title, number, party }: IntentView): string | undefined =>
  [subject, title, number ?? '', party?.name ?? ''].find((name) => name !== '');

/** If the item cannot be read, this uses what is known about all items of its kind. */
const sendingOfKind = (kind: IntentKind): Sending => {
  const { summary } = useOutboxSummary.getState();
  if (summary?.paused === true) return { waits: 'paused', after: [] };
  return { waits: summary?.holds[kind] ?? (undoSeconds() > 0 ? 'undo' : null), after: [] };
};

/**
 * Reads why the saved item waits. An edit that was merged into a waiting item has the cause of that item: it
 * may be held, or its company may not be sent yet. Null if the item is gone, e.g. because another account was
 * opened.
 */
const readSending = async (kind: IntentKind, intentId: string): Promise<Sending | null> => {
  try {
    const found = await core.outbox.get({ id: intentId });
    if (found === null) return null;
    const { waits, waitsFor } = found.intent;
    if (waits !== 'parent') return { waits, after: [] };
    const before = await Promise.all(waitsFor.map((id) => core.outbox.get({ id })));
    return { waits, after: before.map((one) => (one === null ? undefined : nameOf(one.intent))) };
  } catch {
    return sendingOfKind(kind);
  }
};

const savedText = (t: TFunction, { named }: Saved, { waits, after }: Sending): string => {
  const what = whatIsSaved(t, named);
  if (waits === 'parent') {
    const [name] = after;
    return after.length === 1 && name !== undefined
      ? t('form.savedAfter', { what, name })
      : t('form.savedAfterItems', { what, count: Math.max(1, after.length) });
  }
  // Without a connection a try fails because of it, so the message names the connection, as the Outbox does.
  const isKept = isKeptBack(waits) && (waits !== 'later' || isOnline());
  if (isKept) return t(KEPT_BACK[waits], { what });
  if (!isOnline()) return t('form.savedOffline', { what });
  return waits === 'undo' ? t('form.savedUndo', { what, count: undoSeconds() }) : t('form.saved', { what });
};

const LEAST_LIFE_MS = 6000;

let latestMessage = 0;
onOtherAccount(() => {
  latestMessage += 1;
});

type Action = NonNullable<Toast['action']>;
/** What the form contained when it was saved. */
type FormDraft = Parameters<typeof core.outbox.saveDraft>[0];

/** A draft of what was saved, for "Edit again" after Undo. */
export const draftOfSaved = (form: OpenForm, values: FormValues): FormDraft => ({
  kind: form.kind,
  target: form.target,
  base: form.base,
  form: storedForm({ values, start: form.start, caution: form.caution, lists: form.asked.lists }),
  ...accountOf(form),
});

/** Opens the form of an undone item again, with what was typed, as a draft that continues this item. */
const editAgain = (t: TFunction, draft: FormDraft): Action => {
  const run = (): void =>
    void core.outbox
      .saveDraft(draft)
      .then(openDraft)
      .catch(() => showToast({ text: t('form.saveFailed'), action: { label: t('form.editAgain'), run } }));
  return { label: t('form.editAgain'), run };
};

/**
 * Refreshes the screens and shows the message after a save. `also`: what was saved with it; Undo includes it.
 * `draft`: what the form contained. After Undo the message offers to edit it again, because what was typed is nowhere
 * else: a new item is discarded, and an item into which an edit was merged has its earlier version again. The form of an
 * item can be opened again from the Outbox, so nothing is offered.
 */
export const tellSaved = (
  t: TFunction,
  queries: QueryClient,
  kind: IntentKind,
  saved: Saved,
  { also = [], draft }: { also?: readonly Saved[]; draft?: FormDraft } = {},
): void => {
  refreshAfterSave(queries);
  // Removes Undo of the previous save, because the user would take it for Undo of this save.
  withdrawAction();
  const all = [...also, saved].map((one) => ({ one, operationId: crypto.randomUUID() }));
  const undo = { label: t('form.undo'), run: (): void => void run() };
  const run = async (): Promise<void> => {
    try {
      const undone = await Promise.all(all.map(({ one, operationId }) => undoSave(one, operationId)));
      const failed = undone.find((one) => one !== 'undone');
      const again = failed === undefined && saved.outcome !== 'replaced' ? draft : undefined;
      // The draft of a merged edit changes the record, as the form did.
      const continued = saved.outcome === 'new' ? { intentId: saved.intentId } : {};
      showToast({
        text: t(`form.${failed ?? 'undone'}`),
        ...(again === undefined
          ? {}
          : { action: editAgain(t, { ...again, id: newDraftId(), ...continued }) }),
      });
    } catch {
      // Unknown whether it was undone. A repeat has the same operation ids, so nothing is undone twice.
      showToast({ text: t('form.undoFailed'), action: undo });
    }
    refreshAfterSave(queries);
  };
  const turn = ++latestMessage;
  void readSending(kind, saved.intentId).then((sending) => {
    // Not shown if a later save has its own message, or another account is open.
    if (sending === null || turn !== latestMessage) return;
    const isSentSoon = isOnline() && (sending.waits === null || sending.waits === 'undo');
    // Shown long enough to read, and at least as long as Undo is possible.
    showToast({
      text: savedText(t, saved, sending),
      action: undo,
      ...(isSentSoon ? { itemId: saved.intentId, countdownMs: undoSeconds() * 1000 } : {}),
      lifeMs: Math.max(LEAST_LIFE_MS, undoSeconds() * 1000),
    });
  });
};

export const tellDraftKept = (t: TFunction, queries: QueryClient, draftId: string): void => {
  const discard = { label: t('form.discardDraft'), run: (): void => void run() };
  const run = async (): Promise<void> => {
    try {
      await core.outbox.deleteDraft({ id: draftId });
      showToast({ text: t('form.draftDiscarded') });
    } catch {
      showToast({ text: t('form.draftNotDiscarded'), action: discard });
    }
    void queries.invalidateQueries(inGroup('outbox'));
  };
  showToast({ text: t('form.draftKept'), action: discard });
};
