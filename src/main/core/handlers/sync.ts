/** Procedures for the pull's state and commands. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { SyncState } from '#shared/contract/sync';
import { isLocalRef } from '#shared/domain/intent';
import type { Accounts } from '../accounts/accounts';
import type { AttentionBook } from '../sync/rate/attention';
import { withCopyErrorCodes } from './contract-errors';

export interface SyncHandlersOptions {
  state: () => SyncState;
  /** Called when a detail is on disk. */
  onDetail: () => void;
  attention: Pick<AttentionBook, 'onUse'>;
  /** A window names the time zone of the computer. */
  onTimeZone: (timeZone: string) => void;
}

export const syncHandlers = (
  accounts: Accounts,
  { state, onDetail, attention, onTimeZone }: SyncHandlersOptions,
) => {
  const os = implement(contract.sync).use(withCopyErrorCodes(accounts));
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
    limitRequests: os.limitRequests.handler(({ input }) => {
      const workspace = accounts.current();
      workspace?.pull.limitRequests(input.perMinute);
      return { done: workspace !== null };
    }),
    attend: os.attend.handler(({ input }) => {
      attention.onUse(input.windowId, input.inUse, input.shows);
      if (input.timeZone !== undefined) onTimeZone(input.timeZone);
      return {};
    }),
    fetchDetail: os.fetchDetail.handler(async ({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return { held: false };
      const id = workspace.outbox.realIdOf(input.id) ?? input.id;
      // The service does not have this record yet.
      if (isLocalRef(id)) return { held: false };
      const { held } = await workspace.pull.details.fetchOne(input.resource, id);
      if (held) onDetail();
      return { held };
    }),
  };
};
