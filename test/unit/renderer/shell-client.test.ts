/** The connection of the window to the desktop shell. */
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, it, onTestFinished, vi } from 'vitest';

const shellOf = async (satchel: unknown) => {
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('window', satchel === undefined ? {} : { satchel });
  return (await import('../../../src/renderer/client/shell')).shell;
};

it('asks the shell and gets its answers', async () => {
  const handler = new RPCHandler({ zoom: os.handler(({ input }) => ({ asked: input })) });
  let hear: (frame: unknown) => void = () => undefined;
  let ask: (frame: unknown) => void = () => undefined;
  handler.upgrade({
    on: (event: string, listener: (event: { data: unknown }) => void) => {
      if (event === 'message') ask = (data) => listener({ data });
    },
    postMessage: (frame: unknown) => hear(frame),
  });
  const line = {
    call: (frame: unknown) => ask(frame),
    subscribe: (listener: (frame: unknown) => void) => {
      hear = listener;
      return () => undefined;
    },
  };
  const shell = (await shellOf({ shell: line })) as unknown as {
    zoom: (input: string) => Promise<unknown>;
  };
  await expect(shell.zoom('in')).resolves.toEqual({ asked: 'in' });
});

it('is not there in a browser window', async () => {
  expect(await shellOf(undefined)).toBeNull();
  expect(await shellOf({})).toBeNull();
});
