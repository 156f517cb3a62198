/**
 * The request for a recovery code. It is sent once, and again only if the user asks for it: each request makes
 * another code, so the events that refresh all queries must not repeat it. `gcTime` is 0, so that the code does
 * not stay in the query cache after the dialog.
 */
import { queryOptions } from '@tanstack/react-query';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';

export const recoveryCodeOffer = () =>
  queryOptions({
    ...ask(queryKeys.recoveryCode(), () => core.accounts.offerCode()),
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
