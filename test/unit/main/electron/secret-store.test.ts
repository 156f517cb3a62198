import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKeyring, isRealKeyring } from '../../../../src/main/electron/keyring';
import { createSecretStore as createStore } from '../../../../src/main/electron/secret-store';

/**
 * Chromium seals under a password of its own where no keyring answers; on Linux such a ciphertext begins so.
 */
const PUBLIC = 'v10';
const UNAVAILABLE = 'safeStorage.encryptStringAsync is temporarily unavailable. Please try again.';

const NOT_NOW = 'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.';

const isProbe = (data: Buffer): boolean =>
  [...data.toString()].toReversed().join('').startsWith('sealed to see');

const fakeSafeStorage = (
  options: {
    available?: boolean;
    prefix?: string;
    reEncrypt?: boolean;
    /** The secrets cannot be decrypted; what is sealed now can. */
    broken?: boolean;
    /** With `broken`: the keyring opens nothing at the moment, in place of never. */
    isBusy?: boolean;
    encryptFails?: (text: string) => string | false;
  } = {},
) =>
  ({
    isAsyncEncryptionAvailable: () => Promise.resolve(options.available ?? true),
    // It names the desktop, whether a keyring answers there or not.
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: (text: string) => {
      const failure = options.encryptFails?.(text);
      return failure
        ? Promise.reject(new Error(failure))
        : Promise.resolve(Buffer.from(`${options.prefix ?? 'v11'}${[...text].toReversed().join('')}`));
    },
    decryptStringAsync: (data: Buffer) =>
      options.broken && !isProbe(data)
        ? Promise.reject(new Error(options.isBusy ? NOT_NOW : 'Error while decrypting the ciphertext.'))
        : Promise.resolve({
            result: [...data.toString().slice(3)].toReversed().join(''),
            shouldReEncrypt: options.reEncrypt ?? false,
          }),
  }) as unknown as SafeStorage;

/** A wait that no call here reaches, except for a keyring that never answers. */
const WAIT_MS = 200;
const createSecretStore = (safeStorage: SafeStorage, file: string, platform: NodeJS.Platform) =>
  createStore(createKeyring(safeStorage, platform, WAIT_MS), file);
const hasRealKeyring = (safeStorage: SafeStorage, platform: NodeJS.Platform) =>
  isRealKeyring(createKeyring(safeStorage, platform));

