/**
 * The keys of encrypted caches, each wrapped by asynchronous safeStorage in `accounts/<id>/cache.key`. A key is sealed
 * together with its account, so that one account's file never opens as another's, and it is read back from the disk before
 * anything is encrypted with it. A key that cannot be had is never replaced here: that is for the user to decide.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DatabaseKeys, KeyAnswer } from '#core/ports/ports';
import { writeWhole } from '../node/durable';
import type { AsyncSafeStorage } from './keychain';

const fileSchema = z.object({ version: z.literal(1), sealed: z.base64() });
const sealedSchema = z.object({ account: z.string(), key: z.string().regex(/^[\da-f]{64}$/) });
const ACCOUNT_ID = /^[\w-]+$/;

/**
 * Electron tells "not now" from "not mine" by the text of the error alone (electron_api_safe_storage.cc: "is temporarily
 * unavailable. Please try again." and "Error while decrypting the ciphertext …"). Anything else counts as not now.
 */
const NOT_MINE = 'Error while decrypting the ciphertext';
const unavailable = (reason: 'waiting' | 'undecryptable'): KeyAnswer => ({ kind: 'unavailable', reason });

export const createDatabaseKeys = (safeStorage: AsyncSafeStorage, dataDirectory: string): DatabaseKeys => {
  const fileOf = (account: string): string => {
    if (!ACCOUNT_ID.test(account)) throw new Error('no account has such a name');
    return join(dataDirectory, 'accounts', account, 'cache.key');
  };
  const seal = async (account: string, key: string): Promise<void> =>
    writeWhole(fileOf(account), `${JSON.stringify({ version: 1, sealed: (await safeStorage.encryptStringAsync(JSON.stringify({ account, key }))).toString('base64') })}\n`);

  const unseal = async (account: string, sealed: string): Promise<KeyAnswer> => {
    let opened: Awaited<ReturnType<AsyncSafeStorage['decryptStringAsync']>>;
    try {
      opened = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
    } catch (error) {
      return unavailable(error instanceof Error && error.message.includes(NOT_MINE) ? 'undecryptable' : 'waiting');
    }
    const held = sealedSchema.safeParse(asJson(opened.result));
    if (!held.success || held.data.account !== account) return unavailable('undecryptable');
    // The keyring's own key was changed: worth sealing anew, but no reason to lose what was just read.
    if (opened.shouldReEncrypt) await seal(account, held.data.key).catch(() => undefined);
    return { kind: 'key', key: held.data.key };
  };

  const get = async (account: string): Promise<KeyAnswer> => {
    const text = await readFile(fileOf(account), 'utf8').catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : error));
    if (text === null) return { kind: 'none' };
    if (text instanceof Error) return unavailable('waiting');
    const file = fileSchema.safeParse(asJson(text));
    return file.success ? unseal(account, file.data.sealed) : unavailable('undecryptable');
  };

  return {
    get,
    make: async (account) => {
      if ((await get(account)).kind !== 'none') return null;
      const key = randomBytes(32).toString('hex');
      try {
        await seal(account, key);
        const readBack = await get(account);
        if (readBack.kind === 'key' && readBack.key === key) return key;
      } catch {
        // A keyring that does not take it now may do so at the next start.
      }
      await rm(fileOf(account), { force: true });
      return null;
    },
  };
};

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
