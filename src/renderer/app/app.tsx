import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { hearEvents } from '../client/events';
import { useAppState } from '../client/queries';
import { ErrorBoundary } from './error-boundary';
import { adoptSettings, usePreferences } from './preferences';
import { ReconnectingStrip } from './reconnecting-strip';
import { Shell } from './shell';
import { cssVariables, theme } from './theme';

const FirstRun = lazy(async () => ({ default: (await import('../features/first-run/first-run')).FirstRun }));

// Everything comes from disk: a failed read means the window lost its core, which the strip tells.
const queries = new QueryClient({ defaultOptions: { queries: { retry: 2, retryDelay: 400, refetchOnWindowFocus: false, networkMode: 'always', staleTime: 5_000 }, mutations: { networkMode: 'always' } } });
hearEvents(queries);

const Root = () => {
  const { data: app } = useAppState();
  useEffect(() => {
    if (app) adoptSettings(app.settings);
  }, [app]);
  if (!app) return <ReconnectingStrip />;
  return (
    <>
      <ReconnectingStrip />
      <Suspense fallback={null}>{app.account ? <Shell key={app.account.id} app={app} account={app.account} /> : <FirstRun app={app} />}</Suspense>
    </>
  );
};

export const App = ({ nonce }: { nonce: string }) => {
  const scheme = usePreferences((state) => state.theme);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} getStyleNonce={() => nonce} defaultColorScheme="auto" key={scheme} {...(scheme === 'auto' ? {} : { forceColorScheme: scheme })}>
      <QueryClientProvider client={queries}>
        <ErrorBoundary><Root /></ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
};
