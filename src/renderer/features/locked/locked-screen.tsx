import { Button } from '@mantine/core';
import { IconKey, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppState, AccountLock } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { failureIn, isLocked } from '../../client/failure-of';
import { putAppState } from '../../client/queries';
import { sentences } from '../../format/sentences';
import { BusyButton } from '../../ui/busy-button';
import { FailureNote } from '../../ui/failure-note';
import css from './locked.module.css';
import { RecoveryForm } from './recovery-form';
import { Dialog } from '../../ui/dialog';

/**
 * Shown for an account whose cache or outbox waits for its key. It shows why the account is locked, a retry
 * button, the field for the recovery code, and the way to continue without the locked file if waiting may not
 * help. The core retries by itself.
 */
export const LockedScreen = ({
  app,
  locked,
  onOther,
}: {
  app: AppState;
  locked: AccountLock;
  onOther: () => void;
}) => {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [renewing, setRenewing] = useState(false);
  const [typing, setTyping] = useState(false);
  const adopt = (outcome: Awaited<ReturnType<typeof core.accounts.unlock>>): void => {
    if (outcome.ok) putAppState(queries, outcome.state);
  };
  const unlock = useMutation({ mutationFn: () => core.accounts.unlock(), onSuccess: adopt });
  const renew = useMutation({
    mutationFn: () => core.accounts.renewLocked({ accountId: locked.accountId }),
    onSuccess: adopt,
  });
  // Leave out the errors that say "still locked", because the screen already says that.
  const failure = failureIn(unlock) ?? failureIn(renew);
  const failed = failure !== null && !isLocked(failure) ? failure : null;
  const name = locked.name || t('locked.thisAccount');
  const outbox = locked.what === 'outbox';
  // If the keychain may only be slow, wait for it first; the user can still open the field for the code. A code
  // that is being typed stays when the reason changes.
  const asks = locked.canRecover && (locked.reason !== 'waiting' || typing);
  const renewText = locked.reason === 'no-keyring' ? 'locked.renewPlain' : 'locked.renewText';
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <span className={css.icon}>
          <IconKey size={22} />
        </span>
        <h1>{outbox ? t(`protection.locked.${locked.reason}.title`) : t(`locked.${locked.reason}.title`)}</h1>
        <p>
          {sentences(
            [
              outbox
                ? t(`protection.locked.${locked.reason}.text`, { name })
                : t(`locked.${locked.reason}.text`, { name }),
              outbox && locked.reason !== 'waiting'
                ? t(locked.canRecover ? 'protection.locked.enter' : 'protection.locked.noCode')
                : '',
            ],
            i18n.language,
          )}
        </p>
        <p className={css.safe}>{t(outbox ? 'protection.locked.safe' : 'locked.safe')}</p>
        {asks ? <RecoveryForm accountId={locked.accountId} onType={() => setTyping(true)} /> : null}
        {failed ? <FailureNote failure={failed} /> : null}
        <div className={css.actions}>
          <BusyButton
            variant={asks ? 'default' : 'filled'}
            leftSection={<IconRefresh size={16} />}
            isBusy={unlock.isPending}
            onClick={() => {
              renew.reset();
              unlock.mutate();
            }}
          >
            {t('common.retry')}
          </BusyButton>
          {locked.canRecover && !asks ? (
            <Button variant="default" onClick={() => setTyping(true)}>
              {t('protection.locked.useCode')}
            </Button>
          ) : null}
          {locked.canRenew ? (
            <BusyButton variant="default" isBusy={renew.isPending} onClick={() => setRenewing(true)}>
              {t(outbox ? 'protection.locked.leave' : 'locked.renew')}
            </BusyButton>
          ) : null}
          <Button variant="subtle" color="gray" onClick={onOther}>
            {app.accounts.length > 1 ? t('locked.other') : t('locked.start')}
          </Button>
        </div>
        <small role="status">{unlock.isPending ? t('locked.asking') : t('locked.byItself')}</small>
      </main>
      <Dialog
        opened={renewing}
        width={440}
        onClose={() => setRenewing(false)}
        title={t(outbox ? 'protection.locked.leaveTitle' : 'locked.renewTitle')}
      >
        <p className={css.modal}>{t(outbox ? 'protection.locked.leaveText' : renewText)}</p>
        <div className={css.actions}>
          <BusyButton
            {...(outbox ? { variant: 'default', c: 'var(--red)' } : {})}
            isBusy={renew.isPending}
            onClick={() => {
              setRenewing(false);
              unlock.reset();
              renew.mutate();
            }}
          >
            {t(outbox ? 'protection.locked.leaveGo' : 'locked.renew')}
          </BusyButton>
          <Button variant="subtle" color="gray" onClick={() => setRenewing(false)} data-autofocus>
            {t('common.cancel')}
          </Button>
        </div>
      </Dialog>
    </div>
  );
};
