/**
 * The system's keyring in a whole-core history: it stores sign-ins and the keys of encrypted databases,
 * across restarts and crashes. It can be locked, refuse to store, or throw at every call.
 */
import type { DatabaseKeys, Files, KeyAnswer, OutboxKeys, Secrets } from '#core/ports/ports';
import { createOutboxKeys } from '#node/outbox-keys';

export type KeyringMood = 'open' | 'locked' | 'refuses' | 'throws';

export class SimKeyring {
  mood: KeyringMood = 'open';
  readonly storage: Secrets['storage'];
  readonly #kept = new Map<string, string>();
  #memory = new Map<string, string>();
  #made = 0;
  constructor(storage: Secrets['storage']) {
    this.storage = storage;
  }
  /** Data that only the process held is lost. */
  restart(): void {
    if (this.storage === 'memory') this.#memory = new Map();
  }
  #look(): void {
    if (this.mood === 'throws') throw new Error('the keyring does not answer');
  }
  secrets(alive: () => boolean): Secrets {
    const held = this.storage === 'memory' ? this.#memory : this.#kept;
    return {
      storage: this.storage,
      get: async (key) => {
        this.#look();
        if (this.mood === 'locked') throw new Error('the keyring is locked');
        return held.get(key) ?? null;
      },
      set: async (key, value) => {
        this.#look();
        if (this.mood !== 'open') throw new Error('the keyring takes nothing');
        if (alive()) held.set(key, value);
      },
      delete: async (key) => {
        this.#look();
        if (alive()) held.delete(key);
      },
    };
  }
  #answer(files: Files, file: string): KeyAnswer {
    this.#look();
    if (!files.exists(file)) return { kind: 'none' };
    if (this.mood === 'locked') return { kind: 'unavailable', reason: 'waiting' };
    const key = files.readText(file);
    return key !== null && KEY.test(key)
      ? { kind: 'key', key }
      : { kind: 'unavailable', reason: 'undecryptable' };
  }
  databaseKeys(files: Files): DatabaseKeys {
    const fileOf = (account: string): string => `accounts/${account}/cache.key`;
    return {
      get: async (account) => {
        if (this.storage === 'keychain') return this.#answer(files, fileOf(account));
        return files.exists(fileOf(account))
          ? { kind: 'unavailable', reason: 'no-keyring' }
          : { kind: 'none' };
      },
      make: async (account) => {
        this.#look();
        if (this.storage === 'memory' || this.mood !== 'open') return null;
        const key = String(++this.#made).padStart(64, 'a');
        try {
          files.writeText(fileOf(account), key);
        } catch {
          return null;
        }
        return key;
      },
    };
  }
  outboxKeys(files: Files): OutboxKeys {
    const keys = createOutboxKeys(this.storage, files, {
      ask: async (request) => {
        const {
          operation,
          account = '',
          key,
        } = request as {
          operation?: string;
          account?: string;
          key?: string;
        };
        const file = `accounts/${account}/outbox.key`;
        if (operation === 'get') return JSON.stringify(this.#answer(files, file));
        this.#look();
        if (this.mood !== 'open' || key === undefined) return null;
        files.writeText(file, key);
        return key;
      },
    });
    // Makes the same keys in every run of a seed.
    return { ...keys, newKey: () => String(++this.#made).padStart(64, 'b') };
  }
}

const KEY = /^[\da-f]{64}$/;
