/**
 * The Secrets port in the worker. Every call goes to the shell, because only it can reach the OS keychain.
 */
import type { Secrets } from '#core/ports/ports';
import type { ShellRequests } from './shell-requests';

export const createWorkerSecrets = (
  storage: Secrets['storage'],
  shell: Pick<ShellRequests, 'ask'>,
): Secrets => ({
  storage,
  get: (key) => shell.ask({ type: 'secret', operation: 'get', key }),
  set: async (key, value) => void (await shell.ask({ type: 'secret', operation: 'set', key, value })),
  delete: async (key) => void (await shell.ask({ type: 'secret', operation: 'delete', key })),
});
