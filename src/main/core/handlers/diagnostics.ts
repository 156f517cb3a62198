/**
 * Procedures for Diagnostics: what the service does differently from the contract, requests, sizes, the log, and the
 * report for the support. No answer contains a token or a record.
 */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { SyncState } from '#shared/contract/sync';
import { localDayOf } from '#shared/domain/time';
import type { Accounts } from '../accounts/accounts';
import { directoryOf } from '../accounts/files/account-file';
import type { Workspace } from '../accounts/workspace/workspace';
import { failureOf } from '../api/classify-read';
import { listCompanies, listUsers } from '../api/record-reads';
import { bundleText, type Unreadable } from '../diagnostics/bundle';
import { LOG_FILES, readLog } from '../diagnostics/log-lines';
import type { Omission } from '../outbox/delivery/check-applied';
import type { Ports } from '../ports/ports';
import { assumptionsOf, type Assumption } from '../sync/assumptions';
import { readHistory } from '../sync/sync-history';
import { asContractError, withCopyErrorCodes } from './contract-errors';

const BUNDLED_LINES = 500;

const editStateOf = (seen: Omission | null): Assumption['state'] => {
  if (seen === null) return 'assumed';
  return seen === 'keeps' ? 'proved' : 'disproved';
};

export const diagnosticsHandlers = (accounts: Accounts, ports: Ports, syncState: () => SyncState) => {
  const os = implement(contract.diagnostics).use(withCopyErrorCodes(accounts));
  /** What edits do to omitted fields is an assumption until an edit shows it (contract, "Not stated"). */
  const ofEdits = (outbox: Workspace['outbox']): Assumption[] =>
    Object.entries(outbox.omissions()).map(([kind, seen]) => ({
      id: `${kind}.edits-keep-the-rest`,
      state: editStateOf(seen),
    }));
  /** Reads only memory, so a damaged file does not stop it. */
  const requestFacts = ({ client, pull }: Workspace) => ({
    requests: client.requests(),
    serverOffsetMs: client.serverClock.offsetMs(ports.clock.now()),
    offers: pull.offers.all(),
  });
  const assumptions = ({ cache, outbox }: Workspace) => [...assumptionsOf(cache), ...ofEdits(outbox)];
  /** A part of the report, or the code of the error if a damaged file does not allow reading it. */
  const readable = <T>(read: () => T): T | Unreadable => {
    try {
      return read();
    } catch (error) {
      const { code } = asContractError(error);
      if (code === 'database-corrupt') accounts.copyDamaged();
      return { unreadable: code };
    }
  };
  /** Each part is read by itself: the report is needed most while something cannot be read. */
  const bundleParts = (workspace: Workspace) => ({
    drift: readable(() => workspace.cache.drift()),
    assumptions: readable(() => assumptions(workspace)),
    ...requestFacts(workspace),
    storage: readable(() => workspace.cache.storage()),
    rounds: readable(() => readHistory(workspace.cache)),
  });
  return {
    get: os.get.handler(() => {
      const workspace = accounts.current();
      if (!workspace)
        return {
          drift: [],
          assumptions: [],
          requests: [],
          serverOffsetMs: null,
          offers: [],
          dataDirectory: ports.files.directory,
        };
      return {
        drift: workspace.cache.drift(),
        assumptions: assumptions(workspace),
        ...requestFacts(workspace),
        dataDirectory: ports.files.pathOf(directoryOf(workspace.profileId)),
      };
    }),
    storage: os.storage.handler(() => accounts.current()?.cache.storage() ?? []),
    files: os.files.handler(() => {
      const workspace = accounts.current();
      const sizeOf = (name: string): number =>
        workspace ? ports.files.sizeBytes(`${directoryOf(workspace.profileId)}/${name}`) : 0;
      return {
        cacheBytes: sizeOf('cache.db'),
        outboxBytes: sizeOf('outbox.db'),
        logBytes: LOG_FILES.reduce((sum, name) => sum + ports.files.sizeBytes(name), 0),
      };
    }),
    rounds: os.rounds.handler(() => {
      const workspace = accounts.current();
      return workspace ? readHistory(workspace.cache) : [];
    }),
    log: os.log.handler(({ input }) => readLog(ports.files, input)),
    bundle: os.bundle.handler(() => {
      const workspace = accounts.current();
      const { account, version, shell, platform, tokenStorage } = accounts.state();
      const now = ports.clock.now();
      const madeAt = new Date(now).toISOString();
      const text = bundleText({
        madeAt,
        version,
        shell,
        platform,
        tokenStorage,
        demo: account?.demo ?? false,
        baseUrl: account?.baseUrl ?? '',
        auth: account?.auth ?? 'none',
        directory: ports.files.directory,
        sync: readable(syncState),
        outbox: readable(() => workspace?.outbox.summary() ?? null),
        parts: workspace ? bundleParts(workspace) : {},
        log: readLog(ports.files, { levels: ['error', 'warn', 'info'], text: '', limit: BUNDLED_LINES })
          .lines,
      });
      return { fileName: `satchel-diagnostics-${localDayOf(now)}.json`, text };
    }),
    testConnection: os.testConnection.handler(async () => {
      const workspace = accounts.current();
      if (!workspace) return { ok: false, durationMs: 0, error: { code: 'no-account' } };
      const sentAt = ports.clock.now();
      const users = await listUsers(workspace.client);
      // The same read as at a sign-in: a token that may not read the users may still read the companies.
      const isRefused = !users.ok && users.trouble.kind === 'forbidden';
      const answer = isRefused
        ? await listCompanies(workspace.client, { page: 1, count: 1, flag: 'live' })
        : users;
      const durationMs = ports.clock.now() - sentAt;
      return answer.ok
        ? { ok: true, durationMs, serverTime: answer.value.now }
        : { ok: false, durationMs, error: failureOf(answer.trouble) };
    }),
    refetch: os.refetch.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return { started: false };
      workspace.pull.refetch(input.resource);
      return { started: true };
    }),
  };
};