describe('keychain', () => {
  let file: string;
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'satchel-keys-')), 'secrets.json');
  });

  it('keeps secrets across starts, never as plain text', async () => {
    const first = await createSecretStore(fakeSafeStorage(), file, 'linux');
    await first.set('token', 'canary-token');
    expect(readFileSync(file, 'utf8')).not.toContain('canary');
    expect(await (await createSecretStore(fakeSafeStorage(), file, 'linux')).get('token')).toBe(
      'canary-token',
    );
  });

  it('keeps the secrets of two accounts that are stored at the same time', async () => {
    const first = await createSecretStore(fakeSafeStorage(), file, 'linux');
    await Promise.all([first.set('a', 'of a'), first.set('b', 'of b')]);
    const later = await createSecretStore(fakeSafeStorage(), file, 'linux');
    expect([await later.get('a'), await later.get('b')]).toEqual(['of a', 'of b']);
  });

  it('writes nothing to disk without a real keyring', async () => {
    const keychain = await createSecretStore(fakeSafeStorage({ prefix: PUBLIC }), file, 'linux');
    await keychain.set('token', 'canary-token');
    expect(keychain.storage).toBe('memory');
    expect(await keychain.get('token')).toBe('canary-token');
    expect(() => readFileSync(file)).toThrow();
  });

  it('reads a secret that cannot be decrypted as absent', async () => {
    await (await createSecretStore(fakeSafeStorage(), file, 'darwin')).set('token', 'x');
    expect(
      await (await createSecretStore(fakeSafeStorage({ broken: true }), file, 'darwin')).get('token'),
    ).toBeNull();
  });

  it('rejects while the keyring opens nothing at the moment, and reads the secret afterwards', async () => {
    await (await createSecretStore(fakeSafeStorage(), file, 'linux')).set('token', 'x');
    const keyring = { broken: true, isBusy: true };
    const keychain = await createSecretStore(fakeSafeStorage(keyring), file, 'linux');
    await expect(keychain.get('token')).rejects.toThrow('temporarily unavailable');
    keyring.broken = false;
    expect(await keychain.get('token')).toBe('x');
  });

  it('also deletes a secret on disk, and survives a damaged file', async () => {
    const keychain = await createSecretStore(fakeSafeStorage(), file, 'win32');
    await keychain.set('token', 'x');
    await keychain.delete('token');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({});
    writeFileSync(file, '{torn');
    expect(await (await createSecretStore(fakeSafeStorage(), file, 'win32')).get('token')).toBeNull();
  });

  it('takes a keyring for real that seals under a key of its own and opens again, whatever the desktop is called', async () => {
    expect(await hasRealKeyring(fakeSafeStorage({ prefix: PUBLIC }), 'linux')).toBe(false);
    expect(await hasRealKeyring(fakeSafeStorage({ prefix: '' }), 'linux')).toBe(false);
    expect(await hasRealKeyring(fakeSafeStorage({ available: false }), 'darwin')).toBe(false);
    // The portal's key; and what other systems call theirs.
    expect(await hasRealKeyring(fakeSafeStorage({ prefix: 'v12' }), 'linux')).toBe(true);
    for (const platform of ['darwin', 'win32'] as const)
      expect(await hasRealKeyring(fakeSafeStorage({ prefix: PUBLIC }), platform), platform).toBe(true);
  });

  it('treats a keyring that does not answer now as real, and one that refuses as missing', async () => {
    expect(await hasRealKeyring(fakeSafeStorage({ encryptFails: () => UNAVAILABLE }), 'linux')).toBe(true);
    expect(await hasRealKeyring(fakeSafeStorage({ encryptFails: () => 'User canceled' }), 'darwin')).toBe(
      false,
    );
  });

  const refusing = fakeSafeStorage({
    encryptFails: (text) => (text.includes('token-of') ? 'User canceled' : false),
  });

  it('keeps a secret for the session if the user refuses the keychain, and says that it is not stored', async () => {
    const keychain = await createSecretStore(refusing, file, 'darwin');
    await expect(keychain.set('account/a/session', 'token-of-a')).rejects.toThrow('User canceled');
    expect(await keychain.get('account/a/session')).toBe('token-of-a');
    expect(existsSync(file)).toBe(false);
    await keychain.delete('account/a/session');
    expect(await keychain.get('account/a/session')).toBeNull();
  });

  it('a refused secret does not leave the old one on disk', async () => {
    const before = await createSecretStore(fakeSafeStorage(), file, 'darwin');
    await before.set('account/a/session', 'old');
    await before.set('account/b/session', 'other');
    const keychain = await createSecretStore(refusing, file, 'darwin');
    await expect(keychain.set('account/a/session', 'token-of-a')).rejects.toThrow();
    const next = await createSecretStore(fakeSafeStorage(), file, 'darwin');
    expect([await next.get('account/a/session'), await next.get('account/b/session')]).toEqual([
      null,
      'other',
    ]);
  });

  describe('while the keychain still seals a secret, as when it asks the user,', () => {
    const slow = (text: string) => {
      const answer = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      const keyring = fakeSafeStorage();
      const { encryptStringAsync } = keyring;
      keyring.encryptStringAsync = async (plain) => {
        if (plain.includes(text)) {
          asked.resolve();
          await answer.promise;
        }
        return encryptStringAsync(plain);
      };
      return { keyring, asked: asked.promise, answer };
    };
    const kept = async () => (await createSecretStore(fakeSafeStorage(), file, 'darwin')).get('token');

    it('a sign-out is final: the token is not stored afterwards', async () => {
      const { keyring, answer } = slow('renewed');
      const keychain = await createSecretStore(keyring, file, 'darwin');
      await keychain.set('token', 'first');
      const renewal = keychain.set('token', 'renewed');
      await keychain.delete('token');
      answer.resolve();
      await renewal;
      expect([await keychain.get('token'), await kept()]).toEqual([null, null]);
    });

    it('a later secret is not replaced by it', async () => {
      const { keyring, answer } = slow('earlier');
      const keychain = await createSecretStore(keyring, file, 'darwin');
      const earlier = keychain.set('token', 'earlier');
      await keychain.set('token', 'later');
      answer.resolve();
      await earlier;
      expect([await keychain.get('token'), await kept()]).toEqual(['later', 'later']);
    });

    it('a later secret stays if the keychain then refuses the earlier one', async () => {
      const { keyring, answer } = slow('earlier');
      const keychain = await createSecretStore(keyring, file, 'darwin');
      const earlier = keychain.set('token', 'earlier');
      await keychain.set('token', 'later');
      answer.reject(new Error('User canceled'));
      await expect(earlier).rejects.toThrow('User canceled');
      expect(await kept()).toBe('later');
    });

    it('a sign-out is final also for a secret that is sealed again under a new key', async () => {
      await (await createSecretStore(fakeSafeStorage(), file, 'darwin')).set('token', 'first');
      const { keyring, asked, answer } = slow('first');
      const { decryptStringAsync } = keyring;
      keyring.decryptStringAsync = async (data) => ({
        ...(await decryptStringAsync(data)),
        shouldReEncrypt: true,
      });
      const keychain = await createSecretStore(keyring, file, 'darwin');
      const reading = keychain.get('token');
      await asked;
      await keychain.delete('token');
      answer.resolve();
      await reading;
      expect(await kept()).toBeNull();
    });
  });

  describe('a keyring that never answers', () => {
    const deaf = (open: Promise<void> = new Promise<never>(() => undefined)) => {
      const keyring = fakeSafeStorage();
      const { encryptStringAsync, decryptStringAsync } = keyring;
      keyring.encryptStringAsync = (text) => open.then(() => encryptStringAsync(text));
      keyring.decryptStringAsync = (data) => open.then(() => decryptStringAsync(data));
      return keyring;
    };

    it('does not keep the app from starting: the secret counts as not readable now', async () => {
      await (await createSecretStore(fakeSafeStorage(), file, 'linux')).set('token', 'kept');
      const keychain = await createSecretStore(deaf(), file, 'linux');
      expect(keychain.storage).toBe('keychain');
      await expect(keychain.get('token')).rejects.toThrow('is temporarily unavailable');
    });

    it('gives the secret if the user answers its prompt late', async () => {
      await (await createSecretStore(fakeSafeStorage(), file, 'linux')).set('token', 'kept');
      const prompt = Promise.withResolvers<void>();
      const keychain = await createSecretStore(deaf(prompt.promise), file, 'linux');
      prompt.resolve();
      expect(await keychain.get('token')).toBe('kept');
    });

    it('keeps a new sign-in for the session, and no earlier one on disk', async () => {
      await (await createSecretStore(fakeSafeStorage(), file, 'linux')).set('token', 'old');
      const keychain = await createSecretStore(deaf(), file, 'linux');
      await expect(keychain.set('token', 'new')).rejects.toThrow('is temporarily unavailable');
      expect(await keychain.get('token')).toBe('new');
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({});
    });

    it('is waited for in full once; while it is silent later calls wait a second at most', async () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const keyring = createKeyring(deaf(), 'linux', 10_000);
      const outcome = async (call: Promise<unknown>): Promise<number> => {
        const begun = Date.now();
        await call.catch(() => undefined);
        return Date.now() - begun;
      };
      const waits = [];
      for (let call = 0; call < 2; call += 1) {
        const waited = outcome(keyring.encryptStringAsync('x'));
        await vi.runAllTimersAsync();
        waits.push(await waited);
      }
      expect(waits).toEqual([10_000, 1_000]);
    });
  });

  it('never stores a secret under a public key, even if the keyring had not answered at the start', async () => {
    const mood: Parameters<typeof fakeSafeStorage>[0] = { encryptFails: () => UNAVAILABLE };
    const keychain = await createSecretStore(fakeSafeStorage(mood), file, 'linux');
    Object.assign(mood, { prefix: PUBLIC, encryptFails: undefined });
    await expect(keychain.set('token', 'canary-token')).rejects.toThrow('No keyring holds the key');
    expect(await keychain.get('token')).toBe('canary-token');
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '{}').toBe('{}');
  });

  it('a sign-out while no keyring answers also removes the secret of an earlier start', async () => {
    const before = await createSecretStore(fakeSafeStorage(), file, 'darwin');
    await before.set('account/a/session', 'token-of-a');
    await before.set('account/b/session', 'token-of-b');
    const denied = await createSecretStore(fakeSafeStorage({ available: false }), file, 'darwin');
    await denied.delete('account/a/session');
    const next = await createSecretStore(fakeSafeStorage(), file, 'darwin');
    expect([await next.get('account/a/session'), await next.get('account/b/session')]).toEqual([
      null,
      'token-of-b',
    ]);
  });

  it('a sign-in while no keyring answers also removes the secret of an earlier start', async () => {
    const before = await createSecretStore(fakeSafeStorage(), file, 'linux');
    await before.set('account/a/session', 'old refresh token');
    const without = await createSecretStore(fakeSafeStorage({ available: false }), file, 'linux');
    await without.set('account/a/session', 'new refresh token');
    expect(await without.get('account/a/session')).toBe('new refresh token');
    const next = await createSecretStore(fakeSafeStorage(), file, 'linux');
    expect(await next.get('account/a/session')).toBeNull();
  });

  it('a file that cannot be read for a while is not replaced, and is read when it can be', async () => {
    await (await createSecretStore(fakeSafeStorage(), file, 'win32')).set('account/a/session', 'token-of-a');
    renameSync(file, `${file}.away`);
    // Reading a folder fails with EISDIR.
    mkdirSync(file);
    const keychain = await createSecretStore(fakeSafeStorage(), file, 'win32');
    await expect(keychain.get('account/a/session')).rejects.toThrow('EISDIR');
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    await keychain.set('account/b/session', 'token-of-b');
    const next = await createSecretStore(fakeSafeStorage(), file, 'win32');
    expect([await next.get('account/a/session'), await next.get('account/b/session')]).toEqual([
      'token-of-a',
      'token-of-b',
    ]);
  });

  it('rejects a secret while its file cannot be read, and keeps it for the session', async () => {
    mkdirSync(file);
    const keychain = await createSecretStore(fakeSafeStorage(), file, 'win32');
    await expect(keychain.set('account/a/session', 'token-of-a')).rejects.toThrow('EISDIR');
    expect(await keychain.get('account/a/session')).toBe('token-of-a');
  });

  it('treats a keyring that answers with an error as missing', async () => {
    const failing = {
      isAsyncEncryptionAvailable: () => Promise.reject(new Error('no bus')),
    } as unknown as SafeStorage;
    expect((await createSecretStore(failing, file, 'linux')).storage).toBe('memory');
  });

  it('never reads the secret of one account as that of another, even if entries of the file are swapped', async () => {
    const keychain = await createSecretStore(fakeSafeStorage(), file, 'win32');
    await keychain.set('account/a/session', 'token-of-a');
    await keychain.set('account/b/session', 'token-of-b');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    writeFileSync(
      file,
      JSON.stringify({
        'account/a/session': stored['account/b/session'],
        'account/b/session': stored['account/a/session'],
      }),
    );
    const mixed = await createSecretStore(fakeSafeStorage(), file, 'win32');
    expect([await mixed.get('account/a/session'), await mixed.get('account/b/session')]).toEqual([
      null,
      null,
    ]);
  });

  it('keeps a ciphertext it cannot read: a keyring that was only locked works at the next start', async () => {
    await (await createSecretStore(fakeSafeStorage(), file, 'linux')).set('token', 'kept');
    const locked = await createSecretStore(fakeSafeStorage({ broken: true }), file, 'linux');
    expect(await locked.get('token')).toBeNull();
    await createSecretStore(fakeSafeStorage(), file, 'linux').then(async (keychain) =>
      expect(await keychain.get('token')).toBe('kept'),
    );
  });

  it('seals again after a key rotation, and loses nothing if that fails', async () => {
    await (await createSecretStore(fakeSafeStorage(), file, 'darwin')).set('token', 'kept');
    let asked = 0;
    const failing = await createSecretStore(
      fakeSafeStorage({
        reEncrypt: true,
        encryptFails: (text) => text.includes('kept') && (asked += 1) > 0 && 'locked',
      }),
      file,
      'darwin',
    );
    expect(await failing.get('token')).toBe('kept');
    expect(asked).toBe(1);
  });
});
