/**
 * The only bridge of a window: it sends and receives frames of the typed contracts. Nothing of Electron is
 * exposed. In a browser window a WebSocket has the same interface (`renderer/client`), without `shell`.
 */
export type Frame = string | ArrayBuffer | Uint8Array;

export interface FrameLine {
  /** Sends one frame of the contract. */
  call(frame: Frame): void;
  /** Calls `listener` for every frame of the other side; the returned function unsubscribes. */
  subscribe(listener: (frame: Frame) => void): () => void;
}

/** The connection to the core, and the connection to the shell. */
export interface Bridge extends FrameLine {
  /** Called after a restart of the core: pending calls are lost, saved work is not. */
  onReset?(listener: () => void): () => void;
  readonly shell?: FrameLine;
}
