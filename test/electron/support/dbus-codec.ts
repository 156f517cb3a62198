/**
 * Encodes and decodes D-Bus messages, little-endian: the part of the format that a program needs to answer
 * calls and send signals. Values are plain: numbers, booleans, text, arrays, structs as arrays, dictionaries
 * as Maps, and variants as their content.
 */
export type DbusValue = number | bigint | boolean | string | DbusValue[] | Map<DbusValue, DbusValue>;

export const KINDS = { call: 1, reply: 2, error: 3, signal: 4 } as const;

export interface DbusMessage {
  kind: number;
  serial: number;
  path?: string;
  interface?: string;
  member?: string;
  errorName?: string;
  replySerial?: number;
  destination?: string;
  sender?: string;
  signature?: string;
  body: DbusValue[];
}

const ALIGNMENT: Readonly<Record<string, number>> = {
  ...{ y: 1, g: 1, v: 1, n: 2, q: 2 },
  ...{ b: 4, i: 4, u: 4, s: 4, o: 4, a: 4, h: 4 },
  ...{ x: 8, t: 8, d: 8, '(': 8, '{': 8 },
};
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** The end of the single complete type that starts at `from`. */
const endOfType = (signature: string, from: number): number => {
  const first = signature[from] ?? '';
  if (first === 'a') return endOfType(signature, from + 1);
  const closing = CLOSING[first];
  if (closing === undefined) return from + 1;
  let at = from + 1;
  while (signature[at] !== closing) at = endOfType(signature, at);
  return at + 1;
};
const typesOf = (signature: string): string[] => {
  const types: string[] = [];
  for (let at = 0; at < signature.length;) {
    const end = endOfType(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
};
const aligned = (offset: number, type: string): number => {
  const unit = ALIGNMENT[type[0] ?? ''] ?? 1;
  return Math.ceil(offset / unit) * unit;
};

class Reader {
  #at = 0;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  get at(): number {
    return this.#at;
  }
  #take(size: number): number {
    const from = this.#at;
    this.#at += size;
    return from;
  }
  #text(size: number): string {
    const from = this.#take(size + 1);
    return this.#bytes.toString('utf8', from, from + size);
  }
  #array(type: string): DbusValue {
    const size = this.#bytes.readUInt32LE(this.#take(4));
    this.#at = aligned(this.#at, type);
    const end = this.#at + size;
    const entries: DbusValue[] = [];
    while (this.#at < end) entries.push(this.value(type));
    return type.startsWith('{') ? new Map(entries as [DbusValue, DbusValue][]) : entries;
  }
  value(type: string): DbusValue {
    this.#at = aligned(this.#at, type);
    switch (type[0]) {
      case 'y':
        return this.#bytes.readUInt8(this.#take(1));
      case 'n':
        return this.#bytes.readInt16LE(this.#take(2));
      case 'q':
        return this.#bytes.readUInt16LE(this.#take(2));
      case 'b':
        return this.#bytes.readUInt32LE(this.#take(4)) === 1;
      case 'i':
        return this.#bytes.readInt32LE(this.#take(4));
      case 'u':
        return this.#bytes.readUInt32LE(this.#take(4));
      case 'x':
        return this.#bytes.readBigInt64LE(this.#take(8));
      case 't':
        return this.#bytes.readBigUInt64LE(this.#take(8));
      case 'd':
        return this.#bytes.readDoubleLE(this.#take(8));
      case 's':
      case 'o':
        return this.#text(this.#bytes.readUInt32LE(this.#take(4)));
      case 'g':
        return this.#text(this.#bytes.readUInt8(this.#take(1)));
      case 'v':
        return this.value(String(this.value('g')));
      case 'a':
        return this.#array(type.slice(1));
      case '(':
      case '{':
        return typesOf(type.slice(1, -1)).map((inner) => this.value(inner));
      default:
        throw new Error(`no D-Bus type ${type}`);
    }
  }
}

class Writer {
  #bytes = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.#bytes;
  }
  #add(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }
  align(type: string): void {
    this.#add(Buffer.alloc(aligned(this.#bytes.length, type) - this.#bytes.length));
  }
  #uint32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.#add(bytes);
  }
  value(type: string, value: DbusValue): void {
    this.align(type);
    switch (type[0]) {
      case 'y':
        return this.#add(Buffer.from([Number(value)]));
      case 'b':
      case 'u':
        return this.#uint32(Number(value));
      case 's':
      case 'o': {
        const text = Buffer.from(String(value));
        this.#uint32(text.length);
        return this.#add(Buffer.concat([text, Buffer.alloc(1)]));
      }
      case 'g':
        return this.#add(Buffer.from([String(value).length, ...Buffer.from(String(value)), 0]));
      case 'v': {
        // The value of a variant does not show its type, so it is written as a pair of type and content.
        const [inner = '', content = ''] = value as DbusValue[];
        this.value('g', inner);
        return this.value(String(inner), content);
      }
      case 'a': {
        const inside = new Writer();
        const inner = type.slice(1);
        for (const entry of value instanceof Map ? value : (value as DbusValue[])) inside.value(inner, entry);
        this.#uint32(inside.bytes.length);
        this.align(inner);
        return this.#add(inside.bytes);
      }
      case '(':
      case '{':
        for (const [n, inner] of typesOf(type.slice(1, -1)).entries())
          this.value(inner, (value as DbusValue[])[n] ?? '');
        return;
      default:
        throw new Error(`no D-Bus type ${type} is written here`);
    }
  }
}

const FIELDS: readonly [number, keyof DbusMessage, string][] = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'errorName', 's'],
  [5, 'replySerial', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
];
const LITTLE_ENDIAN = 'l'.charCodeAt(0);
const FIXED_SIZE = 16;

export const encodeMessage = (message: DbusMessage): Buffer => {
  const body = new Writer();
  for (const [n, type] of typesOf(message.signature ?? '').entries()) body.value(type, message.body[n] ?? '');
  const head = new Writer();
  for (const byte of [LITTLE_ENDIAN, message.kind, 0, 1]) head.value('y', byte);
  head.value('u', body.bytes.length);
  head.value('u', message.serial);
  const fields = FIELDS.filter(([, name]) => message[name] !== undefined);
  head.value(
    'a(yv)',
    fields.map(([code, name, type]) => [code, [type, message[name] as DbusValue]]),
  );
  head.align('t');
  return Buffer.concat([head.bytes, body.bytes]);
};

/** The first message in `bytes` and its size in bytes; null as long as it is incomplete. */
export const decodeMessage = (bytes: Buffer): { message: DbusMessage; size: number } | null => {
  if (bytes.length < FIXED_SIZE) return null;
  if (bytes[0] !== LITTLE_ENDIAN) throw new Error('a big-endian D-Bus message');
  const fieldsEnd = FIXED_SIZE + bytes.readUInt32LE(12);
  const bodyAt = aligned(fieldsEnd, 't');
  const size = bodyAt + bytes.readUInt32LE(4);
  if (bytes.length < size) return null;
  const message: DbusMessage = { kind: bytes[1] ?? 0, serial: bytes.readUInt32LE(8), body: [] };
  for (const field of new Reader(bytes, 12).value('a(yv)') as [number, DbusValue][]) {
    const known = FIELDS.find(([code]) => code === field[0]);
    if (known) Object.assign(message, { [known[1]]: field[1] });
  }
  const body = new Reader(bytes.subarray(0, size), bodyAt);
  message.body = typesOf(message.signature ?? '').map((type) => body.value(type));
  return { message, size };
};
