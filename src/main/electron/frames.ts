/** Carries contract frames between windows and the core. Every message's sender is checked; a foreign one is dropped. */
import type { IpcMain, WebContents } from 'electron';
import type { CoreClient, CoreHost } from '../node/core-host';
import { isTrustedSender } from './security';

const CHANNEL = 'satchel:frame';
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

const isFrame = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' ? value.length <= MAX_FRAME_BYTES : value instanceof Uint8Array && value.byteLength <= MAX_FRAME_BYTES;

export const forwardFrames = (ipcMain: IpcMain, host: CoreHost): void => {
  const clients = new Map<number, CoreClient>();

  const clientOf = (contents: WebContents): CoreClient | null => {
    const existing = clients.get(contents.id);
    if (existing) return existing;
    const forget = (): void => {
      clients.get(contents.id)?.close();
      clients.delete(contents.id);
    };
    const client = host.connect(
      (frame) => !contents.isDestroyed() && contents.send(CHANNEL, frame),
      () => {
        forget();
        if (!contents.isDestroyed()) contents.reload();
      },
    );
    if (!client) return null;
    clients.set(contents.id, client);
    contents.once('destroyed', forget);
    contents.once('did-start-loading', forget); // a reloaded page is a new client
    return client;
  };

  ipcMain.on(CHANNEL, (event, frame: unknown) => {
    if (!isTrustedSender(event.senderFrame)) return;
    const value = frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame;
    if (isFrame(value)) clientOf(event.sender)?.send(value);
  });
};
