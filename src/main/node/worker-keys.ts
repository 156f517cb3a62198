/**
 * The DatabaseKeys port in the worker. The shell wraps and unwraps the keys, because only it can reach the OS
 * keychain. Without a real keyring there are no requests: databases stay plain, and an encrypted one waits
 * for its keyring.
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
    const known: KeyAnswer = answer === null ? { kind: 'none' } : JSON.parse(answer);
    return known;
  },
  make: async (account) =>
    storage === 'memory' ? null : shell.ask({ type: 'key', database: 'cache', operation: 'make', account }),
});
