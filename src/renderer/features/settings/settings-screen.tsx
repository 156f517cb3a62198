import { useTranslation } from 'react-i18next';
import type { Account, AppState } from '#shared/contract/accounts';
import { setParams, useRoute } from '../../navigation/router';
import { useAppState } from '../../client/queries';
import { PageHeader } from '../../ui/layout';
import { AccountSettings } from './account-settings';
import { AppearanceSettings } from './appearance-settings';
import { DiagnosticsSettings } from './diagnostics-settings';
import css from './settings.module.css';
import { ShortcutSettings } from './shortcut-settings';
import { SyncSettings } from './sync-settings';

const TABS = ['account', 'appearance', 'sync', 'diagnostics', 'shortcuts'] as const;

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
  return (
    <>
      <PageHeader title={t('screen.settings')} />
      <div className={css.layout}>
        <div className={css.nav} role="tablist" aria-orientation="vertical" aria-label={t('screen.settings')}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={tab === name}
              className={css.navItem}
              onClick={() => setParams({ tab: name })}
            >
              {t(`settings.${name}`)}
            </button>
          ))}
        </div>
        <div className={css.body} role="tabpanel" tabIndex={0}>
          <div className={css.inner}>
            <TabBody tab={tab} app={app} account={app.account} />
          </div>
        </div>
      </div>
    </>
  );
};
