/** The menu of the logo: the accounts on this computer, and links to their settings. */
import { Menu } from '@mantine/core';
import { IconCheck, IconPlus, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import { useAppState } from '../../client/queries';
import { goTo } from '../../navigation/router';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { AddAccount } from '../first-run/public';
import css from './settings.module.css';
import { useSwitchAccount } from './switch-account';

const AccountName = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  return (
    <>
      <span className={css.accountName}>{account.name || account.baseUrl}</span>
      <small className={css.faint}>
        {account.auth === 'signed-in' ? (account.selfName ?? '') : t(`settings.auth.${account.auth}`)}
      </small>
    </>
  );
};

/**
 * The menu. It stays mounted while `opened` is false, so that the question about unsent work is shown without
 * the menu.
 */
export const AccountMenu = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const app = useAppState().data;
  const { switchTo, isPending, question } = useSwitchAccount();
  const [adding, setAdding] = useState(false);
  const current = app?.account ?? null;
  const others = (app?.accounts ?? []).filter(({ id }) => id !== current?.id);
  return (
    <>
      <Menu
        opened={opened}
        onChange={(open) => {
          if (!open) onClose();
        }}
        position="bottom-start"
        width={240}
        transitionProps={{ duration: 80 }}
      >
        {/* Only the anchor of the menu; the logo is the button that opens it. */}
        <Menu.Target>
          <span className={css.accountAnchor} aria-hidden />
        </Menu.Target>
        <Menu.Dropdown aria-label={t('settings.accounts')}>
          <Menu.Label>{t('settings.accounts')}</Menu.Label>
          {current === null ? null : (
            <Menu.Item rightSection={<IconCheck size={15} aria-hidden />} aria-current onClick={onClose}>
              <AccountName account={current} />
            </Menu.Item>
          )}
          {others.map((account) => (
            <Menu.Item
              key={account.id}
              disabled={isPending}
              aria-label={t('settings.switchToAccount', { name: account.name || account.baseUrl })}
              onClick={() => switchTo(account)}
            >
              <AccountName account={account} />
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
            {t('settings.addAccount')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSettings size={15} aria-hidden />}
            onClick={() => goTo('settings', { tab: 'account' })}
          >
            {t('settings.accountSettings')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
      {adding ? (
        <DialogBoundary onClose={() => setAdding(false)}>
          <AddAccount onClose={() => setAdding(false)} />
        </DialogBoundary>
      ) : null}
    </>
  );
};
