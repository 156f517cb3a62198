/**
 * A keyring that tests can lock or empty, with the interface of the worker. The keys of caches and outboxes
 * are files at the places where the shell stores them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKeys, KeyAnswer, Ports } from '../../../src/main/core/ports/ports';
import { createOutboxKeys } from '../../../src/main/node/outbox-keys';

export interface KeyringMood {
  /** The answer to every question, instead of an existing key. */
  answer: KeyAnswer | null;
  /** Refuses to store a key. */
  refuses: boolean;
  directory: string;
}

export const fakeKeyring = () => {
  let made = 0;
  const mood: KeyringMood = { answer: null, refuses: false, directory: '' };
  const path = (account: string, name: string): string => join(mood.directory, 'accounts', account, name);
  const read = (file: string): KeyAnswer => {
    try {
      const key = readFileSync(file, 'utf8');
      return mood.answer ?? { kind: 'key', key };
    } catch {
      return { kind: 'none' };
    }
  };
  const databaseKeys: DatabaseKeys = {
    get: async (account) => read(path(account, 'cache.key')),
    make: async (account) => {
      if (mood.refuses) return null;
      const key = String(++made).padStart(64, 'a');
      writeFileSync(path(account, 'cache.key'), key);
      return key;
    },
  };
  const shell = {
    ask: async (request: {
      type: string;
      operation?: string;
      account?: string;
      key?: string;
    }): Promise<string | null> => {
      const file = path(request.account ?? '', 'outbox.key');
      if (request.operation === 'get') return JSON.stringify(read(file));
      if (mood.refuses || request.key === undefined) return null;
      writeFileSync(file, request.key);
      return request.key;
    },
  };
  return {
    mood,
    databaseKeys,
    outboxKeys: (files: Ports['files']) => createOutboxKeys('keychain', files, shell),
  };
};
