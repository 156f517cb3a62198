/** What a person or a supporter needs to see when the service behaves otherwise than the contract says. No token, no record. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import { directoryOf } from '../accounts/workspace';
import type { Ports } from '../ports/ports';
import { assumptionsOf } from '../sync/assumptions';

export const diagnosticsHandlers = (accounts: Accounts, ports: Ports) => {
  const os = implement(contract.diagnostics);
  return {
    get: os.get.handler(() => {
      const workspace = accounts.current();
      if (!workspace) return { drift: [], assumptions: [], storage: [], requests: [], serverOffsetMs: null, offers: [], dataDirectory: ports.files.directory };
      const { cache, client, pull } = workspace;
      return {
        drift: cache.drift(), assumptions: assumptionsOf(cache), storage: cache.storage(), requests: client.requests(),
        serverOffsetMs: client.serverClock.offsetMs(), offers: pull.offers.all(), dataDirectory: `${ports.files.directory}/${directoryOf(workspace.profileId)}`,
      };
    }),
  };
};
