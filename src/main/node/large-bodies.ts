/**
 * Reads one large body at a time, into one buffer. Several large answers at once would take their sizes many
 * times over: as bytes, and as text that is garbage afterwards.
 */

/** A page of records is smaller, so that pages are read side by side. */
export const LARGE_BYTES = 1024 * 1024;
/** After this time a body is read beside the one before: that one may arrive a byte at a time. */
const LONGEST_WAIT_MS = 5_000;

let ahead: Promise<void> = Promise.resolve();
/** The buffer of the last large body. It is freed at the next garbage collection if nobody takes it before. */
let spare: WeakRef<Buffer> | null = null;

export interface LargeBody {
  /** Holds at least the bytes that were asked for. */
  buffer: Buffer;
  /** Lets the next body begin. The text must have been taken from the buffer before. */
  release(): void;
}

/** Resolves with a buffer of `bytes` when the large body before is read, or after five seconds. */
export const beginLargeBody = async (bytes: number): Promise<LargeBody> => {
  const before = ahead;
  let done = (): void => undefined;
  ahead = new Promise((resolve) => (done = resolve));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT_MS)));
  await Promise.race([before, late]);
  clearTimeout(timer);
  const kept = spare?.deref();
  spare = null;
  const buffer = kept !== undefined && kept.length >= bytes ? kept : Buffer.allocUnsafeSlow(bytes);
  return {
    buffer,
    release: () => {
      spare = new WeakRef(buffer);
      done();
    },
  };
};
