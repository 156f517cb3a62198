/**
 * Replaces the open account's copy of the records after damage: sets the file aside and opens a new one, which
 * is downloaded.
 *
 *   damaged ─→ the service is asked ─→ it answers, and the account is signed in: replaced
 *                  ↑                └→ otherwise the user keeps what can be read
 *                  └── it answers again, or the next of TRY_AGAIN_MS
 *
 * A copy is replaced once per session, so that a failing disk does not cause endless downloads; a notice says
 * that the next start replaces it. When the account closes, the wait ends. The damage is noted in the file, so the
 * next opening finds it.
 */
import type { Ports } from '../ports/ports';
import { directoryOf } from './files/account-file';
import { CACHE } from './files/cache-files';
import type { Notices } from './notices';
import type { OpenAccount } from './open-account';
import type { Workspace } from './workspace/workspace';

/** The steps of the wait; the last one repeats. */
const TRY_AGAIN_MS = [30_000, 60_000, 300_000, 900_000] as const;
const WAITING_NOTICE = 'cache-damaged-offline';
const AGAIN_NOTICE = 'cache-damaged-again';

export interface CopyReplacement {
  /** The open account's copy turned out to be damaged. */
  damaged(): void;
  /** The service of the open account answers again. */
  reached(): void;
  /** The open account closes. */
  accountCloses(): void;
}

interface CopyReplacementParts {
  ports: Ports;
  account: Pick<OpenAccount, 'workspace' | 'profile' | 'reopenAfter'>;
  notices: Notices;
  /** Runs a task after the current change of accounts. */
  runLater: (task: () => Promise<unknown>) => void;
  onChange: () => void;
}

export const createCopyReplacement = (parts: CopyReplacementParts): CopyReplacement => {
  const { ports, account, notices, runLater, onChange } = parts;
  /** The profiles whose copy was replaced in this session, or was to be. */
  const tried = new Set<string>();
  /** The profiles whose damaged copy could be set aside. */
  const replaced = new Set<string>();
  /** The workspace whose copy waits for the service. */
  let waiting: Workspace | null = null;
  /** The workspace whose service is being asked. */
  let asking: Workspace | null = null;
  let cancel: (() => void) | null = null;
  /** The workspace whose copy is damaged again, and kept. */
  let kept: Workspace | null = null;

  const replace = async (damaged: Workspace): Promise<void> => {
    const profile = account.profile();
    if (!profile || account.workspace() !== damaged) return;
    // Noted first, so that a later step that fails is not repeated endlessly.
    tried.add(profile.id);
    await account.reopenAfter(async ({ id }) => {
      const aside = ports.files.setAside(`${directoryOf(id)}/${CACHE}`);
      replaced.add(id);
      ports.log.error('the copy turned out to be damaged and is set aside', { account: id, aside });
      notices.set('cache-damaged', aside, id);
      return { ok: true };
    }, false);
  };

  const endWaiting = (): void => {
    const id = waiting?.profileId;
    waiting = null;
    cancel?.();
    cancel = null;
    if (id !== undefined && notices.delete(WAITING_NOTICE, id)) onChange();
  };

  /** The disk damaged the new copy too, or the old one could not be set aside. The next start replaces it. */
  const keep = (damaged: Workspace): void => {
    kept = damaged;
    ports.log.error('the copy is damaged and stays until the next start', { account: damaged.profileId });
    if (!replaced.has(damaged.profileId)) return;
    notices.set(AGAIN_NOTICE, '', damaged.profileId);
    onChange();
  };

  const ask = async (damaged: Workspace, tries: number): Promise<void> => {
    if (asking === damaged) return;
    cancel?.();
    asking = damaged;
    const answers = await damaged.serviceAnswers().catch(() => false);
    if (asking === damaged) asking = null;
    if (waiting !== damaged) return;
    if (answers) {
      endWaiting();
      runLater(() => replace(damaged));
      return;
    }
    const waitMs = TRY_AGAIN_MS[Math.min(tries, TRY_AGAIN_MS.length - 1)] ?? TRY_AGAIN_MS[0];
    cancel = ports.timers.after(waitMs, () => void ask(damaged, tries + 1));
  };

  return {
    damaged: () => {
      const workspace = account.workspace();
      if (!workspace || waiting === workspace || kept === workspace) return;
      workspace.cache.noteDamage();
      if (tried.has(workspace.profileId)) return keep(workspace);
      waiting = workspace;
      void ask(workspace, 0).then(() => {
        if (waiting !== workspace) return;
        ports.log.warn('the copy is damaged and cannot be replaced now', {
          account: workspace.profileId,
        });
        // Shown once, so that a dismissed notice does not return.
        notices.set(WAITING_NOTICE, '', workspace.profileId);
        onChange();
      });
    },
    reached: () => {
      if (waiting) void ask(waiting, 0);
    },
    accountCloses: endWaiting,
  };
};
