/**
 * Sits between a window and its core and changes the answers of one procedure: the real core does its work,
 * and the window gets a different answer, or none.
 */
import type { Page } from 'playwright-core';

export interface SpoiltAnswers {
  /** Answers of this path, e.g. `/outbox/submit`, reach the window as an object without content. */
  empty(path: string): void;
  /** The next answer of this path is lost: the connection breaks when it is due. */
  lose(path: string): void;
  /** Answers of this path arrive later by this delay. */
  late(path: string, delayMs: number): void;
  /** All answers arrive unchanged. */
  mend(): void;
}

/** Call it before the page opens the app. */
export const spoilAnswers = async (page: Page): Promise<SpoiltAnswers> => {
  let wanted: { path: string; how: 'empty' | 'lose' | 'late' } | null = null;
  let delayMs = 0;
  await page.routeWebSocket(/\/core/, (socket) => {
    const server = socket.connectToServer();
    // The fault that was set when the request was sent: the answer may arrive after it was changed.
    const asked = new Map<unknown, 'empty' | 'lose' | 'late'>();
    socket.onMessage((message) => {
      const { i, p } = JSON.parse(String(message)) as { i: unknown; p?: { u?: string } };
      if (wanted !== null && p?.u?.endsWith(wanted.path)) asked.set(i, wanted.how);
      server.send(message);
    });
    server.onMessage((message) => {
      const answer = JSON.parse(String(message)) as { i: unknown; p?: { b?: { json: unknown } } };
      const how = asked.get(answer.i);
      asked.delete(answer.i);
      if (how === undefined || wanted === null) return socket.send(message);
      if (how === 'lose') {
        wanted = null;
        void socket.close();
        return void server.close();
      }
      if (how === 'late') return void setTimeout(() => socket.send(message), delayMs);
      if (answer.p?.b !== undefined) answer.p.b.json = {};
      socket.send(JSON.stringify(answer));
    });
  });
  return {
    empty: (path) => void (wanted = { path, how: 'empty' }),
    lose: (path) => void (wanted = { path, how: 'lose' }),
    late: (path, ms) => {
      wanted = { path, how: 'late' };
      delayMs = ms;
    },
    mend: () => void (wanted = null),
  };
};
