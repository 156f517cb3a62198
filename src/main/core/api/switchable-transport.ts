/**
 * A transport with an off switch: the demo workspace's way to go offline. While off, nothing leaves, so every
 * failure is provably unsent.
 */
import type { HttpResult, Transport } from '../ports/ports';

export interface SwitchableTransport extends Transport {
  setOffline(offline: boolean): void;
  readonly offline: boolean;
}

export const switchable = (inner: Transport): SwitchableTransport => {
  let offline = false;
  const down: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'switched offline' };
  return {
    read: async (request) => (offline ? down : inner.read(request)),
    push: async (request) => (offline ? down : inner.push(request)),
    setOffline: (value) => {
      offline = value;
    },
    get offline() {
      return offline;
    },
  };
};
