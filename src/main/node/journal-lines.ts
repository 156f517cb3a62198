/**
 * The lines of a journal: one record per line, with a checksum that shows damage.
 *
 *   plain      `p <16 hex of SHA-256> <record>`
 *   encrypted  `e <base64 of nonce, AES-256-GCM of the record, tag>`, under a key of its own derived from the
 *              database's
 *
 * A record is text without line breaks. Lines contain no lengths, so reading can continue after damage. Both
 * forms are read if the key is known, because a kill may leave a journal of one form beside a database of the
 * other.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

export type LineForm = 'plain' | 'encrypted';
export interface ReadLines {
  records: string[];
  /** The number of unreadable lines, without a torn last line. */
  damaged: number;
  /** Returns true if there are bytes after the last line break: an interrupted append. */
  torn: boolean;
  /** These bytes are no record. */
  isCutOff: boolean;
  forms: ReadonlySet<LineForm>;
}
export interface LineCodec {
  readonly form: LineForm;
  seal(record: string): string;
  read(bytes: Buffer): ReadLines;
}

const INFO = 'satchel outbox journal 1';
const SUM_LENGTH = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LINE_END = 0x0a;

/** `key` is the hex of the database's key; null if lines are plain. */
export const createLineCodec = (key: string | null): LineCodec => {
  const own = key === null ? null : derived(key);
  return {
    form: own === null ? 'plain' : 'encrypted',
    seal: own === null ? sealPlain : (record) => sealEncrypted(own, record),
    read: (bytes) => readLines(bytes, own),
  };
};

const derived = (key: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', INFO, 32)));

const sumOf = (record: string): string =>
  createHash('sha256').update(record, 'utf8').digest('hex').slice(0, SUM_LENGTH);

const sealPlain = (record: string): string => `p ${sumOf(record)} ${record}\n`;

const sealEncrypted = (key: KeyObject, record: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = [nonce, cipher.update(record, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `e ${Buffer.concat(sealed).toString('base64')}\n`;
};

/** The form of a line, from its first byte. */
export const formOf = (first: number | undefined): LineForm => (first === 0x65 ? 'encrypted' : 'plain');

const readLines = (bytes: Buffer, key: KeyObject | null): ReadLines => {
  const records: string[] = [];
  const forms = new Set<LineForm>();
  let damaged = 0;
  /** Returns false if the line cannot be read. */
  const take = (line: Buffer): boolean => {
    if (line.length === 0) return true;
    const form = formOf(line[0]);
    const record = form === 'encrypted' ? openEncrypted(line, key) : openPlain(line);
    if (record === null) return false;
    records.push(record);
    forms.add(form);
    return true;
  };
  let at = 0;
  for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, at)) {
    if (!take(bytes.subarray(at, end))) damaged++;
    at = end + 1;
  }
  // A complete line without its line break still counts.
  const isCutOff = !take(bytes.subarray(at));
  return { records, damaged, torn: at < bytes.length, isCutOff, forms };
};

const openPlain = (line: Buffer): string | null => {
  const text = line.toString('utf8');
  if (!text.startsWith('p ') || text[2 + SUM_LENGTH] !== ' ') return null;
  const record = text.slice(3 + SUM_LENGTH);
  return sumOf(record) === text.slice(2, 2 + SUM_LENGTH) ? record : null;
};

const openEncrypted = (line: Buffer, key: KeyObject | null): string | null => {
  const bytes = Buffer.from(line.subarray(2).toString('latin1'), 'base64');
  if (key === null || line[1] !== 0x20 || bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
