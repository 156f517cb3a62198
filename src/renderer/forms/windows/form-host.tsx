/**
 * Opens the form that the address names over the current screen. It also handles the keys that open forms,
 * and shows the toast.
 */
import { useEffect, useLayoutEffect } from 'react';
import type { Account } from '#shared/contract/accounts';
import { currentRoute, useRoute } from '../../navigation/router';
import { core } from '../../client/client';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { later } from '../../ui/later';
import { isInOtherDialog } from '../../ui/other-dialog';
import { isCovered, isHistoryKey, isPlainKey, isTyping, letterOf } from '../../ui/screen-keys';
import { isFormReady } from './form-ready';
import { aboutHere } from '../../navigation/about-here';
import { editHere } from '../../navigation/edit-here';
import { closeForm, openEdit, openNew } from '../../navigation/form-route';
import { NEW_KEYS, useNewDialog, useNewKinds } from '../../navigation/new-dialog-state';
import { closePlan, openPlan, usePlan } from '../../navigation/plan-state';
import { ToastLine } from './toast';
import { followUpHere } from '../../navigation/follow-up-here';
import { afterSteps } from '../../records/walk-list';

const OpenFormSheet = later(async () => (await import('./open-form')).OpenFormSheet);
const PlanWindow = later(async () => (await import('./plan-window')).PlanWindow);
const NewWindow = later(async () => (await import('./new-window')).NewWindow);
/** Preloads the code of the forms. */
export const preloadForms = (): Promise<unknown> =>
  Promise.all([NewWindow.preload(), OpenFormSheet.preload(), PlanWindow.preload()]);

/**
 * The keys `C` (create), `E` (edit the open record) and `S` (plan the next follow-up) work outside of fields,
 * and only if no dialog is open.
 */
const isFree = (target: EventTarget | null): boolean => !isTyping(target) && !isCovered();

const editOpenRecord = async ({ kind, id }: NonNullable<ReturnType<typeof editHere>>): Promise<void> => {
  const route = currentRoute();
  const record = await core.records.get({ resource: kind, id });
  // The user may have gone somewhere else meanwhile.
  if (record && !record.removed && currentRoute() === route) openEdit(kind, id);
};

/** `E` edits the open record. */
const editHereByKey = (event: KeyboardEvent): void => {
  if (editHere(currentRoute().params) === null) return;
  event.preventDefault();
  afterSteps(() => {
    const edited = editHere(currentRoute().params);
    if (edited !== null) void editOpenRecord(edited).catch(() => undefined);
  });
};

/** `S` plans the next follow-up with the company that is open or has the focus. */
const planHere = (event: KeyboardEvent): void => {
  const { target } = event;
  if (followUpHere(currentRoute().params, target) === null) return;
  event.preventDefault();
  afterSteps(() => {
    const company = followUpHere(currentRoute().params, target);
    if (company !== null) openPlan(company);
  });
};

const useFormKeys = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = letterOf(event);
      if (!['c', 'e', 's'].includes(key) || !isPlainKey(event) || !isFree(event.target)) return;
      if (key === 's') return planHere(event);
      if (key === 'e') return editHereByKey(event);
      event.preventDefault();
      useNewDialog.setState({ open: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};

/**
 * While a form is being opened, keys do nothing on the screen behind it: the user already types for the form.
 * Escape closes it. Keys with Ctrl or ⌘ still lead to other screens, and the browser's keys back and forward.
 */
const useOpeningKeys = (isOpen: boolean): void => {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.ctrlKey || event.metaKey || /^F\d/.test(event.key)) return;
      // The "New…" window, or the form itself, may be on the screen and not take Escape any more, or not yet.
      if (event.key === 'Escape' ? isFormReady() : isCovered()) return;
      event.stopPropagation();
      if (isHistoryKey(event)) return;
      event.preventDefault();
      if (event.key === 'Escape') closeForm();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
};

const closeNewWindow = (): void => useNewDialog.setState({ open: false });

/** Returns true if another dialog has the focus, such as the palette or the question before a draft is deleted. */
const isOverNewWindow = (): boolean => isInOtherDialog(document.querySelector('[data-new-window]'));

/**
 * While the "New…" window is open, a letter opens its form, unless another dialog is over it. The keys work from the
 * moment of `C`, so that `C N` may be typed at any speed.
 */
const useKindKeys = (): void => {
  const kinds = useNewKinds();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!useNewDialog.getState().open || event.repeat || !isPlainKey(event) || isOverNewWindow()) return;
      const kind = kinds.find((one) => NEW_KEYS[one].toLowerCase() === letterOf(event));
      if (kind === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      closeNewWindow();
      afterSteps(() => openNew(kind, aboutHere(kind, currentRoute().params)));
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [kinds]);
};

export const FormHost = ({ account }: { account: Account }) => {
  const { params } = useRoute();
  const isNewOpen = useNewDialog((state) => state.open);
  const planned = usePlan((state) => state.companyId);
  useFormKeys();
  useKindKeys();
  useOpeningKeys(params.form !== undefined);
  const address = params.form === undefined ? '' : `${params.form}|${params.about ?? ''}`;
  return (
    <>
      {address === '' ? null : (
        <DialogBoundary key={address} fault="form" onClose={closeForm}>
          <OpenFormSheet address={address} account={account} />
        </DialogBoundary>
      )}
      {isNewOpen ? (
        <DialogBoundary onClose={closeNewWindow}>
          <NewWindow onClose={closeNewWindow} />
        </DialogBoundary>
      ) : null}
      {planned === null ? null : (
        <DialogBoundary onClose={closePlan}>
          <PlanWindow companyId={planned} />
        </DialogBoundary>
      )}
      <ToastLine />
    </>
  );
};
