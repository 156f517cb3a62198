/** The window's end of a connection to a whole core in this process: real frames, no browser. */
import { vi } from 'vitest';
import { createFrameServer } from '../../../src/main/node/serve-frames';
import type { Bridge } from '../../../src/preload/bridge';

const bridgeTo = (router: Parameters<typeof createFrameServer>[0]): Bridge => {
  const toWindow = new Set<(frame: string) => void>();
  const toCore: ((frame: unknown) => void)[] = [];
  createFrameServer(router)({
    onFrame: (listener) => void toCore.push(listener),
    onClose: () => undefined,
    send: (frame) => {
      for (const listener of toWindow) listener(frame as string);
    },
  });
  return {
    call: (frame) => {
      for (const listener of toCore) listener(frame);
    },
    subscribe: (listener) => {
      toWindow.add(listener);
      return () => void toWindow.delete(listener);
    },
  };
};

/** A page that is not visible. */
export const HIDDEN_PAGE = {
  visibilityState: 'hidden',
  hasFocus: () => false,
  addEventListener: () => undefined,
};

/**
 * Defines a `window` that is connected to the core, of a page that is not visible. Import the modules of the renderer
 * after it, because they read it.
 */
export const stubWindow = (router: Parameters<typeof createFrameServer>[0]): void => {
  vi.stubGlobal('window', {
    satchel: bridgeTo(router),
    location: { hash: '', href: 'satchel-app://app/', search: '', pathname: '/' },
    addEventListener: () => undefined,
  });
  vi.stubGlobal('document', HIDDEN_PAGE);
};
