/**
 * What happens after a form is saved or left: the screens are refreshed, and a toast offers Undo or
 * reopening.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { IntentKind } from '#shared/domain/intent';
import { core } from '../../client/client';
import { useOutboxSummary, useSync } from '../../client/events';
import { inGroup } from '../../client/query-keys';
import type { SaveResult } from './save-form';
import { showToast } from '../windows/toast-state';

/** Refetches lists, panels, search and the outbox from disk after a save. */
export const refreshAfterSave = (queries: QueryClient): void => {
  for (const group of ['records', 'related', 'search', 'outbox', 'duplicates'] as const)
    void queries.invalidateQueries(inGroup(group));
};

type Saved = Extract<SaveResult, { kind: 'saved' }>;

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

const savedText = (t: TFunction, kind: IntentKind, saved: Saved): string => {
  const what = whatIsSaved(t, saved.named);
  const { summary } = useOutboxSummary.getState();
  if (summary?.paused === true) return t('form.savedPaused', { what });
  if (summary?.holds[kind] !== undefined) return t('form.savedReview', { what });
  if (!isOnline()) return t('form.savedOffline', { what });
  return undoSeconds() > 0 ? t('form.savedUndo', { what, count: undoSeconds() }) : t('form.saved', { what });
};

/**
 * Undoes only this save: a new item is discarded, an edit that was merged into a waiting one goes back one
 * version.
 */
const undo = async (saved: Saved, operationId: string): Promise<boolean> =>
  (saved.outcome === 'folded' || saved.outcome === 'replaced'
    ? await core.outbox.undo({ id: saved.intentId, operationId })
    : await core.outbox.discard({ id: saved.intentId, operationId })
  ).ok;

const LEAST_LIFE_MS = 6000;

/**
 * Refreshes the screens and shows the message after a save. `also`: what was saved with it; Undo includes it.
 */
export const tellSaved = (
  t: TFunction,
  queries: QueryClient,
  kind: IntentKind,
  saved: Saved,
  also: readonly Saved[] = [],
): void => {
  refreshAfterSave(queries);
  const all = [...also, saved].map((one) => ({ one, operationId: crypto.randomUUID() }));
  const run = (): void => {
    void Promise.all(all.map(({ one, operationId }) => undo(one, operationId))).then((undone) => {
      const done = undone.every(Boolean);
      refreshAfterSave(queries);
      showToast({ text: done ? t('form.undone') : t('form.undoTooLate') });
    });
  };
  const { paused, holds } = useOutboxSummary.getState().summary ?? { paused: false, holds: {} };
  const isHeld = paused || holds[kind] !== undefined;
  // Shown long enough to read, and at least as long as Undo is possible.
  showToast({
    text: savedText(t, kind, saved),
    action: { label: t('form.undo'), run },
    ...(isHeld || !isOnline() ? {} : { itemId: saved.intentId, countdownMs: undoSeconds() * 1000 }),
    lifeMs: Math.max(LEAST_LIFE_MS, undoSeconds() * 1000),
  });
};

export const tellDraftKept = (t: TFunction, queries: QueryClient, draftId: string): void => {
  const run = (): void => {
    void core.outbox.deleteDraft({ id: draftId }).then(() => {
      void queries.invalidateQueries(inGroup('outbox'));
      showToast({ text: t('form.draftDiscarded') });
    });
  };
  showToast({ text: t('form.draftKept'), action: { label: t('form.discardDraft'), run } });
};
