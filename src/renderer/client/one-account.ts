/**
 * Deletes the cached answers of the previous account when another account is opened in the same window,
 * before the first screen of the new account renders. If they were only marked stale, the old rows would be
 * shown until the new ones are read.
 */
import type { QueryClient } from '@tanstack/react-query';
import { readSummary, readSync, useOutboxSummary, useSync } from './events';
import { ofAnAccount } from './query-keys';

/** Returns a function to call with the id of the shown account, any number of times. */
export const keepOneAccount = (queries: QueryClient): ((accountId: string | null) => void) => {
  let shown: string | null = null;
  return (accountId) => {
    if (accountId === shown) return;
    const before = shown;
    shown = accountId;
    // Preloaded answers from before the first account was known belong to that account.
    if (before === null) return;
    queries.removeQueries(ofAnAccount());
    useSync.setState({ state: null });
    useOutboxSummary.setState({ summary: null });
    if (accountId === null) return;
    // The first events of this account may have come before the two lines above. The next one may come much later.
    readSync();
    readSummary();
  };
};
