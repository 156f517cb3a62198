/**
 * The one bridge a window has: frames of the typed contract, there and back. Nothing of Electron is exposed.
 * In a browser window the same shape is made from a WebSocket (`renderer/client`).
 */
export interface Bridge {
  /** Sends one frame of the contract to the core. */
  call(frame: string | ArrayBuffer | Uint8Array): void;
  /** Hears every frame from the core; the returned function stops hearing. */
  subscribe(listener: (frame: string | ArrayBuffer | Uint8Array) => void): () => void;
}
