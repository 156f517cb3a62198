/**
 * Secrets in the OS keychain through asynchronous safeStorage. The ciphertexts are in `secrets.json`. Each
 * secret is sealed together with its name, so that one account's secret can never be read as another's,
 * whatever happens to the file.
 *
 * If no keyring answers, or the user refuses it, secrets are kept only for the session. A secret that cannot
 * be decrypted counts as absent and stays on disk: the user signs in again and keeps all data, and a keyring
 * that was only locked works again at the next start.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import type { ShellSecrets } from '../node/core-host';

export interface SecretStore extends ShellSecrets {
  readonly storage: 'keychain' | 'memory';
}
export type AsyncSafeStorage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

const fileSchema = z.record(z.string(), z.string());
const sealedSchema = z.object({ key: z.string(), value: z.string() });

const memorySecretStore = (): SecretStore => {
  const held = new Map<string, string>();
  return {
    storage: 'memory',
    get: (key) => Promise.resolve(held.get(key) ?? null),
    set: (key, value) => Promise.resolve(void held.set(key, value)),
    delete: (key) => Promise.resolve(void held.delete(key)),
  };
};

const PROBE = 'sealed to see under which key';
/**
 * The first characters of a Linux ciphertext name its key: `v11` is the keyring's, `v12` the portal's, and
 * `v10` is built into Chromium and therefore not secret.
 */
const KEYRING_VERSION = /^v(?!10)\d\d/;
/** Electron marks a temporary error only by its text (see database-keys.ts). */
const NOT_NOW = 'is temporarily unavailable';

/**
 * Returns true if the OS keychain keeps the key of sealed secrets. Electron's own functions do not tell: on
 * Linux encryption is always available, and the backend is named after the desktop, whether a keyring runs or
 * not. So this seals and opens a text. A keychain that does not answer now counts as a keychain.
 */
export const hasRealKeyring = async (
  safeStorage: AsyncSafeStorage,
  platform: NodeJS.Platform,
): Promise<boolean> => {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    const sealed = await safeStorage.encryptStringAsync(PROBE);
    if (platform === 'linux' && !KEYRING_VERSION.test(sealed.toString('latin1'))) return false;
    return (await safeStorage.decryptStringAsync(sealed)).result === PROBE;
  } catch (error) {
    return error instanceof Error && error.message.includes(NOT_NOW);
  }
};

export const createSecretStore = async (
  safeStorage: AsyncSafeStorage,
  file: string,
  platform: NodeJS.Platform,
): Promise<SecretStore> => {
  if (!(await hasRealKeyring(safeStorage, platform))) return memorySecretStore();
  const stored = await readStored(file);
  const session = memorySecretStore();
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
  const seal = async (key: string, value: string): Promise<string> =>
    (await safeStorage.encryptStringAsync(JSON.stringify({ key, value }))).toString('base64');
  const sealAnew = async (key: string, value: string): Promise<void> => {
    stored.set(key, await seal(key, value));
    await save();
  };
  const open = async (key: string, ciphertext: string): Promise<string | null> => {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(ciphertext, 'base64'),
      );
      const sealed = sealedSchema.parse(JSON.parse(result));
      if (sealed.key !== key) return null;
      // The key was rotated. Seal again; if that fails, the secret that was just read is still valid.
      if (shouldReEncrypt && stored.get(key) === ciphertext)
        await sealAnew(key, sealed.value).catch(() => undefined);
      return sealed.value;
    } catch {
      return null;
    }
  };
  return {
    storage: 'keychain',
    get: async (key) => {
      const ciphertext = stored.get(key);
      return (await session.get(key)) ?? (ciphertext === undefined ? null : open(key, ciphertext));
    },
    set: async (key, value) => {
      // First store it in memory: if the keychain refuses, the secret is not on disk, but the sign-in works.
      await session.set(key, value);
      const sealed = await seal(key, value).catch(() => null);
      if (sealed === null) return;
      stored.set(key, sealed);
      await save();
      await session.delete(key);
    },
    delete: async (key) => {
      await session.delete(key);
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
