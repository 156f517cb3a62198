/** Procedures for accounts. An error of the connection is returned, not thrown. */
import { ORPCError, implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import { exportCopy } from './answers/outbox-copy';
import { withErrorCodes } from './contract-errors';

export const accountsHandlers = (accounts: Accounts, onSync: () => void) => {
  const os = implement(contract.accounts).use(withErrorCodes);
  return {
    state: os.state.handler(() => accounts.state()),
    test: os.test.handler(async ({ input }) => {
      const tried = await accounts.test(input);
      if (!tried.ok) return tried;
      const { serverTime, users, refusedScopes } = tried;
      return { ok: true as const, serverTime, users, refusedScopes };
    }),
    connect: os.connect.handler(({ input, signal }) => accounts.connect(input, signal)),
    openDemo: os.openDemo.handler(() => accounts.openDemo()),
    open: os.open.handler(({ input }) => accounts.open(input.accountId)),
    signIn: os.signIn.handler(({ input, signal }) =>
      accounts.signIn(input.accountId, input.credentials, signal),
    ),
    move: os.move.handler(({ input: { accountId, ...to }, signal }) => accounts.move(accountId, to, signal)),
    signOut: os.signOut.handler(({ input }) => accounts.signOut(input.accountId, input.data)),
    unsent: os.unsent.handler(
      async ({ input }) =>
        (await accounts.readOutbox(input.accountId, (outbox) => ({
          waiting: outbox.summary().waiting,
          drafts: outbox.drafts().length,
        }))) ?? { waiting: 0, drafts: 0 },
    ),
    exportUnsent: os.exportUnsent.handler(async ({ input }) => {
      const copy = await accounts.readOutbox(input.accountId, exportCopy);
      if (copy === null) throw new ORPCError('not-found', { message: 'the account has no unsent work' });
      return copy;
    }),
    unlock: os.unlock.handler(() => accounts.unlock()),
    renewLocked: os.renewLocked.handler(({ input }) => accounts.renewLocked(input.accountId)),
    recover: os.recover.handler(({ input }) => accounts.recover(input.accountId, input.code)),
    offerCode: os.offerCode.handler(() => accounts.offerCode()),
    withdrawCode: os.withdrawCode.handler(({ input }) => {
      accounts.withdrawCode(input?.offerId);
      return {};
    }),
    confirmCode: os.confirmCode.handler(({ input }) => accounts.confirmCode(input.groups, input.offerId)),
    decryptOutbox: os.decryptOutbox.handler(() => accounts.decryptOutbox()),
    rename: os.rename.handler(({ input }) => accounts.rename(input.accountId, input.name)),
    chooseSelf: os.chooseSelf.handler(({ input }) => {
      if (!accounts.current()) throw new ORPCError('no-account', { message: 'no account is open' });
      return accounts.chooseSelf(input.userId);
    }),
    setDemoOffline: os.setDemoOffline.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace || !accounts.profile()?.demo)
        throw new ORPCError('bad-input', { message: 'only the demo workspace has a network switch' });
      workspace.transport.setOffline(input.offline);
      void workspace.pull.round();
      onSync();
      return { offline: input.offline };
    }),
    setSettings: os.setSettings.handler(({ input }) => accounts.setSettings(input)),
    dismissNotice: os.dismissNotice.handler(({ input }) => accounts.dismissNotice(input.code)),
  };
};
