/**
 * The bridge of a browser window: the same frames as in Electron, over a loopback WebSocket. The secret of
 * the launch is in the page's first address. It is moved to sessionStorage and removed from the address bar,
 * so that it is never copied with a link.
 */
import type { Bridge } from '../../preload/bridge';

const SECRET_KEY = 'satchel.secret';

const takeSecret = (): string => {
  const url = new URL(window.location.href);
  const fromUrl = url.searchParams.get('k');
  if (fromUrl !== null) {
    sessionStorage.setItem(SECRET_KEY, fromUrl);
    url.searchParams.delete('k');
    window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
    return fromUrl;
  }
  return sessionStorage.getItem(SECRET_KEY) ?? '';
};

/**
 * Returns false in a window whose address has no secret, for example an address copied from the address bar.
 */
export const hasSecret = (): boolean => takeSecret() !== '';

export interface WebBridge extends Bridge {
  /** Resolves when the socket is open. */
  readonly opened: Promise<void>;
  /** Calls `listener` once when the socket is closed, whether it was opened or not. */
  onClose(listener: () => void): void;
}

/** Opens a socket to the core. After `onClose` the bridge is unusable, and a new one must be opened. */
export const openWebBridge = (): WebBridge => {
  const { host, protocol } = window.location;
  const socket = new WebSocket(
    `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/core?k=${encodeURIComponent(takeSecret())}`,
  );
  socket.binaryType = 'arraybuffer';
  return {
    opened: new Promise((resolve) => socket.addEventListener('open', () => resolve(), { once: true })),
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    call: (frame) => socket.send(frame as string),
    subscribe: (listener) => {
      const onMessage = (event: MessageEvent): void => listener(event.data as string | ArrayBuffer);
      socket.addEventListener('message', onMessage);
      return () => socket.removeEventListener('message', onMessage);
    },
  };
};
