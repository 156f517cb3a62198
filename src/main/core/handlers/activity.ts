/** Procedures for the E8 figures, from disk. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import { withCopyErrorCodes } from './contract-errors';

export const activityHandlers = (accounts: Accounts) => {
  const os = implement(contract.activity).use(withCopyErrorCodes(accounts));
  return {
    get: os.get.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace)
        return {
          asOf: null,
          rows: [],
          missing: [],
          state: 'failed' as const,
          error: { code: 'no-account' as const },
        };
      return workspace.activity.get({ start: input.start, end: input.end, userIds: input.userIds });
    }),
  };
};
