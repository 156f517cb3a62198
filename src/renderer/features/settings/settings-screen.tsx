import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState } from '#shared/contract/accounts';
import { setParams, useRoute } from '../../navigation/router';
import { useAppState } from '../../client/queries';
import { PageHeader } from '../../ui/layout';
import { hasModifier } from '../../ui/screen-keys';
import { AccountSettings } from './account-settings';
import { AppearanceSettings } from './appearance-settings';
import { DiagnosticsSettings } from './diagnostics-settings';
import css from './settings.module.css';
import { ShortcutSettings } from './shortcut-settings';
import { SyncSettings } from './sync-settings';

const TABS = ['account', 'appearance', 'sync', 'diagnostics', 'shortcuts'] as const;

/** The tabs are above each other in a wide window and beside each other in a narrow one. */
const stepOf = (key: string): number => {
  if (key === 'ArrowDown' || key === 'ArrowRight') return 1;
  return key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0;
};

interface TabBodyProps {
  tab: (typeof TABS)[number];
  app: AppState;
  account: Account;
}

const TabBody = ({ tab, app, account }: TabBodyProps) => {
  switch (tab) {
    case 'account':
      return <AccountSettings app={app} account={account} />;
    case 'appearance':
      return <AppearanceSettings />;
    case 'sync':
      return <SyncSettings />;
    case 'diagnostics':
      return <DiagnosticsSettings version={app.version} />;
    case 'shortcuts':
      return <ShortcutSettings />;
  }
};

export const SettingsScreen = () => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const app = useAppState().data;
  const tab = TABS.find((name) => name === params.tab) ?? 'account';
  if (!app?.account) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (hasModifier(event)) return;
    const at = TABS.indexOf(tab) + stepOf(event.key);
    const next = TABS[at];
    if (stepOf(event.key) === 0 || next === undefined) return;
    event.preventDefault();
    setParams({ tab: next });
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <>
      <PageHeader title={t('screen.settings')} />
      <div className={css.layout}>
        <div className={css.nav} role="tablist" aria-label={t('screen.settings')} onKeyDown={onKeyDown}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={tab === name}
              tabIndex={tab === name ? 0 : -1}
              className={css.navItem}
              onClick={() => setParams({ tab: name })}
            >
              {t(`settings.${name}`)}
            </button>
          ))}
        </div>
        <div className={css.body} role="tabpanel" aria-label={t(`settings.${tab}`)} tabIndex={0}>
          <div className={css.inner}>
            <TabBody tab={tab} app={app} account={app.account} />
          </div>
        </div>
      </div>
    </>
  );
};
