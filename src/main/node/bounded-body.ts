/**
 * Reads the body of an answer into text, decoded and bounded. The bound counts decoded bytes, so that
 * neither an endless body nor a small compressed one takes the memory. Bytes are copied into one growing
 * buffer: a body of one-byte chunks costs no more than any other.
 */
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The answer is larger than its bound, or compressed in a way that we do not read. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly reason: 'too-large' | 'other';

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

/** Ends a body unread, and with it the connection; what its stream says of that is no news. */
export const discard = (body: Readable): void => void body.on('error', () => undefined).destroy();

/** The codings that `decodedBody` reads, as a request announces them. */
export const ACCEPTED_CODINGS = 'gzip, br';

/**
 * The body without its Content-Encoding. Throws UnreadableBody for a coding that is not known; an error of
 * either stream ends both.
 */
export const decodedBody = (body: Readable, contentEncoding: string | undefined): Readable => {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const decoders = names.toReversed().map((name) => DECODERS[name]);
  if (decoders.length > MAX_CODINGS || decoders.includes(undefined)) {
    discard(body);
    throw new UnreadableBody('other', `content-encoding ${names.join(', ').slice(0, 60)}`);
  }
  return decoders.reduce<Readable>(
    // The reader of the last stream hears the error; here it needs only an owner.
    (from, decoder) => (decoder ? pipeline(from, decoder(), () => undefined) : from),
    body,
  );
};

/** The text of `body`. Stops reading and throws UnreadableBody as soon as it has more than `maxBytes`. */
export const readBounded = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> => {
  let buffer = Buffer.allocUnsafe(Math.min(FIRST_BUFFER_BYTES, maxBytes));
  let length = 0;
  for await (const chunk of body) {
    const needed = length + chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (needed > maxBytes) throw new UnreadableBody('too-large', `more than ${maxBytes} bytes`);
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, buffer.length * 2)));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    buffer.set(chunk, length);
    length = needed;
  }
  return new TextDecoder().decode(buffer.subarray(0, length));
};
