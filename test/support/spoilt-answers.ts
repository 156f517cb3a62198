/**
 * Sits between a window and its core and changes the answers of one procedure: the real core does its work,
 * and the window gets a different answer, or none.
 */
import type { Page } from 'playwright-core';

export interface SpoiltAnswers {
  /** Answers of this path, e.g. `/outbox/submit`, reach the window as an object without content. */
  empty(path: string): void;
  /** Answers of this path reach the window as this object. */
  answer(path: string, json: unknown): void;
  /** Calls of this path are refused with an error that the contract does not name. */
  refuse(path: string): void;
  /** From now on this text of every message reaches the window as another text. */
  replace(text: string, by: string): void;
  /** The next answer of this path is lost: the connection breaks when it is due. */
  lose(path: string): void;
  /** Answers of this path arrive later by this delay. */
  late(path: string, delayMs: number): void;
  /** Late answers arrive after this work at the earliest, however long it takes on a busy machine. */
  during(work: () => Promise<void>): Promise<void>;
  /** Nothing from the core reaches the window until `release`. */
  hold(): void;
  /** What was held arrives in its order, one message after the other, with time for the window to draw. */
  release(): Promise<void>;
  /** All answers arrive unchanged. */
  mend(): void;
}

const REFUSED = {
  s: 500,
  b: {
    json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal server error' },
  },
};
type Fault = 'given' | 'lose' | 'late' | 'refuse';

/** Call it before the page opens the app. */
export const spoilAnswers = async (page: Page): Promise<SpoiltAnswers> => {
  let wanted: { path: string; how: Fault } | null = null;
  let delayMs = 0;
  let given: unknown = {};
  let replaced: [text: string, by: string] | null = null;
  let held: (() => void)[] | null = null;
  let works: Promise<unknown> = Promise.resolve();
  const sendLate = async (send: () => void): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await works;
    send();
  };
  await page.routeWebSocket(/\/core/, (socket) => {
    const server = socket.connectToServer();
    // The fault that was set when the request was sent: the answer may arrive after it was changed.
    const asked = new Map<unknown, Fault>();
    socket.onMessage((message) => {
      const { i, p } = JSON.parse(String(message)) as { i: unknown; p?: { u?: string } };
      if (wanted !== null && p?.u?.endsWith(wanted.path)) asked.set(i, wanted.how);
      server.send(message);
    });
    server.onMessage((received) => {
      const message = replaced === null ? received : String(received).replaceAll(...replaced);
      if (held) return void held.push(() => socket.send(message));
      const answer = JSON.parse(String(message)) as { i: unknown; p?: { b?: { json: unknown } } };
      const how = asked.get(answer.i);
      asked.delete(answer.i);
      if (how === undefined || wanted === null) return socket.send(message);
      if (how === 'lose') {
        wanted = null;
        void socket.close();
        return void server.close();
      }
      if (how === 'late') return void sendLate(() => socket.send(message));
      if (how === 'refuse') return socket.send(JSON.stringify({ ...answer, p: REFUSED }));
      if (answer.p?.b !== undefined) answer.p.b.json = given;
      socket.send(JSON.stringify(answer));
    });
  });
  return {
    empty: (path) => {
      wanted = { path, how: 'given' };
      given = {};
    },
    answer: (path, json) => {
      wanted = { path, how: 'given' };
      given = json;
    },
    refuse: (path) => void (wanted = { path, how: 'refuse' }),
    replace: (text, by) => void (replaced = [text, by]),
    lose: (path) => void (wanted = { path, how: 'lose' }),
    late: (path, ms) => {
      wanted = { path, how: 'late' };
      delayMs = ms;
    },
    during: async (work) => {
      const done = work();
      works = Promise.allSettled([works, done]);
      await done;
    },
    hold: () => void (held = []),
    release: async () => {
      for (let next = held?.shift(); next; next = held?.shift()) {
        next();
        await page.waitForTimeout(60);
      }
      held = null;
    },
    mend: () => void (wanted = null),
  };
};
