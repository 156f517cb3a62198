/**
 * Another account is opened in the same window: what the account before answered is thrown away, before the
 * first screen of the new one is drawn. Marked stale alone, the old rows would be shown until the new ones
 * are read.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useOutboxSummary, useSync } from './events';
import { ofAnAccount } from './query-keys';

/** Returns a function to call with the id of the account that is shown, as often as one likes. */
export const keepOneAccount = (queries: QueryClient): ((accountId: string | null) => void) => {
  let shown: string | null = null;
  return (accountId) => {
    if (accountId === shown) return;
    const before = shown;
    shown = accountId;
    // What was asked ahead, before the first account was known, is that account's own.
    if (before === null) return;
    queries.removeQueries(ofAnAccount());
    useSync.setState({ state: null });
    useOutboxSummary.setState({ summary: null });
  };
};
