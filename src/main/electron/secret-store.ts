/**
 * Secrets in the OS keychain. The ciphertexts are in `secrets.json`. Each secret is sealed together with its
 * name, so that one account's secret can never be read as another's, whatever happens to the file.
 *
 * If no keyring answers, or the user refuses it, secrets are kept only for the session. A secret that cannot
 * be decrypted counts as absent and stays on disk: the user signs in again and keeps all data, and a keyring
 * that was only locked works again at the next start. A secret that is replaced or deleted never stays there.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ShellSecrets } from '../node/core-host';
import { writeWhole } from '../node/durable';
import { isNotNow, isRealKeyring, type Keyring } from './keyring';

export interface SecretStore extends ShellSecrets {
  readonly storage: 'keychain' | 'memory';
}

const fileSchema = z.record(z.string(), z.string());
const sealedSchema = z.object({ key: z.string(), value: z.string() });

const memorySecretStore = (held: Map<string, string>): SecretStore => ({
  storage: 'memory',
  get: (key) => Promise.resolve(held.get(key) ?? null),
  set: (key, value) => Promise.resolve(void held.set(key, value)),
  delete: (key) => Promise.resolve(void held.delete(key)),
});

/**
 * The functions reject if the file cannot be read or written. `get` also rejects if the keychain does not answer at the
 * moment, and `set` if it refuses or does not answer; the secret is then kept for the session.
 */
export const createSecretStore = async (keyring: Keyring, file: string): Promise<SecretStore> => {
  const sealedFile = createSealedFile(file);
  const held = new Map<string, string>();
  const session = memorySecretStore(held);
  const forget = async (key: string): Promise<void> => {
    await session.delete(key);
    await sealedFile.delete(key);
  };
  // A secret of an earlier start is in the file. Without this it would be back when the keyring answers again,
  // also in place of a newer one, whose sign-in has used it up.
  if (!(await isRealKeyring(keyring))) {
    const replace = async (key: string, value: string): Promise<void> => {
      await session.set(key, value);
      await sealedFile.delete(key);
    };
    return { ...session, set: replace, delete: forget };
  }
  const seal = async (key: string, value: string): Promise<string> =>
    (await keyring.encryptStringAsync(JSON.stringify({ key, value }))).toString('base64');
  const open = async (key: string, ciphertext: string): Promise<string | null> => {
    try {
      const { result, shouldReEncrypt } = await keyring.decryptStringAsync(Buffer.from(ciphertext, 'base64'));
      const sealed = sealedSchema.parse(JSON.parse(result));
      if (sealed.key !== key) return null;
      // The key was rotated. Seal again; if that fails, the secret that was just read is still valid.
      if (shouldReEncrypt)
        await seal(key, sealed.value)
          .then((again) => sealedFile.replace(key, ciphertext, again))
          .catch(() => undefined);
      return sealed.value;
    } catch (error) {
      // The core reads it again later.
      if (isNotNow(error)) throw error;
      return null;
    }
  };
  return {
    storage: 'keychain',
    get: async (key) => {
      const inSession = await session.get(key);
      if (inSession !== null) return inSession;
      const ciphertext = await sealedFile.get(key);
      return ciphertext === undefined ? null : open(key, ciphertext);
    },
    set: async (key, value) => {
      // First store it in memory: if the keychain refuses, the secret is not on disk, but the sign-in works.
      held.set(key, value);
      // The keychain may ask the user, which takes long. Meanwhile a sign-out may delete the secret, or a later call
      // may replace it.
      const isCurrent = (): boolean => held.get(key) === value;
      const sealed = await seal(key, value).catch(async (refusal: unknown) => {
        // The old secret must not come back at the next start: it may be of another user, or used up.
        if (isCurrent()) await sealedFile.delete(key);
        throw refusal;
      });
      if (!isCurrent()) return;
      await sealedFile.set(key, sealed);
      if (isCurrent()) held.delete(key);
    },
    delete: forget,
  };
};

/** The ciphertexts on disk. Every function rejects as long as the file cannot be read. */
interface SealedFile {
  get(key: string): Promise<string | undefined>;
  set(key: string, ciphertext: string): Promise<void>;
  /** Does nothing if the ciphertext is no longer `before`. */
  replace(key: string, before: string, ciphertext: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * Reads the file at the first use, and again after a read that failed. Changes follow each other, and one that
 * could not be written is not remembered, so that it can be tried again.
 */
const createSealedFile = (file: string): SealedFile => {
  let reading: Promise<ReadonlyMap<string, string>> | null = null;
  const entries = (): Promise<ReadonlyMap<string, string>> =>
    (reading ??= readSealed(file).catch((error: unknown) => {
      reading = null;
      throw error;
    }));
  /** Changes the entries; returns false if nothing is to be written. */
  type Alter = (entries: Map<string, string>) => boolean;
  const apply = async (alter: Alter): Promise<void> => {
    const next = new Map(await entries());
    if (!alter(next)) return;
    writeWhole(file, JSON.stringify(Object.fromEntries(next)));
    reading = Promise.resolve(next);
  };
  let changing: Promise<void> = Promise.resolve();
  const change = (alter: Alter): Promise<void> => {
    changing = changing.catch(() => undefined).then(() => apply(alter));
    return changing;
  };
  return {
    get: async (key) => (await entries()).get(key),
    set: (key, ciphertext) => change((next) => next.set(key, ciphertext).has(key)),
    replace: (key, before, ciphertext) =>
      change((next) => next.get(key) === before && next.set(key, ciphertext).has(key)),
    delete: (key) => change((next) => next.delete(key)),
  };
};

/**
 * A missing or damaged file counts as empty. Rejects on another read error, e.g. while a virus scanner holds
 * the file: its secrets are still there, and a write would lose those of all accounts.
 */
const readSealed = async (file: string): Promise<Map<string, string>> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return new Map(Object.entries(parseSealed(text)));
};

const parseSealed = (text: string): Record<string, string> => {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
};
