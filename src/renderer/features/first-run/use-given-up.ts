import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AppState } from '#shared/contract/accounts';
import { queryKeys } from '../../client/query-keys';

/**
 * A signal for calls that end when the form is closed: a sign-in that the user gave up opens no account when
 * the service answers at last. The form is also gone as soon as the account is open or signed in; then the call
 * does not end, because its answer is still to be stored. `formerUrl` is the address that the call replaces, if it
 * gives the account another one. Then a signed-in account counts only if it has another address, because it may have
 * been signed in before.
 */
export const useGivenUp = (accountId?: string, formerUrl?: string): AbortSignal => {
  const queries = useQueryClient();
  const [closing] = useState(() => new AbortController());
  useEffect(() => {
    const open = (): AppState['account'] => queries.getQueryData(queryKeys.appState())?.account ?? null;
    const before = open()?.id;
    return () => {
      const now = open();
      const isOpened = now !== null && now.id !== before && (accountId ?? now.id) === now.id;
      const isSignedIn = now?.id === accountId && now?.auth === 'signed-in' && now.baseUrl !== formerUrl;
      if (!isOpened && !isSignedIn) closing.abort();
    };
  }, [queries, accountId, formerUrl, closing]);
  return closing.signal;
};
