/**
 * Opens another account instead of the current one. It shows unsent work first, and asks for the sign-in of
 * an account that was signed out: such an account is not opened without one.
 */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import type { Failure } from '#shared/contract/errors';
import { core } from '../../client/client';
import { useOutboxSummary } from '../../client/events';
import { failureOf } from '../../client/failure-of';
import { putAppState, useAppState } from '../../client/queries';
import { outsideGroup } from '../../client/query-keys';
import { BusyButton } from '../../ui/busy-button';
import { FailureNote } from '../../ui/failure-note';
import { AccountDialog, type AccountDialogProps, SignInForm } from '../first-run/public';
import { UnsentReminder } from '../outbox/public';
import css from './settings.module.css';
import { Dialog } from '../../ui/dialog';

/** The dialog that is shown before the other account opens. */
type Step =
  | { kind: 'unsent'; account: Account }
  | { kind: 'sign-in'; account: Account }
  | { kind: 'failed'; account: Account; failure: Failure };

/** The demo is signed out as well, but needs no password. */
const needsSignIn = ({ auth, demo }: Account): boolean => auth === 'signed-out' && !demo;

/** The core refuses an account that another window has signed out meanwhile. */
const stepAfterRefusal = (account: Account, failure: Failure): Step =>
  failure.code === 'unauthorized' && !account.demo
    ? { kind: 'sign-in', account }
    : { kind: 'failed', account, failure };

const SignInDialog = ({ account, settings, onClose }: AccountDialogProps) => {
  const { t } = useTranslation();
  return (
    <AccountDialog account={account} title={(name) => t('firstRun.signInTitle', { name })} onClose={onClose}>
      <div className={css.choice}>
        <p>{t('firstRun.signInText', { baseUrl: account.baseUrl })}</p>
        <UnsentReminder leaving="switch" />
        <SignInForm account={account} settings={settings} onCancel={onClose} />
      </div>
    </AccountDialog>
  );
};

export const useSwitchAccount = (): {
  switchTo: (account: Account) => void;
  isPending: boolean;
  /** The dialog that comes before the other account: unsent work, its sign-in, a failure. Null if none. */
  question: ReactNode;
} => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settings = useAppState().data?.settings;
  const waiting = useOutboxSummary(({ summary }) => summary?.waiting ?? 0);
  const [step, setStep] = useState<Step | null>(null);
  const open = useMutation({
    mutationFn: ({ id }: Account) => core.accounts.open({ accountId: id }),
    onSuccess: (outcome, account) => {
      if (!outcome.ok) return setStep(stepAfterRefusal(account, outcome.error));
      putAppState(queries, outcome.state);
      void queries.invalidateQueries(outsideGroup('app'));
    },
    onError: (error, account) => setStep({ kind: 'failed', account, failure: failureOf(error) }),
  });
  const close = (): void => setStep(null);
  const ask = ({ kind, account, ...facts }: Step): ReactNode => {
    if (kind === 'sign-in')
      return settings === undefined ? null : (
        <SignInDialog account={account} settings={settings} onClose={close} />
      );
    const title = kind === 'unsent' ? t('outbox.leave.switchTitle') : t('settings.notOpened');
    return (
      <Dialog width={440} onClose={close} title={title}>
        <div className={css.choice}>
          {'failure' in facts ? <FailureNote asked failure={facts.failure} /> : null}
          <UnsentReminder leaving="switch" />
          <BusyButton isBusy={open.isPending} onClick={() => open.mutate(account)}>
            {t('outbox.leave.go', { name: account.name || account.baseUrl })}
          </BusyButton>
          <Button variant="subtle" color="gray" onClick={close} data-autofocus>
            {t('common.cancel')}
          </Button>
        </div>
      </Dialog>
    );
  };
  return {
    switchTo: (account) => {
      if (needsSignIn(account)) setStep({ kind: 'sign-in', account });
      else if (waiting > 0) setStep({ kind: 'unsent', account });
      else open.mutate(account);
    },
    isPending: open.isPending,
    question: step === null ? null : ask(step),
  };
};
