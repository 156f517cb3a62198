/** The bridge of a window in Electron. */
import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { FRAME_CHANNEL, RESET_CHANNEL, SHELL_CHANNEL } from '../../../src/main/electron/channels';
import type { Bridge } from '../../../src/preload/bridge';

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  sent: [] as unknown[][],
  ipc: {},
}));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  const send = (...frame: unknown[]): void => void electron.sent.push(frame);
  electron.ipc = Object.assign(new Emitter(), { send });
  return {
    ipcRenderer: electron.ipc,
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => void electron.exposed.set(name, value),
    },
  };
});

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();

const bridgeOf = async () => {
  await import('../../../src/preload/index');
  const hear = (channel: string, frame?: unknown): void =>
    void (electron.ipc as EventEmitter).emit(channel, {}, frame);
  return { bridge: electron.exposed.get('satchel') as Bridge, hear };
};

it('sends and hears the frames of the core and of the shell, each on its own channel', async () => {
  const { bridge, hear } = await bridgeOf();
  const [ofCore, ofShell] = [vi.fn<(frame: unknown) => void>(), vi.fn<(frame: unknown) => void>()];
  bridge.subscribe(ofCore);
  bridge.shell?.subscribe(ofShell);
  bridge.call('a');
  bridge.shell?.call('b');
  expect(electron.sent).toEqual([
    [FRAME_CHANNEL, 'a'],
    [SHELL_CHANNEL, 'b'],
  ]);
  hear(FRAME_CHANNEL, 'c');
  hear(SHELL_CHANNEL, 'd');
  // Nothing of Electron's event reaches the page.
  expect(ofCore.mock.calls).toEqual([['c']]);
  expect(ofShell.mock.calls).toEqual([['d']]);
});

it('a listener that was removed hears nothing more, and the others still do', async () => {
  const { bridge, hear } = await bridgeOf();
  const [gone, kept, reset] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  const forget = bridge.subscribe(gone);
  bridge.subscribe(kept);
  const forgetReset = bridge.onReset?.(reset);
  hear(RESET_CHANNEL);
  forget();
  forgetReset?.();
  hear(FRAME_CHANNEL, 'late');
  hear(RESET_CHANNEL);
  expect(gone).not.toHaveBeenCalled();
  expect(kept).toHaveBeenCalledOnce();
  expect(reset).toHaveBeenCalledOnce();
});
