/**
 * Secrets in the OS keychain through asynchronous safeStorage; the ciphertexts lie in `secrets.json`. Where no real
 * keyring exists (Linux basic text) they are kept for the session only. A secret that can't be decrypted reads as absent,
 * so the user signs in again and keeps all data.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { SafeStorage } from 'electron';
import type { ShellSecrets } from '../node/core-host';

export interface Keychain extends ShellSecrets { readonly storage: 'keychain' | 'session' }

const sessionKeychain = (): Keychain => {
  const held = new Map<string, string>();
  return {
    storage: 'session',
    get: (key) => Promise.resolve(held.get(key) ?? null),
    set: (key, value) => Promise.resolve(void held.set(key, value)),
    delete: (key) => Promise.resolve(void held.delete(key)),
  };
};

/** True where ciphertexts are bound to the OS user's keychain rather than to a password built into Chromium. */
export const hasRealKeyring = async (safeStorage: SafeStorage, platform: NodeJS.Platform): Promise<boolean> => {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  return platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
};

export const createKeychain = async (safeStorage: SafeStorage, file: string, platform: NodeJS.Platform): Promise<Keychain> => {
  if (!(await hasRealKeyring(safeStorage, platform))) return sessionKeychain();
  const stored = await readStored(file);
  let writing: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    writing = writing.catch(() => undefined).then(async () => {
      await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(stored)), { mode: 0o600, flush: true });
      await rename(`${file}.new`, file);
    });
    return writing;
  };
  const put = async (key: string, value: string): Promise<void> => {
    stored.set(key, (await safeStorage.encryptStringAsync(value)).toString('base64'));
    await save();
  };
  return {
    storage: 'keychain',
    get: async (key) => {
      const ciphertext = stored.get(key);
      if (ciphertext === undefined) return null;
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(ciphertext, 'base64'));
        if (shouldReEncrypt) await put(key, result);
        return result;
      } catch {
        return null;
      }
    },
    set: put,
    delete: async (key) => {
      if (stored.delete(key)) await save();
    },
  };
};

const readStored = async (file: string): Promise<Map<string, string>> => {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (parsed === null || typeof parsed !== 'object') return new Map();
    return new Map(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
};
