/**
 * Lets one large body be read at a time, into one buffer. Several at once would each need memory for the bytes and
 * for the text.
 */

/** A page of records is smaller, so that pages are read side by side. */
export const LARGE_BYTES = 1024 * 1024;
/** A body waits no longer than this for the previous one, which may arrive very slowly. */
const LONGEST_WAIT_MS = 5_000;

let ahead: Promise<void> = Promise.resolve();
/** The buffer of the last large body, for the next one. The garbage collector may free it before. */
let spare: WeakRef<Buffer> | null = null;

export interface LargeBody {
  /** Holds at least the bytes that were asked for. */
  buffer: Buffer;
  /** Call after the text was taken from the buffer: the next body overwrites it. */
  release(): void;
}

/** Waits until the previous large body is read, at most five seconds. Then resolves with a buffer of `bytes`. */
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
