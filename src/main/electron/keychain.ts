/**
 * Secrets in the OS keychain through asynchronous safeStorage; the ciphertexts lie in `secrets.json`. Each is
 * sealed together with its own key, so that one account's secret can never be read as another's, whatever
 * happens to the file.
 *
 * Where no real keyring exists (Linux basic text) secrets are kept for the session only. One that can't be
 * decrypted reads as absent and stays on disk: the user signs in again and keeps all data, and a keyring that
 * was only locked works again at the next start.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import type { ShellSecrets } from '../node/core-host';

export interface Keychain extends ShellSecrets {
  readonly storage: 'keychain' | 'session';
}
export type AsyncSafeStorage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

const fileSchema = z.record(z.string(), z.string());
const sealedSchema = z.object({ key: z.string(), value: z.string() });

const sessionKeychain = (): Keychain => {
  const held = new Map<string, string>();
  return {
    storage: 'session',
    get: (key) => Promise.resolve(held.get(key) ?? null),
    set: (key, value) => Promise.resolve(void held.set(key, value)),
    delete: (key) => Promise.resolve(void held.delete(key)),
  };
};

/**
 * True where ciphertexts are bound to the OS user's keychain rather than to a password built into Chromium.
 */
export const hasRealKeyring = async (
  safeStorage: AsyncSafeStorage,
  platform: NodeJS.Platform,
): Promise<boolean> => {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    return (
      platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
    );
  } catch {
    return false;
  }
};

export const createKeychain = async (
  safeStorage: AsyncSafeStorage,
  file: string,
  platform: NodeJS.Platform,
): Promise<Keychain> => {
  if (!(await hasRealKeyring(safeStorage, platform))) return sessionKeychain();
  const stored = await readStored(file);
  let writing: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(stored)), {
          mode: 0o600,
          flush: true,
        });
        await rename(`${file}.new`, file);
      });
    return writing;
  };
  const put = async (key: string, value: string): Promise<void> => {
    stored.set(
      key,
      (await safeStorage.encryptStringAsync(JSON.stringify({ key, value }))).toString('base64'),
    );
    await save();
  };
  const open = async (key: string, ciphertext: string): Promise<string | null> => {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(ciphertext, 'base64'),
      );
      const sealed = sealedSchema.parse(JSON.parse(result));
      if (sealed.key !== key) return null;
      // A key that was rotated: worth sealing anew, but no reason to lose what was just read.
      if (shouldReEncrypt && stored.get(key) === ciphertext)
        await put(key, sealed.value).catch(() => undefined);
      return sealed.value;
    } catch {
      return null;
    }
  };
  return {
    storage: 'keychain',
    get: (key) => {
      const ciphertext = stored.get(key);
      return ciphertext === undefined ? Promise.resolve(null) : open(key, ciphertext);
    },
    set: put,
    delete: async (key) => {
      if (stored.delete(key)) await save();
    },
  };
};

const readStored = async (file: string): Promise<Map<string, string>> => {
  try {
    return new Map(Object.entries(fileSchema.parse(JSON.parse(await readFile(file, 'utf8')))));
  } catch {
    return new Map();
  }
};
