import { EventEmitter } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, it } from 'vitest';
import type { ShellContract } from '../../../../src/shared/contract/shell';
import { SHELL_CHANNEL } from '../../../../src/main/electron/channels';
import { createCommandQueue } from '../../../../src/main/electron/command-queue';
import { serveShell } from '../../../../src/main/electron/shell-line';
import { createShellRouter } from '../../../../src/main/electron/shell-router';

/** A window's contents as the shell's line knows them, and the client of the page in it. */
const openWindow = (ipcMain: EventEmitter, id: number) => {
  const hearers: ((event: { data: unknown }) => void)[] = [];
  const contents = Object.assign(new EventEmitter(), {
    id,
    isDestroyed: () => false,
    send: (_channel: string, data: unknown) => hearers.forEach((hear) => hear({ data })),
  });
  const port = {
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
      if (type === 'message') hearers.push(listener);
    },
    postMessage: (frame: unknown) =>
      ipcMain.emit(
        SHELL_CHANNEL,
        { sender: contents, senderFrame: { url: 'satchel-app://app/', parent: null } },
        frame,
      ),
  };
  const client: ContractRouterClient<ShellContract> = createORPCClient(
    new RPCLink({ port: port as unknown as MessagePort }),
  );
  return { contents, client };
};

it('a command without a window waits for the next window', async () => {
  const ipcMain = new EventEmitter();
  const commands = createCommandQueue();
  const nothing = async (): Promise<boolean> => false;
  serveShell(
    ipcMain as never,
    createShellRouter({
      commands,
      openLogFolder: nothing,
      saveDiagnostics: nothing,
      savePdf: async () => 'failed',
      savedFile: async () => ({ outcome: 'failed', name: null }),
      features: () => ({ tray: true, spelling: [], notifications: true }),
    }),
  );
  const first = openWindow(ipcMain, 1);
  commands.push({ type: 'palette' });
  const heard = await first.client.commands();
  expect((await heard.next()).value).toEqual({ type: 'palette' });
  void heard.next().catch(() => undefined);
  // The page waits for its next command when its window closes.
  await new Promise((resolve) => setImmediate(resolve));
  first.contents.emit('destroyed');
  commands.push({ type: 'screen', screen: 'outbox' });
  await new Promise((resolve) => setImmediate(resolve));
  const second = openWindow(ipcMain, 2);
  const next = await (await second.client.commands()).next();
  expect(next.value).toEqual({ type: 'screen', screen: 'outbox' });
});
