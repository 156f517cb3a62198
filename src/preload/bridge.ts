/**
 * The one bridge a window has: frames of the typed contracts, there and back. Nothing of Electron is exposed.
 * In a browser window the same shape is made from a WebSocket (`renderer/client`), without `shell`.
 */
export type Frame = string | ArrayBuffer | Uint8Array;

export interface FrameLine {
  /** Sends one frame of the contract. */
  call(frame: Frame): void;
  /** Hears every frame of the other side; the returned function stops hearing. */
  subscribe(listener: (frame: Frame) => void): () => void;
}

/** The line to the core, and beside it the line to the shell. */
export interface Bridge extends FrameLine {
  /** The core was started again: what was under way is lost, what was saved is not. */
  onReset?(listener: () => void): () => void;
  readonly shell?: FrameLine;
}
