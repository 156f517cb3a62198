/** The pull's state and commands for the windows. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { SyncState } from '#shared/contract/sync';
import type { Accounts } from '../accounts/accounts';
import { toldErrors } from './told-errors';

export interface SyncHandlersOptions {
  state: () => SyncState;
  /** A detail is on disk. */
  onDetail: () => void;
}

export const syncHandlers = (accounts: Accounts, { state, onDetail }: SyncHandlersOptions) => {
  const os = implement(contract.sync).use(toldErrors);
  return {
    state: os.state.handler(() => state()),
    start: os.start.handler(() => {
      const workspace = accounts.current();
      if (!workspace) return { started: false };
      void workspace.pull.round();
      return { started: true };
    }),
    keep: os.keep.handler(({ input }) => ({
      done: accounts.current()?.pull.keep(input.resource, input.keep) ?? false,
    })),
    keepDetails: os.keepDetails.handler(({ input }) => {
      const workspace = accounts.current();
      workspace?.pull.keepDetails(input.months);
      return { done: workspace !== null };
    }),
    fetchDetail: os.fetchDetail.handler(async ({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return { held: false };
      const { held } = await workspace.pull.details.fetchOne(input.resource, input.id);
      if (held) onDetail();
      return { held };
    }),
  };
};
