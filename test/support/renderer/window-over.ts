/**
 * A window for tests of the renderer's logic without a browser: the renderer's own client with the frames of
 * the contract, and hand-written procedures instead of the core.
 */
import { RPCHandler } from '@orpc/server/message-port';
import { os } from '@orpc/server';
import { onTestFinished, vi } from 'vitest';
import { connectCore } from '../../../src/renderer/client/client';
import { HIDDEN_PAGE } from './bridge-to';

type Procedure = (input: never) => unknown;
export interface Procedures {
  [name: string]: Procedure | Procedures;
}

const routerOf = (procedures: Procedures): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(procedures).map(([name, one]) => [
      name,
      typeof one === 'function' ? os.handler(({ input }) => one(input as never)) : routerOf(one),
    ]),
  );

/** The answer of `accounts.state` while the account "a" is open. */
export const accountState = (more: object = {}): object => ({
  account: { id: 'a' },
  settings: {},
  accounts: [],
  notices: [],
  ...more,
});

export interface FakeWindow {
  /** Simulates a restart of the core: pending answers are lost. */
  restart(): void;
}

/** Connects the renderer's client to these procedures; `more` are additional members of `window`. */
export const windowOver = (
  procedures: Procedures,
  more: object = {},
  document: object = HIDDEN_PAGE,
): FakeWindow => {
  const handler = new RPCHandler(routerOf(procedures) as never);
  const toWindow = new Set<(frame: string) => void>();
  const resets = new Set<() => void>();
  let line = 0;
  let toCore: (frame: string) => void = () => undefined;
  const serve = (): void => {
    const own = ++line;
    handler.upgrade({
      on: (event: string, listener: (event: { data: unknown }) => void) => {
        if (event === 'message') toCore = (data) => listener({ data });
      },
      postMessage: (frame: string) => {
        if (own === line) for (const hear of toWindow) hear(frame);
      },
    });
  };
  serve();
  const satchel = {
    call: (frame: string) => toCore(frame),
    subscribe: (listener: (frame: string) => void) => {
      toWindow.add(listener);
      return () => void toWindow.delete(listener);
    },
    onReset: (listener: () => void) => {
      resets.add(listener);
      return () => void resets.delete(listener);
    },
  };
  vi.stubGlobal('window', { satchel, ...more });
  vi.stubGlobal('document', document);
  onTestFinished(() => void vi.unstubAllGlobals());
  connectCore();
  return {
    restart: () => {
      serve();
      for (const reset of [...resets]) reset();
    },
  };
};
