/** The Secrets port inside the worker: every call goes to the shell, which alone can reach the OS keychain. */
import type { Secrets } from '#core/ports/ports';
import type { FromWorker } from '../core-messages';

type Answer = { id: number; value: string | null; error?: string };
type Unnumbered = { operation: 'get' | 'delete'; key: string } | { operation: 'set'; key: string; value: string };

export const createWorkerSecrets = (storage: Secrets['storage'], say: (message: FromWorker) => void): Secrets & { answer(answer: Answer): void } => {
  const waiting = new Map<number, { resolve(value: string | null): void; reject(error: Error): void }>();
  let lastId = 0;
  const ask = (request: Unnumbered): Promise<string | null> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      say({ type: 'secret', id, ...request });
    });
  return {
    storage,
    get: (key) => ask({ operation: 'get', key }),
    set: async (key, value) => void (await ask({ operation: 'set', key, value })),
    delete: async (key) => void (await ask({ operation: 'delete', key })),
    answer: ({ id, value, error }) => {
      const call = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(new Error(error));
    },
  };
};
