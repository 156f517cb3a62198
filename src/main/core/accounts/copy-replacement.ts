/**
 * Replaces the open account's copy of the records after damage: sets the file aside and opens a new one, which
 * is downloaded.
 *
 *   damaged ─→ the service is asked ─→ it answers, and the account is signed in: replaced
 *                  ↑                └→ otherwise the user keeps what can be read
 *                  └── it answers again, or TRY_AGAIN_MS
 *
 * A copy is replaced once per session, so that a failing disk does not cause endless downloads.
 */
import type { Ports } from '../ports/ports';
import type { AccountList } from './account-list';
import { directoryOf } from './files/account-file';
import { CACHE } from './files/cache-files';
import type { OpenAccount } from './open-account';
import type { Workspace } from './workspace/workspace';

const TRY_AGAIN_MS = 30_000;
const WAITING_NOTICE = 'cache-damaged-offline';

export interface CopyReplacement {
  /** The open account's copy turned out to be damaged. */
  damaged(): void;
  /** The service of the open account answers again. */
  reached(): void;
  close(): void;
}

interface CopyReplacementParts {
  ports: Ports;
  list: AccountList;
  account: Pick<OpenAccount, 'workspace' | 'profile' | 'open' | 'close'>;
  notices: Map<string, string>;
  /** Runs a task after the current change of accounts. */
  runLater: (task: () => Promise<unknown>) => void;
  onChange: () => void;
}

export const createCopyReplacement = (parts: CopyReplacementParts): CopyReplacement => {
  const { ports, list, account, notices, runLater, onChange } = parts;
  const replaced = new Set<string>();
  /** The workspace whose copy waits for the service. */
  let waiting: Workspace | null = null;
  let asking: Workspace | null = null;
  let cancel: (() => void) | null = null;

  const replace = async (damaged: Workspace): Promise<void> => {
    const profile = account.profile();
    if (!profile || account.workspace() !== damaged) return;
    replaced.add(profile.id);
    await account.close();
    const aside = ports.files.setAside(`${directoryOf(profile.id)}/${CACHE}`);
    ports.log.error('the copy turned out to be damaged and is set aside', { account: profile.id, aside });
    notices.set('cache-damaged', aside);
    await account.open(list.find(profile.id) ?? profile);
  };

  const endWaiting = (): void => {
    waiting = null;
    cancel?.();
    cancel = null;
    if (notices.delete(WAITING_NOTICE)) onChange();
  };

  const ask = async (damaged: Workspace): Promise<void> => {
    if (asking === damaged) return;
    cancel?.();
    asking = damaged;
    const answers = await damaged.answers().catch(() => false);
    if (asking === damaged) asking = null;
    if (waiting !== damaged) return;
    if (answers || account.workspace() !== damaged) {
      endWaiting();
      if (answers) runLater(() => replace(damaged));
      return;
    }
    cancel = ports.timers.after(TRY_AGAIN_MS, () => void ask(damaged));
  };

  return {
    damaged: () => {
      const workspace = account.workspace();
      if (!workspace || waiting === workspace || replaced.has(workspace.profileId)) return;
      waiting = workspace;
      void ask(workspace).then(() => {
        if (waiting !== workspace) return;
        ports.log.warn('the copy is damaged, and the service does not answer', {
          account: workspace.profileId,
        });
        // Once, so that it stays dismissed.
        notices.set(WAITING_NOTICE, '');
        onChange();
      });
    },
    reached: () => {
      if (waiting) void ask(waiting);
    },
    close: endWaiting,
  };
};
