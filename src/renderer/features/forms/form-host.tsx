/** Opens the form the address names, over whatever screen is there; and the ways to begin one: `C`, and the toast line after. */
import { Modal, Skeleton } from '@mantine/core';
import { Suspense, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import { formatServerTime } from '#shared/domain/time';
import { currentRoute, useRoute } from '../../app/router';
import { core } from '../../client/client';
import { useServerOffset } from '../../client/queries';
import { useGiveFocusBack } from '../../ui/give-focus';
import { editHere } from './edit-here';
import { closeForm, openEdit, readForm } from './form-route';
import { openSession, type OpenForm } from './form-session';
import css from './forms.module.css';
import { NewDialog } from './new-dialog';
import { useNewDialog } from './new-dialog-state';
import { ToastLine, showToast } from './toast';

const FormSheet = lazy(async () => ({ default: (await import('./form-sheet')).FormSheet }));

const QUARTER_MS = 15 * 60_000;

/** `C` begins something, `E` edits the open record: anywhere outside a field, not while something else is open. */
const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) || (target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)));
const isFree = (target: EventTarget | null): boolean => !isTyping(target) && document.querySelector('[role="dialog"], [role="menu"]') === null;

const editOpenRecord = async ({ kind, id }: NonNullable<ReturnType<typeof editHere>>): Promise<void> => {
  const record = await core.records.get({ resource: kind, id });
  if (record && !record.removed) openEdit(kind, id);
};

const useFormKeys = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || (key !== 'c' && key !== 'e') || !isFree(event.target)) return;
      const edited = key === 'e' ? editHere(currentRoute().params) : null;
      if (key === 'e' && edited === null) return;
      event.preventDefault();
      if (edited === null) useNewDialog.setState({ open: true });
      else void editOpenRecord(edited).catch(() => undefined);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};

const OpenFormSheet = ({ address, account }: { address: string; account: Account }) => {
  const { t } = useTranslation();
  const offset = useServerOffset();
  const [form, setForm] = useState<OpenForm | null>(null);
  const { params } = useRoute();
  useGiveFocusBack();
  useEffect(() => {
    const ref = readForm(params);
    if (ref === null) return closeForm();
    let wanted = true;
    const zone = offset === null ? -new Date().getTimezoneOffset() * 60_000 : Math.round(offset / QUARTER_MS) * QUARTER_MS;
    openSession(ref, { selfUserId: account.selfUserId, now: formatServerTime(Math.floor(Date.now() / 60_000) * 60_000, zone) }).then((result) => {
      if (!wanted) return;
      if (result.ok) return setForm(result.form);
      showToast({ text: t(`form.cannotOpen.${result.why}`) });
      closeForm();
    }).catch(() => { if (wanted) { showToast({ text: t('form.cannotOpen.gone') }); closeForm(); } });
    return () => { wanted = false; };
    // The address alone says which form it is; a clock that is learnt later must not open it again.
    // eslint-disable-next-line react/exhaustive-deps
  }, [address]);
  if (form === null) return <div className={css.opening} aria-hidden><Skeleton height={24} width="40%" /></div>;
  return <Suspense fallback={null}><FormSheet form={form} onClosed={() => setForm(null)} /></Suspense>;
};

export const FormHost = ({ account }: { account: Account }) => {
  const { params } = useRoute();
  const { t } = useTranslation();
  const dialog = useNewDialog((state) => state.open);
  useFormKeys();
  const address = params.form === undefined ? '' : `${params.form}|${params.about ?? ''}`;
  const close = (): void => useNewDialog.setState({ open: false });
  return (
    <>
      {address === '' ? null : <OpenFormSheet key={address} address={address} account={account} />}
      <Modal opened={dialog} onClose={close} title={t('form.newTitle')} size={440} padding="md" transitionProps={{ duration: 80 }} closeButtonProps={{ 'aria-label': t('common.close') }}>
        <NewDialog onClose={close} />
      </Modal>
      <ToastLine />
    </>
  );
};
