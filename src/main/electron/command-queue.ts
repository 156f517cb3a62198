/**
 * A queue of commands from menu, deep links and notifications for the window. A command waits until a window
 * listens.
 */
import type { ShellCommand } from '#shared/contract/shell';

/** Older commands are dropped: after so many clicks only the last ones matter. */
const MOST_WAITING = 5;

export interface CommandQueue {
  push(command: ShellCommand): void;
  /**
   * Allows one reader at a time: a new reader ends the one before. A reader also ends when `ended` is aborted
   * because its window closes. Commands that it has not read wait for the next reader.
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
