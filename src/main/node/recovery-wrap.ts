/**
 * The second wrap of an outbox's key, sealed by a recovery code, in `accounts/<id>/outbox.recovery`. The code
 * has 130 random bits, so HKDF is enough to derive a key; stretching (scrypt) is not needed, because a search
 * is impossible anyway. Each wrap uses AES-256-GCM with its own salt and nonce, bound to the account.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { jsonOrNull } from '#shared/domain/json-or-null';
import { formatCode, readCode } from '#shared/domain/recovery-code';

const INFO = 'satchel outbox recovery 1';
const base64 = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes);
const fileSchema = z.object({
  version: z.literal(1),
  salt: base64(32),
  nonce: base64(12),
  tag: base64(16),
  sealed: base64(32),
});

/** A new code, in groups of four. */
export const newRecoveryCode = (): string => formatCode(Array.from({ length: 26 }, () => randomInt(32)));

/** The text of the file. `key` is the hex of 32 bytes. Throws for an invalid `code`, which is a bug. */
export const wrapKey = (accountId: string, key: string, code: string): string => {
  const read = readCode(code);
  if (read === null) throw new Error('no recovery code has this form');
  const [salt, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(read, salt), nonce).setAAD(boundTo(accountId));
  const sealed = Buffer.concat([cipher.update(Buffer.from(key, 'hex')), cipher.final()]);
  return `${JSON.stringify({ version: 1, salt: salt.toString('base64'), nonce: nonce.toString('base64'), tag: cipher.getAuthTag().toString('base64'), sealed: sealed.toString('base64') })}\n`;
};

/** Whether the text of a file is a wrap, by its form. */
export const isWrap = (text: string): boolean => fileSchema.safeParse(jsonOrNull(text)).success;

/**
 * `damaged`: the file is not a wrap; `mistyped`: the text is not a valid code; `wrong`: a valid code, but not
 * the right one.
 */
export type Unwrapped = { kind: 'key'; key: string } | { kind: 'damaged' | 'mistyped' | 'wrong' };

export const unwrapKey = (accountId: string, text: string, typed: string): Unwrapped => {
  const code = readCode(typed);
  if (code === null) return { kind: 'mistyped' };
  const file = fileSchema.safeParse(jsonOrNull(text));
  if (!file.success) return { kind: 'damaged' };
  const bytesOf = (part: 'salt' | 'nonce' | 'tag' | 'sealed') => Buffer.from(file.data[part], 'base64');
  const [salt, nonce, tag, sealed] = [bytesOf('salt'), bytesOf('nonce'), bytesOf('tag'), bytesOf('sealed')];
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(code, salt), nonce)
      .setAAD(boundTo(accountId))
      .setAuthTag(tag);
    return { kind: 'key', key: Buffer.concat([decipher.update(sealed), decipher.final()]).toString('hex') };
  } catch {
    return { kind: 'wrong' };
  }
};

const keyOf = (code: string, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', code, salt, INFO, 32));
const boundTo = (accountId: string): Buffer => Buffer.from(`${INFO} ${accountId}`);
