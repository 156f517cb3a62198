/**
 * Reads the body of an answer as decoded text, up to a size limit. The limit counts decoded bytes, so that
 * neither an endless body nor a compressed one fills the memory. Bytes are copied into one growing buffer, so
 * that a body of one-byte chunks needs no more memory.
 */
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { beginLargeBody, LARGE_BYTES, type LargeBody } from './large-bodies';

/** The answer is larger than its limit, or has an unknown compression. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly reason: 'too-large' | 'unreadable';

  constructor(reason: UnreadableBody['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const FIRST_BUFFER_BYTES = 64 * 1024;
const MAX_CODINGS = 3;

const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Names that change nothing. Some servers name the charset here, or `none`; browsers read such answers as they are. */
const NO_CODING: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8']);

/** Discards an unread body and closes its connection. The stream's error is expected and ignored. */
export const discard = (body: Readable): void => void body.on('error', () => undefined).destroy();

/** The codings that `decodedBody` reads, as a request announces them. */
export const ACCEPTED_CODINGS = 'gzip, br';

/**
 * Decodes the body's Content-Encoding. Throws UnreadableBody for an unknown coding. An error of either stream
 * ends both.
 */
export const decodedBody = (body: Readable, contentEncoding: string | undefined): Readable => {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !NO_CODING.has(name));
  const decoders = names.toReversed().map((name) => DECODERS[name]);
  if (decoders.length > MAX_CODINGS || decoders.includes(undefined)) {
    discard(body);
    throw new UnreadableBody('unreadable', `content-encoding ${names.join(', ').slice(0, 60)}`);
  }
  return decoders.reduce<Readable>(
    // The reader of the last stream gets the error. This callback only prevents an unhandled one.
    (from, decoder) => (decoder ? pipeline(from, decoder(), () => undefined) : from),
    body,
  );
};

/** The text of `body`. Stops reading and throws UnreadableBody as soon as it has more than `maxBytes`. */
export const readBounded = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> => {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(FIRST_BUFFER_BYTES, maxBytes));
  let length = 0;
  let large: LargeBody | null = null;
  try {
    for await (const chunk of body) {
      const needed = length + chunk.length;
      // Leaving the loop destroys the stream and closes the connection.
      if (needed > maxBytes) throw new UnreadableBody('too-large', `more than ${maxBytes} bytes`);
      if (needed > buffer.length) {
        if (needed > LARGE_BYTES) large = await beginLargeBody(maxBytes);
        const larger =
          large?.buffer ?? Buffer.allocUnsafe(Math.min(LARGE_BYTES, Math.max(needed, buffer.length * 2)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = needed;
    }
    return new TextDecoder().decode(buffer.subarray(0, length));
  } finally {
    large?.release();
  }
};
