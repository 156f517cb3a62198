/**
 * Forwards contract frames between windows and the core. It checks the sender of every message and drops
 * foreign ones.
 */
import type { IpcMain, WebContents } from 'electron';
import type { CoreClient, CoreHost } from '../node/core-host';
import { asFrame, FRAME_CHANNEL, RESET_CHANNEL } from './channels';
import { onPageEnd } from './page-end';
import { isTrustedSender } from './security';

/** A window that calls during a restart of the core is told to try again after this time. */
const ASK_AGAIN_MS = 250;

export const forwardFrames = (ipcMain: IpcMain, host: Pick<CoreHost, 'connect'>): void => {
  /** The connection of each page, and the function that closes and forgets it. */
  const clients = new Map<number, { client: CoreClient; forget(): void }>();
  const toldToWait = new Set<number>();
  const tell = (contents: WebContents, channel: string, ...rest: (string | Uint8Array)[]): void => {
    if (!contents.isDestroyed()) contents.send(channel, ...rest);
  };

  const clientOf = (contents: WebContents): CoreClient | null => {
    const existing = clients.get(contents.id);
    if (existing) return existing.client;
    const { id } = contents;
    const forget = (): void => {
      stopListening();
      clients.get(id)?.client.close();
      clients.delete(id);
    };
    const client = host.connect(
      (frame) => tell(contents, FRAME_CHANNEL, frame),
      () => {
        forget();
        tell(contents, RESET_CHANNEL);
      },
    );
    if (!client) return null;
    clients.set(id, { client, forget });
    const stopListening = onPageEnd(contents, forget);
    return client;
  };

  ipcMain.on(FRAME_CHANNEL, (event, value: unknown) => {
    if (!isTrustedSender(event.senderFrame)) return;
    const frame = asFrame(value);
    if (frame === null) return;
    const client = clientOf(event.sender);
    if (client) return client.send(frame);
    const { sender } = event;
    if (toldToWait.has(sender.id)) return;
    toldToWait.add(sender.id);
    setTimeout(() => {
      toldToWait.delete(sender.id);
      // A later frame may have reached the core. The page numbers its calls from 1 again after it is told, and the core
      // ignores a call whose number it already has.
      clients.get(sender.id)?.forget();
      tell(sender, RESET_CHANNEL);
    }, ASK_AGAIN_MS);
  });
};
