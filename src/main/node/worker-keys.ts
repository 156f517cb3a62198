/**
 * The DatabaseKeys port inside the worker: wrapping and unwrapping is the shell's, which alone can reach the
 * OS keychain. Where there is no real keyring nothing is asked: databases stay plain, and one that was
 * encrypted waits for its keyring.
 */
import type { DatabaseKeys, Files, KeyAnswer, Secrets } from '#core/ports/ports';
import type { ShellRequests } from './shell-requests';

export const createWorkerKeys = (
  storage: Secrets['storage'],
  files: Pick<Files, 'exists'>,
  shell: Pick<ShellRequests, 'ask'>,
): DatabaseKeys => ({
  get: async (account): Promise<KeyAnswer> => {
    if (storage === 'memory')
      return files.exists(`accounts/${account}/cache.key`)
        ? { kind: 'unavailable', reason: 'no-keyring' }
        : { kind: 'none' };
    const answer = await shell.ask({ type: 'key', database: 'cache', operation: 'get', account });
    return answer === null ? { kind: 'none' } : (JSON.parse(answer) as KeyAnswer);
  },
  make: async (account) =>
    storage === 'memory' ? null : shell.ask({ type: 'key', database: 'cache', operation: 'make', account }),
});
