/**
 * The IPC channels, all of them. The preload spells the same names: it is bundled alone and imports nothing
 * of main.
 */
export const FRAME_CHANNEL = 'satchel:frame';
export const RESET_CHANNEL = 'satchel:reset';
export const SHELL_CHANNEL = 'satchel:shell';

/** Far above what a screen sends; a longer frame is not ours. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** The frame in the form the contract's server takes, or null for anything that is no frame. */
export const asFrame = (value: unknown): string | Uint8Array | null => {
  if (typeof value === 'string') return value.length <= MAX_FRAME_BYTES ? value : null;
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  return bytes instanceof Uint8Array && bytes.byteLength <= MAX_FRAME_BYTES ? bytes : null;
};
