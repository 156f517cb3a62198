/**
 * The typed client of the core. In Electron the preload's bridge exists as long as the window. In a browser
 * the socket may close; then calls wait for the next socket, and `useConnection` tells the screen. A call
 * that was pending when the socket closed is rejected; its query runs again after the reconnect.
 */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/contract';
import { create } from 'zustand';
import type { Bridge } from '../../preload/bridge';
import { hasSecret, openWebBridge } from './web-bridge';

declare global {
  interface Window {
    satchel?: Bridge;
  }
}

export type CoreClient = ContractRouterClient<Contract>;
type Link = RPCLink<Record<never, never>>;

/**
 * Whether the window is connected to its core; `epoch` counts the connections. `isKeyless`: the window can
 * never connect, because its address lacks the secret.
 */
export const useConnection = create<{ connected: boolean; epoch: number; isKeyless: boolean }>(() => ({
  connected: false,
  epoch: 0,
  isKeyless: false,
}));

const BACKOFF_MS = [200, 400, 800, 1600, 3000] as const;

let link: Promise<Link>;
let linkReady: (link: Link) => void = () => {};
const awaitNextLink = (): void => {
  link = new Promise((resolve) => {
    linkReady = resolve;
  });
};

/** Adapts a bridge to the MessagePort that the link needs; `close` makes the link reject pending calls. */
const asPort = (
  bridge: Bridge,
): { port: Pick<MessagePort, 'addEventListener' | 'postMessage'>; close: () => void } => {
  const closers: (() => void)[] = [];
  const hearing: (() => void)[] = [];
  const addEventListener = (type: string, listener: (event: { data: unknown }) => void): void => {
    if (type === 'message') hearing.push(bridge.subscribe((data) => listener({ data })));
    if (type === 'close') closers.push(() => listener({ data: undefined }));
  };
  return {
    port: {
      addEventListener: addEventListener as MessagePort['addEventListener'],
      postMessage: (frame: unknown) => bridge.call(frame as string),
    },
    close: () => {
      for (const end of [...hearing, ...closers]) end();
    },
  };
};

const connected = (): void =>
  useConnection.setState((state) => ({ connected: true, epoch: state.epoch + 1 }));

const connectWeb = (attempt: number): void => {
  const bridge = openWebBridge();
  const { port, close } = asPort(bridge);
  let tries = attempt;
  void bridge.opened.then(() => {
    tries = 0;
    linkReady(new RPCLink({ port }));
    connected();
  });
  bridge.onClose(() => {
    close();
    if (useConnection.getState().connected) awaitNextLink();
    useConnection.setState({ connected: false });
    setTimeout(() => connectWeb(tries + 1), BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)]);
  });
};

/** The bridge exists as long as the window. After a restart the core needs a new link over it. */
const connectDesktop = (bridge: Bridge): void => {
  const { port, close } = asPort(bridge);
  linkReady(new RPCLink({ port }));
  connected();
  const forget = bridge.onReset?.(() => {
    forget?.();
    close();
    useConnection.setState({ connected: false });
    awaitNextLink();
    connectDesktop(bridge);
  });
};

/** Connects to the core. Call once, before the first render. */
export const connectCore = (): void => {
  awaitNextLink();
  if (window.satchel) {
    connectDesktop(window.satchel);
  } else if (hasSecret()) {
    connectWeb(0);
  } else {
    useConnection.setState({ isKeyless: true });
  }
};

export const core: CoreClient = createORPCClient<CoreClient>({
  call: async (path, input, options) => (await link).call(path, input, options),
});
