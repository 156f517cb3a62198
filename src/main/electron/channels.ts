/**
 * All IPC channels. The preload repeats the names, because it is bundled alone and imports nothing of main.
 */
import { MAX_FRAME_BYTES } from '../node/frame-limit';

export const FRAME_CHANNEL = 'satchel:frame';
export const RESET_CHANNEL = 'satchel:reset';
export const SHELL_CHANNEL = 'satchel:shell';

/** The frame in the form of the contract's server; null if the value is not a frame. */
export const asFrame = (value: unknown): string | Uint8Array | null => {
  if (typeof value === 'string') return value.length <= MAX_FRAME_BYTES ? value : null;
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  return bytes instanceof Uint8Array && bytes.byteLength <= MAX_FRAME_BYTES ? bytes : null;
};
