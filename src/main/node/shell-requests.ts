/** Requests of the worker to its shell: numbered, with one answer each. */
import type { FromWorkerRequest, ToWorker } from '../core-messages';
import { errorCodeOf } from '#core/error-code';

type Answer = Omit<Extract<ToWorker, { type: 'answer' }>, 'type'>;
type Unnumbered<T> = T extends FromWorkerRequest ? Omit<T, 'id'> : never;

export interface ShellRequests {
  /** Rejects with the shell's message, and the system's code if there is one, if the shell refuses. */
  ask(request: Unnumbered<FromWorkerRequest>): Promise<string | null>;
  answer(answer: Answer): void;
  /** The shell no longer answers: rejects pending and future requests. */
  end(): void;
}

export const createShellRequests = (say: (message: FromWorkerRequest) => void): ShellRequests => {
  const waiting = new Map<number, { resolve(value: string | null): void; reject(error: Error): void }>();
  let lastId = 0;
  let ended = false;
  const refusal = (): Error => new Error('the shell is closing');
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(refusal());
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        say({ ...request, id });
      }),
    answer: ({ id, value, error, code }) => {
      const call = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(Object.assign(new Error(error), code === undefined ? {} : { code }));
    },
    end: () => {
      ended = true;
      for (const { reject } of waiting.values()) reject(refusal());
      waiting.clear();
    },
  };
};

/** The part of an answer that says why the shell refuses a request. */
export const refusalOf = (cause: unknown): Pick<Answer, 'error' | 'code'> => {
  const code = errorCodeOf(cause);
  return {
    error: cause instanceof Error ? cause.message : 'the shell refused',
    ...(code === '' ? {} : { code }),
  };
};
