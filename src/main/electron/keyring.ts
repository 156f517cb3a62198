/**
 * The OS keyring behind Electron's asynchronous safeStorage. No call waits for a keyring that never answers, and
 * nothing is sealed under a key that is not secret.
 */
import type { SafeStorage } from 'electron';
import { withDeadline } from '../node/deadline';

export type Keyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/** How long a call may take. The window appears only after the first ones, and a keyring's prompt may be hidden. */
const WAIT_MS = 10_000;
/** The same while an earlier call is still without an answer after its wait. */
const SHORT_WAIT_MS = 1_000;

/**
 * The first characters of a Linux ciphertext name its key: `v11` is the keyring's, `v12` the portal's, and
 * `v10` is built into Chromium and therefore not secret.
 */
const KEYRING_VERSION = /^v(?!10)\d\d/;

/** Electron marks a temporary error only by its text (see database-keys.ts). */
const NOT_NOW = 'is temporarily unavailable';
export const isNotNow = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(NOT_NOW);

/**
 * The functions reject as Electron's do. They also reject as a temporary error (`isNotNow`) if the keyring does not
 * answer within `waitMs`; and on Linux if no keyring holds the key, because Electron then seals under a public one.
 */
export const createKeyring = (safeStorage: Keyring, platform: NodeJS.Platform, waitMs = WAIT_MS): Keyring => {
  let unanswered = 0;
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const answer = work();
    const ms = unanswered > 0 ? Math.min(waitMs, SHORT_WAIT_MS) : waitMs;
    try {
      return await withDeadline(ms, () => answer);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      unanswered += 1;
      const answered = (): void => void (unanswered -= 1);
      answer.then(answered, answered);
      throw new Error(`The keyring ${NOT_NOW}: it did not answer within ${ms / 1000} s.`, {
        cause: error,
      });
    }
  };
  return {
    isAsyncEncryptionAvailable: () => inTime(() => safeStorage.isAsyncEncryptionAvailable()),
    encryptStringAsync: async (text) => {
      const sealed = await inTime(() => safeStorage.encryptStringAsync(text));
      if (platform === 'linux' && !KEYRING_VERSION.test(sealed.toString('latin1')))
        throw new Error('No keyring holds the key: the text would be sealed under a public one.');
      return sealed;
    },
    decryptStringAsync: (data) => inTime(() => safeStorage.decryptStringAsync(data)),
  };
};

const PROBE = 'sealed to see under which key';

/**
 * Returns true if the OS keychain keeps the key of sealed secrets. Electron's own functions do not tell: on
 * Linux encryption is always available, and the backend is named after the desktop, whether a keyring runs or
 * not. So this seals and opens a text. A keychain that does not answer now counts as a keychain.
 */
export const isRealKeyring = async (keyring: Keyring): Promise<boolean> => {
  try {
    if (!(await keyring.isAsyncEncryptionAvailable())) return false;
    return (await keyring.decryptStringAsync(await keyring.encryptStringAsync(PROBE))).result === PROBE;
  } catch (error) {
    return isNotNow(error);
  }
};
