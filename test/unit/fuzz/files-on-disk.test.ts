/** Files that Satchel reads at the start, changed in any place or filled with random content. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadAccounts, saveAccounts, type AccountsFile } from '#core/accounts/files/account-file';
import { knownIntents, readEntries } from '#core/outbox/journal/journal-entry';
import { createFiles } from '#node/files';
import { lockDataDirectory } from '#node/data-lock';
import { changed, LONG, ODD, oddValue, times, withEachPlace } from '../../support/odd-json';
import { isThorough } from '../../support/thorough';
import { memoryJournal } from '../../support/outbox/memory-journal';
import { createLineCodec } from '#node/journal-lines';
import { companyCommand, outboxBench } from '../../support/outbox/outbox-bench';

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const profile = (id: string) => ({
  id,
  name: `Account ${id}`,
  baseUrl: 'https://crm.example.com',
  demo: false,
  headerStyle: 'raw' as const,
  selfUserId: '7',
  selfName: 'Ann',
  identity: { userId: '7', email: 'ann@example.com' },
  signedOut: false,
});
const ACCOUNTS: AccountsFile = {
  version: 1,
  currentId: 'a',
  profiles: [profile('a'), profile('b')],
  settings: { undoSeconds: 6 },
};

const FOREIGN = /the journal belongs to another account/;

describe('files on the disk', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'satchel-fuzz-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('accounts.json: with any content, both accounts are found from their folders', LONG, () => {
    for (const id of ['a', 'b']) {
      mkdirSync(join(directory, 'accounts', id), { recursive: true });
      writeFileSync(join(directory, 'accounts', id, 'account.json'), JSON.stringify(profile(id)));
    }
    const files = createFiles(directory);
    fc.assert(
      fc.property(
        fc.oneof(
          changed(ACCOUNTS).map((value) => JSON.stringify(value)),
          oddValue.map((value) => JSON.stringify(value) ?? ''),
          fc.string(),
        ),
        (text) => {
          writeFileSync(join(directory, 'accounts.json'), text);
          const { file, notice } = loadAccounts(files, log);
          for (const { id } of file.profiles) expect(id).toMatch(/^[\w-]+$/);
          // A file that is valid without a notice may name fewer accounts.
          const known = notice ? file.profiles.map(({ id }) => id).toSorted() : ['a', 'b'];
          expect(known).toEqual(['a', 'b']);
          // What was read can be written and read again.
          saveAccounts(files, file, log);
          expect(loadAccounts(files, log).file).toEqual(file);
          rmSync(join(directory, 'accounts.previous.json'), { force: true });
          for (const id of ['a', 'b'])
            writeFileSync(join(directory, 'accounts', id, 'account.json'), JSON.stringify(profile(id)));
        },
      ),
      { numRuns: times(40) },
    );
  });

  it('the lock files: with random bytes in them, a core still starts', LONG, () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 6_000 }),
        fc.constantFrom('satchel.lock', 'satchel.hold'),
        (bytes, name) => {
          writeFileSync(join(directory, name), bytes);
          expect(() => lockDataDirectory(directory, 0).release()).not.toThrow();
        },
      ),
      { numRuns: times(40) },
    );
  });

  describe('the journal: lines with other content are counted, and the core still starts', () => {
    const codec = createLineCodec(null);
    const filled = () => {
      const journal = memoryJournal();
      const made = outboxBench({ journal: () => journal.open(null) });
      made.outbox.pause(true);
      const kept = made.submit(companyCommand('Kept'));
      made.submit(companyCommand('Other'));
      made.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: { n: 1 }, base: null });
      return { journal, made, kept };
    };
    const RECORDS = codec
      .read(filled().journal.bytes!)
      .records.map((record) => JSON.parse(record) as unknown);
    /** Each time with another database, because a recovery changes it. */
    const expectStart = (value: unknown): void => {
      const { journal, made, kept } = filled();
      const lines = (Array.isArray(value) ? (value as unknown[]) : []).map(
        (one) => JSON.stringify(one) ?? '',
      );
      knownIntents(readEntries(lines).entries);
      journal.bytes = Buffer.from(lines.map(codec.seal).join(''));
      made.reopen();
      // The database is sound: its items and drafts are there, and its new work is taken.
      expect(made.outbox.get(kept)?.intent.title).toBe('Kept');
      expect(made.outbox.drafts().map(({ id }) => id)).toContain('draft:1');
      expect(made.pushes).toEqual([]);
      // A first line that names another account is sound: that journal is set aside.
      expect(made.errors.filter((line) => !FOREIGN.test(line))).toEqual([]);
      // With the journal alone, it restores what it can, and sends nothing.
      made.outbox.stop();
      made.database = new Database(':memory:');
      journal.bytes = Buffer.from(lines.map(codec.seal).join(''));
      made.reopen();
      for (const { id } of made.outbox.list()) made.outbox.get(id);
      made.outbox.drafts();
      expect(made.pushes).toEqual([]);
    };

    it('in any places', LONG, () => {
      fc.assert(
        fc.property(changed(RECORDS), (value) => expectStart(value)),
        { numRuns: times(40) },
      );
    });

    // Hundreds of starts; with `SATCHEL_THOROUGH` a minute on a busy machine.
    it('in each place', { timeout: 4 * LONG.timeout }, () => {
      for (const value of withEachPlace(RECORDS, isThorough ? ODD : [1.5, '0'])) expectStart(value);
    });
  });
});
