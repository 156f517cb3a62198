import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tellAttention } from '../client/attention';
import { subscribeToEvents } from '../client/events';
import { forgetAccount } from '../client/of-account';
import { keepOneAccount } from '../client/one-account';
import { askAhead, useAppState } from '../client/queries';
import { later } from '../ui/later';
import { ErrorBoundary } from './error-boundary';
import { adoptSettings, usePreferences } from '../client/preferences';
import { Notices } from './notices';
import { ReconnectingStrip } from './reconnecting-strip';
import { currentRoute, markHistory } from '../navigation/router';
import { resourceOf } from '../navigation/places';
import { SCREEN_COMPONENTS } from './screens';
import { Shell } from './shell';
import { cssVariables, theme } from './theme';

const LockedScreen = later(async () => (await import('../features/locked/locked-screen')).LockedScreen);
const FirstRun = later(async () => (await import('../features/first-run/first-run')).FirstRun);

// All data comes from disk. If a read fails, the window has lost its core, which a strip shows.
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 2,
      retryDelay: 400,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always' },
  },
});
subscribeToEvents(queries);
const showAccount = keepOneAccount(queries);

/** Preloads the code and the queries of the first screen while the language is loading. */
export const beginFirstScreen = (): void => {
  markHistory();
  const route = currentRoute();
  SCREEN_COMPONENTS[route.screen].preload().catch(() => undefined);
  askAhead(queries, resourceOf(route));
};

/** Tells the core whether the page is in use and what it shows, as long as the page exists. */
export const tellUse = (): void => tellAttention(queries.getQueryCache());

const Root = () => {
  const { data: app } = useAppState();
  /** The locked account that the user left, to open another one. Its lock screen is hidden. */
  const [leftId, setLeftId] = useState<string | null>(null);
  useEffect(() => {
    if (app) adoptSettings(app.settings);
  }, [app]);
  const shownId = useRef<string | null>(null);
  const openId = app?.account?.id ?? null;
  useEffect(() => {
    if (openId === null) return;
    setLeftId(null);
    if (shownId.current !== null && shownId.current !== openId) forgetAccount();
    shownId.current = openId;
  }, [openId]);
  if (!app) return <ReconnectingStrip />;
  const { account, locked } = app;
  showAccount(account?.id ?? null);
  const entrance =
    locked && locked.accountId !== leftId ? (
      <LockedScreen app={app} locked={locked} onOther={() => setLeftId(locked.accountId)} />
    ) : (
      <FirstRun app={app} notices={<Notices app={app} />} onLocked={() => setLeftId(null)} />
    );
  const page = account ? <Shell key={account.id} app={app} account={account} /> : entrance;
  return (
    <>
      <ReconnectingStrip />
      {page}
    </>
  );
};

export const App = ({ nonce }: { nonce: string }) => {
  const scheme = usePreferences((state) => state.theme);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
      defaultColorScheme="auto"
      {...(scheme === 'auto' ? {} : { forceColorScheme: scheme })}
    >
      <QueryClientProvider client={queries}>
        <ErrorBoundary>
          <Root />
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
};
