/** Encrypting the outbox: nothing happens before the user has typed part of the code, and no fault loses it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOutboxProtection, keepByKeyring, openByCode } from '#core/accounts/files/protect-outbox';
import { AppError } from '#core/app-error';
import type { Files, KeyAnswer, OutboxKeys } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { CODE_GROUPS, groupsOf } from '#shared/domain/recovery-code';
import { memoryLog, noOutboxKeys } from '../../../../support/sync/core-fixture';

const MB = 1_000_000;
const NO_KEYCHAIN = { ok: false, error: { code: 'no-keychain' } };
const KEY = 'ab'.repeat(32);
let files: Files;
let folder: string;
let log: ReturnType<typeof memoryLog>;
let keyring: { answer: KeyAnswer; keeps: boolean; fails: boolean; kept: string[]; wrapped: string[][] };
let keys: OutboxKeys;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-protect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'accounts/a'), { recursive: true });
  files = createFiles(folder);
  log = memoryLog();
  keyring = { answer: { kind: 'none' }, keeps: true, fails: false, kept: [], wrapped: [] };
  keys = {
    ...noOutboxKeys(files),
    get: async () => {
      if (keyring.fails) throw new Error('the keychain does not answer');
      return keyring.answer;
    },
    keep: async (_, key) => {
      if (keyring.keeps) keyring.kept.push(key);
      return keyring.keeps;
    },
    wrap: (_, key, code) => void keyring.wrapped.push([key, code]),
  };
});
const protection = (storage: 'keychain' | 'memory' = 'keychain', random = () => 0.5) =>
  createOutboxProtection({
    files,
    outboxKeys: keys,
    random: { next: random, uuid: () => crypto.randomUUID() },
    secrets: { storage, get: async () => null, set: async () => undefined, delete: async () => undefined },
    log,
  });
const offered = (made: ReturnType<typeof protection>) => {
  const offer = made.offer('a');
  if (!offer.ok) throw new Error(offer.error.code);
  return { ...offer, back: offer.ask.map((place) => groupsOf(offer.code)[place] ?? '') };
};
const plainOutbox = (): void => {
  const database = files.open('accounts/a/outbox.db');
  database.exec('CREATE TABLE t (x TEXT)');
  database.close();
};

describe('an offered code', () => {
  it('asks back two different groups, in their order, chosen by chance', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed < 30; seed += 1) {
      let n = seed;
      const { ask } = offered(protection('keychain', () => (n = (n * 7919) % 1009) / 1009));
      expect(ask).toHaveLength(2);
      expect(ask[0]).toBeLessThan(ask[1] ?? 0);
      expect(ask.every((place) => place >= 0 && place < CODE_GROUPS)).toBe(true);
      seen.add(ask.join());
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  it('needs a keychain', () => {
    expect(protection('memory').offer('a')).toEqual(NO_KEYCHAIN);
  });

  it('counts as kept only with all groups, right and in order', () => {
    const made = protection();
    const { back } = offered(made);
    expect(made.judge('a', back)).toBe('right');
    expect(made.judge('a', [` ${(back[0] ?? '').toLowerCase()}`, back[1] ?? ''])).toBe('right');
    expect(made.judge('a', back.slice(0, 1))).toBe('wrong');
    expect(made.judge('a', [...back, ''])).toBe('wrong');
    expect(made.judge('a', [back[0] ?? '', '0000'])).toBe('wrong');
  });

  it('is outdated for another account, after it was withdrawn, and after another offer', () => {
    const made = protection();
    const first = offered(made);
    expect(made.judge('b', first.back)).toBe('outdated');
    const second = offered(made);
    expect(made.judge('a', first.back, first.offerId)).toBe('outdated');
    // Another window closes its dialog.
    made.withdraw(first.offerId);
    expect(made.judge('a', second.back, second.offerId)).toBe('right');
    made.withdraw(second.offerId);
    expect(made.judge('a', second.back, second.offerId)).toBe('outdated');
  });
});

describe('the wraps of the key', () => {
  it('are made by keyring and code, once for each offer', async () => {
    const made = protection();
    const { code } = offered(made);
    expect(await made.wrap('a')).toEqual({ ok: true });
    expect(keyring.wrapped).toEqual([[keyring.kept[0], code]]);
    expect(keyring.kept[0]).toMatch(/^[\da-f]{64}$/);
    expect(await made.wrap('a')).toEqual({ ok: false, error: { code: 'bad-input' } });
  });

  it('are not made without an offer to this account', async () => {
    const made = protection();
    offered(made);
    expect(await made.wrap('b')).toEqual({ ok: false, error: { code: 'bad-input' } });
    made.withdraw();
    expect(await made.wrap('a')).toEqual({ ok: false, error: { code: 'bad-input' } });
    expect([keyring.kept, keyring.wrapped]).toEqual([[], []]);
  });

  it('use the present key if there is one', async () => {
    const made = protection();
    offered(made);
    keyring.answer = { kind: 'key', key: KEY };
    expect(await made.wrap('a')).toEqual({ ok: true });
    expect([keyring.kept, keyring.wrapped.map(([key]) => key)]).toEqual([[KEY], [KEY]]);
  });

  it('of an encrypted outbox get a new code and keep the wrap by the keyring', async () => {
    plainOutbox();
    files.encrypt('accounts/a/outbox.db', KEY);
    const made = protection();
    offered(made);
    keyring.answer = { kind: 'key', key: KEY };
    expect(await made.wrap('a')).toEqual({ ok: true });
    expect([keyring.kept, keyring.wrapped.map(([key]) => key)]).toEqual([[], [KEY]]);
  });

  it.each([
    ['refuses the key', () => (keyring.keeps = false)],
    ['is locked', () => (keyring.answer = { kind: 'unavailable', reason: 'waiting' })],
    ['fails', () => (keyring.fails = true)],
  ])('are not made if the keychain %s; the same offer can be confirmed later', async (_, spoil) => {
    const made = protection();
    const { code } = offered(made);
    spoil();
    expect(await made.wrap('a')).toEqual(NO_KEYCHAIN);
    expect(keyring.wrapped).toEqual([]);
    Object.assign(keyring, { answer: { kind: 'none' }, keeps: true, fails: false });
    expect(await made.wrap('a')).toEqual({ ok: true });
    expect(keyring.wrapped[0]?.[1]).toBe(code);
  });

  it('of an encrypted outbox are not replaced by those of a new key', async () => {
    plainOutbox();
    files.encrypt('accounts/a/outbox.db', KEY);
    const made = protection();
    offered(made);
    keyring.answer = { kind: 'unavailable', reason: 'undecryptable' };
    expect(await made.wrap('a')).toEqual(NO_KEYCHAIN);
    // Wraps beside a plain outbox are those of a change that was not finished.
    files.decrypt('accounts/a/outbox.db', KEY);
    expect(await made.wrap('a')).toEqual({ ok: true });
    expect(keyring.wrapped).toHaveLength(1);
  });

  it('that the disk refuses leave the offer as it is', async () => {
    const made = protection();
    offered(made);
    const { wrap } = keys;
    keys.wrap = () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    expect(await made.wrap('a')).toEqual({ ok: false, error: { code: 'disk-full' } });
    keys.wrap = wrap;
    expect(await made.wrap('a')).toEqual({ ok: true });
  });
});

describe('encrypting and decrypting', () => {
  beforeEach(() => {
    keyring.answer = { kind: 'key', key: KEY };
    plainOutbox();
    const journal = files.journal('accounts/a/outbox.journal', null, null);
    journal.append(['{"one":1}'], true);
    journal.close();
  });
  const forms = (): string[] => [
    files.databaseKind('accounts/a/outbox.db'),
    files.journalForm('accounts/a/outbox.journal'),
  ];

  it('take the journal along, both ways', async () => {
    const made = protection();
    expect(await made.encrypt('a')).toEqual({ ok: true });
    expect(forms()).toEqual(['encrypted', 'encrypted']);
    expect(readFileSync(join(folder, 'accounts/a/outbox.journal'), 'utf8')).not.toContain('one');
    expect(await made.decrypt('a')).toEqual({ ok: true });
    expect(forms()).toEqual(['plain', 'plain']);
    expect(log.lines.map(({ message }) => message)).toEqual([
      'the outbox is encrypted from now on',
      'the outbox is plain from now on',
    ]);
  });

  it.each([
    [new AppError('data-in-use', 'in use'), 'data-in-use'],
    [Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }), 'outbox-corrupt'],
    [Object.assign(new Error('full'), { code: 'SQLITE_FULL' }), 'disk-full'],
    [Object.assign(new Error('full'), { code: 'ENOSPC' }), 'disk-full'],
    [new Error('unexpected'), 'internal'],
    ['no error', 'internal'],
  ])('that fail leave both as they were, with the reason (%s)', async (error, code) => {
    vi.spyOn(files, 'encrypt').mockImplementation(() => {
      throw error;
    });
    expect(await protection().encrypt('a')).toEqual({ ok: false, error: { code } });
    expect(forms()).toEqual(['plain', 'plain']);
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', message: 'the outbox stays as it was' });
  });

  it('leave both encrypted if the key of the keyring does not read the journal', async () => {
    await protection().encrypt('a');
    const name = join(folder, 'accounts/a/outbox.journal');
    const before = readFileSync(name, 'utf8');
    keyring.answer = { kind: 'key', key: 'cd'.repeat(32) };
    expect(await protection().decrypt('a')).toEqual({ ok: false, error: { code: 'outbox-corrupt' } });
    expect(forms()).toEqual(['encrypted', 'encrypted']);
    expect(readFileSync(name, 'utf8')).toBe(before);
  });

  it.each(['none', 'fails'] as const)('need the key (%s)', async (how) => {
    keyring.answer = { kind: 'none' };
    keyring.fails = how === 'fails';
    for (const work of ['encrypt', 'decrypt'] as const)
      expect(await protection()[work]('a')).toEqual(NO_KEYCHAIN);
    expect(forms()).toEqual(['plain', 'plain']);
  });

  it('need room for a second copy of the outbox and 8 MB', () => {
    writeFileSync(join(folder, 'accounts/a/outbox.db'), Buffer.alloc(3 * MB));
    const free = vi.spyOn(files, 'freeBytes');
    const made = protection();
    expect(free.mockReturnValue(14 * MB + 1) && made.hasRoom('a')).toBe(true);
    expect(free.mockReturnValue(14 * MB) && made.hasRoom('a')).toBe(false);
  });
});

describe('a recovery code that is typed', () => {
  it.each([
    ['opened', { ok: true }],
    ['mistyped', { ok: false, error: { code: 'code-mistyped' } }],
    ['wrong', { ok: false, error: { code: 'code-wrong' } }],
    ['none', { ok: false, error: { code: 'code-gone' } }],
  ] as const)('is %s', (answer, outcome) => {
    expect(openByCode({ ...keys, unwrap: () => answer }, 'a', 'AAAA')).toEqual(outcome);
  });

  it('has its key stored in the keyring, if there is a key and the keyring takes it', async () => {
    expect(await keepByKeyring(keys, 'a')).toBe(false);
    keyring.answer = { kind: 'key', key: KEY };
    expect(await keepByKeyring(keys, 'a')).toBe(true);
    expect(keyring.kept).toEqual([KEY]);
    keyring.keeps = false;
    expect(await keepByKeyring(keys, 'a')).toBe(false);
  });
});
