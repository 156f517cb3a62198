import { Button, Modal } from '@mantine/core';
import { IconKey, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppState, CacheLock } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { putAppState } from '../../client/queries';
import { FailureNote } from '../first-run/failure-note';
import css from './locked.module.css';

/** An account whose copy waits for its key: what holds it up, asking again, and a new copy where waiting may be in vain. The core tries again by itself. */
export const LockedScreen = ({ app, locked, onOther }: { app: AppState; locked: CacheLock; onOther: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [renewing, setRenewing] = useState(false);
  const adopt = (outcome: Awaited<ReturnType<typeof core.accounts.unlock>>): void => { if (outcome.ok) putAppState(queries, outcome.state); };
  const unlock = useMutation({ mutationFn: () => core.accounts.unlock(), onSuccess: adopt });
  const renew = useMutation({ mutationFn: () => core.accounts.renewCopy({ accountId: locked.accountId }), onSuccess: adopt });
  // That it is still locked is what this screen says already.
  const failed = [unlock.data, renew.data].flatMap((outcome) => (outcome && !outcome.ok && outcome.error.code !== 'cache-locked' ? [outcome.error] : []))[0];
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <span className={css.icon}><IconKey size={22} /></span>
        <h1>{t(`locked.${locked.reason}.title`)}</h1>
        <p>{t(`locked.${locked.reason}.text`, { name: locked.name || t('locked.thisAccount') })}</p>
        <p className={css.safe}>{t('locked.safe')}</p>
        {failed ? <FailureNote failure={failed} /> : null}
        <div className={css.actions}>
          <Button leftSection={<IconRefresh size={16} />} disabled={unlock.isPending} onClick={() => unlock.mutate()}>{t('common.retry')}</Button>
          {locked.canRenew ? <Button variant="default" disabled={renew.isPending} onClick={() => setRenewing(true)}>{t('locked.renew')}</Button> : null}
          <Button variant="subtle" color="gray" onClick={onOther}>{app.accounts.length > 1 ? t('locked.other') : t('locked.start')}</Button>
        </div>
        <small role="status">{unlock.isPending ? t('locked.asking') : t('locked.byItself')}</small>
      </main>
      <Modal opened={renewing} onClose={() => setRenewing(false)} title={t('locked.renewTitle')} centered size={440} closeButtonProps={{ 'aria-label': t('common.close') }} styles={{ title: { fontWeight: 600, fontSize: 15 } }}>
        <p className={css.modal}>{t(locked.reason === 'no-keyring' ? 'locked.renewPlain' : 'locked.renewText')}</p>
        <div className={css.actions}>
          <Button disabled={renew.isPending} onClick={() => { setRenewing(false); renew.mutate(); }}>{t('locked.renew')}</Button>
          <Button variant="subtle" color="gray" onClick={() => setRenewing(false)} data-autofocus>{t('common.cancel')}</Button>
        </div>
      </Modal>
    </div>
  );
};
