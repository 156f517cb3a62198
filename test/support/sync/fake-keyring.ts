/**
 * A keyring that tests lock and lose, as the worker asks it: keys of caches and of outboxes lie where the
 * shell's would.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKeys, KeyAnswer, Ports } from '../../../src/main/core/ports/ports';
import { createOutboxKeys } from '../../../src/main/node/outbox-keys';

export interface KeyringMood {
  /** What every question is answered instead of a key that is there. */ answer: KeyAnswer | null;
  /** Takes no key. */ refuses: boolean;
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
