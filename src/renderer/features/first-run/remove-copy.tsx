/** Removes the local copy of an account that is not open, without a sign-in. First the user sees what is unsent. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { failureOf } from '../../client/failure-of';
import { putAppState } from '../../client/queries';
import { BusyButton } from '../../ui/busy-button';
import { Dialog } from '../../ui/dialog';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { FailureNote } from '../../ui/failure-note';
import { UnsentOf } from '../outbox/public';
import css from './first-run.module.css';
import { withoutRemoved } from './sign-in-memory';

/**
 * Signs an account out. With `remove`, it then also deletes who signed in and the saved views from the settings. If only
 * this second step fails, the call succeeds, because the account is signed out.
 */
export const signOutOf = async (accountId: string, data: 'keep' | 'remove'): Promise<AppState> => {
  const state = await core.accounts.signOut({ accountId, data });
  return data === 'keep' ? state : core.accounts.setSettings(withoutRemoved(state)).catch(() => state);
};

const RemoveCopyDialog = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const name = account.name || account.baseUrl;
  const remove = useMutation({
    mutationFn: () => signOutOf(account.id, 'remove'),
    onSuccess: (state) => {
      onClose();
      putAppState(queries, state);
    },
  });
  return (
    <Dialog width={440} onClose={onClose} title={t('firstRun.removeCopyTitle', { name })}>
      <div className={css.form}>
        <p className={css.lead}>{t('settings.signOutRemoveText')}</p>
        <UnsentOf accountId={account.id} />
        {remove.isError ? <FailureNote asked failure={failureOf(remove.error)} /> : null}
        <BusyButton color="red.9" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          {t('settings.signOutRemove')}
        </BusyButton>
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
};

/** The button with its dialog. `describedBy`: the id of the account's name. */
export const RemoveCopy = ({ account, describedBy }: { account: Account; describedBy: string }) => {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Button variant="subtle" color="gray" aria-describedby={describedBy} onClick={() => setRemoving(true)}>
        {t('firstRun.removeCopy')}
      </Button>
      {removing ? (
        <DialogBoundary onClose={() => setRemoving(false)}>
          <RemoveCopyDialog account={account} onClose={() => setRemoving(false)} />
        </DialogBoundary>
      ) : null}
    </>
  );
};
