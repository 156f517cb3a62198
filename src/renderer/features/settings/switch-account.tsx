/** Opens another account instead of the current one; it shows unsent work first. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { useOutboxSummary } from '../../client/events';
import { putAppState } from '../../client/queries';
import { outsideGroup } from '../../client/query-keys';
import { UnsentReminder } from '../outbox/public';
import css from './settings.module.css';
import { Dialog } from '../../ui/dialog';

export const useSwitchAccount = (): {
  switchTo: (account: Account) => void;
  isPending: boolean;
  /** The question about unsent work; null if it is not shown. */
  question: ReactNode;
} => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const open = useMutation({
    mutationFn: (accountId: string) => core.accounts.open({ accountId }),
    onSuccess: (outcome) => {
      if (outcome.ok) {
        putAppState(queries, outcome.state);
        void queries.invalidateQueries(outsideGroup('app'));
      }
    },
  });
  const waiting = useOutboxSummary(({ summary }) => summary?.waiting ?? 0);
  const [leavingFor, setLeavingFor] = useState<Account | null>(null);
  const question =
    leavingFor === null ? null : (
      <Dialog width={440} onClose={() => setLeavingFor(null)} title={t('outbox.leave.switchTitle')}>
        <div className={css.choice}>
          <UnsentReminder text={t('outbox.leave.switchText')} />
          <Button disabled={open.isPending} onClick={() => open.mutate(leavingFor.id)}>
            {t('outbox.leave.go', { name: leavingFor.name || leavingFor.baseUrl })}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setLeavingFor(null)} data-autofocus>
            {t('common.cancel')}
          </Button>
        </div>
      </Dialog>
    );
  return {
    switchTo: (account) => {
      if (waiting > 0) setLeavingFor(account);
      else open.mutate(account.id);
    },
    isPending: open.isPending,
    question,
  };
};
