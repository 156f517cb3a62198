/** The shell's own connection to the core: badge, tray menu and language follow the core's events. */
import { implement } from '@orpc/server';
import { expect, it } from 'vitest';
import type { AppState } from '../../../../src/shared/contract/accounts';
import { contract } from '../../../../src/shared/contract/contract';
import { NO_OUTBOX, type OutboxSummary } from '../../../../src/shared/contract/outbox';
import { watchCore } from '../../../../src/main/electron/core-watch';
import { createFrameServer } from '../../../../src/main/node/serve-frames';

const STATE: AppState = {
  version: '1.0.0',
  shell: 'electron',
  platform: 'linux',
  account: null,
  accounts: [],
  tokenStorage: 'keychain',
  isTokenKept: true,
  cacheProtection: null,
  outboxProtection: null,
  locked: null,
  suggestedBaseUrl: null,
  settings: {},
  notices: [],
};

/** A core with two events: `app` at once, and `outbox` when `more` is called. `breaks`: after the first, once. */
const startCore = (summary: () => OutboxSummary, breaks?: Error) => {
  let next = breaks;
  const { promise, resolve: more } = Promise.withResolvers<void>();
  const os = implement(contract);
  const serve = createFrameServer({
    accounts: { state: os.accounts.state.handler(() => STATE) },
    outbox: { summary: os.outbox.summary.handler(summary) },
    events: os.events.handler(async function* events() {
      yield { type: 'app' as const };
      await promise;
      const error = next;
      next = undefined;
      if (error) throw error;
      yield { type: 'outbox' as const, summary: { ...NO_OUTBOX, needsUser: 2 } };
      await new Promise(() => undefined);
    }),
  });
  const connect = (receive: (frame: string | Uint8Array) => void) => {
    let hear: (frame: unknown) => void = () => undefined;
    serve({
      onFrame: (listener) => (hear = listener),
      onClose: () => undefined,
      send: (frame) => queueMicrotask(() => receive(frame)),
    });
    return {
      send: (frame: string | Uint8Array) => queueMicrotask(() => hear(frame)),
      close: () => undefined,
    };
  };
  return { connect, more };
};

it('counts in badge and tray go on after the events of the core were interrupted once', async () => {
  const core = startCore(() => NO_OUTBOX, new Error('disk I/O error'));
  const needsUser: number[] = [];
  const errors: unknown[] = [];
  watchCore({
    host: core,
    onOutbox: (summary) => needsUser.push(summary.needsUser),
    onApp: () => undefined,
    onError: (error) => errors.push(error),
  });
  await expect.poll(() => needsUser).toEqual([0]);
  core.more();
  await expect.poll(() => needsUser.at(-1)).toBe(2);
  expect(errors).toHaveLength(1);
});

it.each([
  ['the outbox could not be read once', new Error('disk I/O error'), undefined],
  ['the tray icon could not be made once', undefined, new Error('no tray')],
])('continues after %s', async (_, readError, trayError) => {
  const failures = { read: readError, tray: trayError };
  const core = startCore(() => {
    const { read } = failures;
    failures.read = undefined;
    if (read) throw read;
    return NO_OUTBOX;
  });
  const needsUser: number[] = [];
  const errors: unknown[] = [];
  watchCore({
    host: core,
    onOutbox: (summary) => needsUser.push(summary.needsUser),
    onApp: () => {
      const { tray } = failures;
      failures.tray = undefined;
      if (tray) throw tray;
    },
    onError: (error) => errors.push(error),
  });
  await expect.poll(() => errors).toHaveLength(1);
  core.more();
  await expect.poll(() => needsUser.at(-1)).toBe(2);
});

it('waits before it asks for the events again if they end at once: a broken core is not asked without end', async () => {
  let asked = 0;
  let end = (): void => undefined;
  let hasEnded = false;
  const os = implement(contract);
  const serve = createFrameServer({
    events: os.events.handler(() => {
      asked += 1;
      throw new Error('disk I/O error');
    }),
  });
  watchCore({
    host: {
      connect: (receive, lost) => {
        if (hasEnded) return null;
        end = lost;
        let hear: (frame: unknown) => void = () => undefined;
        serve({
          onFrame: (listener) => (hear = listener),
          onClose: () => undefined,
          send: (frame) => queueMicrotask(() => receive(frame)),
        });
        return { send: (frame) => queueMicrotask(() => hear(frame)), close: () => undefined };
      },
    },
    onOutbox: () => undefined,
    onApp: () => undefined,
    onError: () => undefined,
  });
  await expect.poll(() => asked).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toBe(1);
  hasEnded = true;
  end();
});
