import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState } from '#shared/contract/accounts';
import { FormHost, preloadForms } from '../forms/windows/form-host';
import { FilterEditor } from '../features/lists/filter-editor-later';
import { RecordPanel } from '../features/panel/public';
import { ShortcutHost } from '../features/settings/shortcut-host';
import { DialogBoundary, preloadFaultDialog } from '../ui/dialog-boundary';
import { preloadHints } from '../ui/hint';
import { later, usePreloadSoon } from '../ui/later';
import { loadAllTexts } from '../i18n/i18n';
import { ErrorBoundary } from './error-boundary';
import { DiskNotice, Notices } from './notices';
import { Rail } from './rail';
import { NUMBERED_SCREENS } from '#shared/domain/screens';
import { goTo, setParams, useRoute } from '../navigation/router';
import { SCREEN_COMPONENTS } from './screens';
import css from './shell.module.css';
import { preloadSyncPanel, StatusBar } from './status-bar';
import { menuHasKeys } from './shell-commands';
import { shellKey } from './shell-key';
import { useFocusPlace } from './use-focus-place';

const FailureNotices = later(async () => (await import('../features/outbox/failure-notices')).FailureNotices);
const ReminderToasts = later(async () => (await import('../features/agenda/reminder-toasts')).ReminderToasts);
const DocumentLayer = later(async () => (await import('../features/documents/document-layer')).DocumentLayer);
const DemoGuide = later(async () => (await import('../features/first-run/demo-guide')).DemoGuide);
const Palette = later(async () => (await import('../features/palette/palette')).Palette);

/**
 * Frequently used parts, in order of need. Their code is loaded after the first screen, so that no click
 * waits for it.
 */
const SOON: readonly (() => Promise<unknown>)[] = [
  loadAllTexts,
  preloadHints,
  Palette.preload,
  SCREEN_COMPONENTS.orders.preload,
  RecordPanel.preload,
  FilterEditor.preload,
  preloadSyncPanel,
  preloadFaultDialog,
  SCREEN_COMPONENTS.customers.preload,
  SCREEN_COMPONENTS.outbox.preload,
  preloadForms,
  SCREEN_COMPONENTS.today.preload,
];

/** The window of an open account: rail, screen, status bar, and the palette over them. */
export const Shell = ({ app, account }: { app: AppState; account: Account }) => {
  const { screen, params } = useRoute();
  const { t } = useTranslation();
  const [palette, setPalette] = useState(false);
  const main = useRef<HTMLElement>(null);
  useFocusPlace(main);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const meaning = shellKey(event, { menuHasKeys });
      if (meaning === null) return;
      if (meaning === 'palette') setPalette((open) => !open);
      else if (meaning === 'settings') goTo('settings');
      else goTo(NUMBERED_SCREENS[meaning - 1] ?? 'today');
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    document.title = `${t(`screen.${screen}`)} · Satchel`;
    return () => {
      document.title = 'Satchel';
    };
  }, [screen, t]);
  const settled = usePreloadSoon(SOON);
  const Screen = SCREEN_COMPONENTS[screen];
  return (
    <div className={css.shell}>
      <Rail account={account} onSearch={() => setPalette(true)} />
      <main className={css.main} ref={main}>
        <Notices app={app} />
        <DiskNotice />
        <ErrorBoundary key={screen}>
          <Screen />
        </ErrorBoundary>
      </main>
      <StatusBar account={account} />
      <FormHost account={account} />
      {settled ? (
        <>
          <FailureNotices />
          <ReminderToasts />
        </>
      ) : null}
      <ShortcutHost />
      {account.demo ? <DemoGuide app={app} /> : null}
      {params.print === undefined ? null : (
        <DialogBoundary onClose={() => setParams({ print: undefined })}>
          <DocumentLayer account={account} />
        </DialogBoundary>
      )}
      {palette ? (
        <DialogBoundary onClose={() => setPalette(false)}>
          <Palette onClose={() => setPalette(false)} />
        </DialogBoundary>
      ) : null}
    </div>
  );
};
