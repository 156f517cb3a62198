/**
 * Commands from menu, deep links and notifications on their way to the window; what comes before a window
 * listens waits for it.
 */
import type { ShellCommand } from '#shared/contract/shell';

/** Older ones are dropped: a user who clicked this often while nothing opened means the last click. */
const MOST_WAITING = 5;

export interface CommandQueue {
  push(command: ShellCommand): void;
  /**
   * One reader at a time: the newest takes over, the one before ends. A reader also ends when `ended` is
   * aborted, as its window closes; what it has not taken by then waits for the next.
   */
  read(ended?: AbortSignal): AsyncIteratorObject<ShellCommand, undefined, undefined>;
}

export const createCommandQueue = (): CommandQueue => {
  let waiting: ShellCommand[] = [];
  let current: { wake(): void; done: boolean } | null = null;
  return {
    push: (command) => {
      waiting = [...waiting, command].slice(-MOST_WAITING);
      current?.wake();
    },
    read: (ended) => {
      if (current) {
        current.done = true;
        current.wake();
      }
      const reader = { wake: (): void => {}, done: false };
      current = reader;
      const end = (): { done: true; value: undefined } => {
        reader.done = true;
        reader.wake();
        return { done: true, value: undefined };
      };
      ended?.addEventListener('abort', end, { once: true });
      const next = async (): Promise<IteratorResult<ShellCommand, undefined>> => {
        for (;;) {
          if (reader.done) return { done: true, value: undefined };
          const command = waiting.shift();
          if (command) return { done: false, value: command };
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
        }
      };
      return {
        next,
        return: async () => end(),
        [Symbol.asyncIterator]() {
          return this;
        },
        [Symbol.asyncDispose]: async () => void end(),
      };
    },
  };
};
