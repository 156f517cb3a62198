/**
 * The keys of encrypted databases, each wrapped by the OS keyring in `accounts/<id>/cache.key` or
 * `outbox.key`. A key is sealed together with its account, so that one account's key never opens another's
 * file. It is read back from the disk before anything is encrypted with it. An unavailable key of a cache is
 * never replaced here, because the user decides about that. The key of an outbox comes from the core, which
 * made it or has it from a recovery code.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOrNull } from '#shared/domain/json-or-null';
import type { DatabaseKeys, KeyAnswer } from '#core/ports/ports';
import type { KeptKeys } from '../node/core-host';
import { writeWhole } from '../node/durable';
import type { Keyring } from './keyring';

const fileSchema = z.object({ version: z.literal(1), sealed: z.base64() });
/** Only keys of outboxes name their database, because caches had keys first. */
const sealedSchema = z.object({
  account: z.string(),
  database: z.literal('outbox').optional(),
  key: z.string().regex(/^[\da-f]{64}$/),
});
const ACCOUNT_ID = /^[\w-]+$/;

/**
 * Electron distinguishes "temporarily unavailable" from "another key" only by the error text
 * (electron_api_safe_storage.cc: "is temporarily unavailable. Please try again." and "Error while decrypting
 * the ciphertext …"). Any other text counts as temporary.
 */
const NOT_MINE = 'Error while decrypting the ciphertext';
const unavailable = (reason: 'waiting' | 'undecryptable'): KeyAnswer => ({ kind: 'unavailable', reason });

export const createDatabaseKeys = (
  keyring: Keyring,
  dataDirectory: string,
  database: 'cache' | 'outbox' = 'cache',
): DatabaseKeys & KeptKeys => {
  const fileOf = (account: string): string => {
    if (!ACCOUNT_ID.test(account)) throw new Error('no account has such a name');
    return join(dataDirectory, 'accounts', account, `${database}.key`);
  };
  const sealedText = async (account: string, key: string): Promise<string> =>
    (
      await keyring.encryptStringAsync(
        JSON.stringify({ account, ...(database === 'outbox' ? { database } : {}), key }),
      )
    ).toString('base64');
  const seal = async (account: string, key: string): Promise<void> =>
    writeWhole(
      fileOf(account),
      `${JSON.stringify({ version: 1, sealed: await sealedText(account, key) })}\n`,
    );

  const unseal = async (account: string, sealed: string): Promise<KeyAnswer> => {
    let opened: Awaited<ReturnType<Keyring['decryptStringAsync']>>;
    try {
      opened = await keyring.decryptStringAsync(Buffer.from(sealed, 'base64'));
    } catch (error) {
      return unavailable(
        error instanceof Error && error.message.includes(NOT_MINE) ? 'undecryptable' : 'waiting',
      );
    }
    const held = sealedSchema.safeParse(jsonOrNull(opened.result));
    if (!held.success || held.data.account !== account || (held.data.database ?? 'cache') !== database)
      return unavailable('undecryptable');
    // The keyring's own key was changed. Seal again; if that fails, the key that was just read is still
    // valid.
    if (opened.shouldReEncrypt) await seal(account, held.data.key).catch(() => undefined);
    return { kind: 'key', key: held.data.key };
  };

  const get = async (account: string): Promise<KeyAnswer> => {
    const text = await readFile(fileOf(account), 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? null : error,
    );
    if (text === null) return { kind: 'none' };
    if (text instanceof Error) return unavailable('waiting');
    const file = fileSchema.safeParse(jsonOrNull(text));
    return file.success ? unseal(account, file.data.sealed) : unavailable('undecryptable');
  };

  /**
   * Tests the keyring before the existing file is replaced: a keyring that is only locked may open that file
   * later.
   */
  const takes = async (account: string, key: string): Promise<boolean> => {
    const answer = await unseal(account, await sealedText(account, key));
    return answer.kind === 'key' && answer.key === key;
  };

  return {
    get,
    keep: async (account, key) => {
      try {
        if (!(await takes(account, key))) return false;
        const before = await readFile(fileOf(account), 'utf8').catch(() => null);
        await seal(account, key);
        const readBack = await get(account);
        if (readBack.kind === 'key' && readBack.key === key) return true;
        // The keyring does not answer any more. Restore the old file, because the keyring may open it later.
        if (before !== null) writeWhole(fileOf(account), before);
        return false;
      } catch {
        return false;
      }
    },
    make: async (account) => {
      if ((await get(account)).kind !== 'none') return null;
      const key = randomBytes(32).toString('hex');
      try {
        await seal(account, key);
        const readBack = await get(account);
        if (readBack.kind === 'key' && readBack.key === key) return key;
      } catch {
        // The keyring may accept the key at the next start.
      }
      await rm(fileOf(account), { force: true });
      return null;
    },
  };
};
