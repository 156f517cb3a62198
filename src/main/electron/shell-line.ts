/**
 * Serves the shell's own contract to windows over a separate channel. Sender and frame are checked as for the
 * core.
 */
import type { IpcMain, WebContents } from 'electron';
import { createFrameServer } from '../node/serve-frames';
import { asFrame, SHELL_CHANNEL } from './channels';
import { onPageEnd } from './page-end';
import { isTrustedSender } from './security';
import type { ShellRouter } from './shell-router';

interface Line {
  onFrame(frame: string | Uint8Array): void;
  end(): void;
}

export const serveShell = (ipcMain: IpcMain, router: ShellRouter): void => {
  const serve = createFrameServer(router);
  const lines = new Map<number, Line>();

  const lineOf = (contents: WebContents): Line => {
    const existing = lines.get(contents.id);
    if (existing) return existing;
    const { id } = contents;
    const frameListeners: ((frame: unknown) => void)[] = [];
    const closeListeners: (() => void)[] = [];
    const line: Line = {
      onFrame: (frame) => {
        for (const listener of frameListeners) listener(frame);
      },
      end: () => {
        lines.delete(id);
        for (const listener of closeListeners) listener();
      },
    };
    lines.set(id, line);
    serve({
      onFrame: (listener) => void frameListeners.push(listener),
      onClose: (listener) => void closeListeners.push(listener),
      send: (frame) => {
        if (!contents.isDestroyed()) contents.send(SHELL_CHANNEL, frame);
      },
    });
    onPageEnd(contents, line.end);
    return line;
  };

  ipcMain.on(SHELL_CHANNEL, (event, value: unknown) => {
    if (!isTrustedSender(event.senderFrame)) return;
    const frame = asFrame(value);
    if (frame !== null) lineOf(event.sender).onFrame(frame);
  });
};
