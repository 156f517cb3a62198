/** What a user can do about an account whose files cannot be opened because their key is missing. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createNotices } from '#core/accounts/notices';
import { createAccountList } from '#core/accounts/account-list';
import { createAccountLock, type FoundLocked } from '#core/accounts/account-lock';
import { demoProfile } from '#core/accounts/demo-account';
import type { Profile } from '#core/accounts/files/account-file';
import { createLockedAccount } from '#core/accounts/locked-account';
import { refusal, type Outcome } from '#core/accounts/open-account';
import { createFiles } from '#node/files';
import { memoryLog, noOutboxKeys } from '../../../../support/sync/core-fixture';

const profileOf = (id: string): Profile => ({ ...demoProfile(), id, name: `Name of ${id}` });
const COPY: FoundLocked = { what: 'copy', reason: 'missing', hasCode: false, proved: false };
const OUTBOX: FoundLocked = { what: 'outbox', reason: 'undecryptable', hasCode: true, proved: false };
const NO_CODE = { ok: false, error: { code: 'bad-input', detail: 'no code is asked for' } };
const NOT_GIVEN_UP = { ok: false, error: { code: 'bad-input', detail: 'this copy is not given up' } };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
const OPEN = { ok: true, state: { state: 'of the app' } } as unknown as Outcome;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const desk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-locked-'));
  folders.push(folder);
  mkdirSync(join(folder, 'accounts/a'), { recursive: true });
  for (const name of ['cache.db', 'outbox.db', 'outbox.journal'])
    writeFileSync(join(folder, 'accounts/a', name), 'x');
  const files = createFiles(folder);
  const log = memoryLog();
  const timers = { after: () => () => undefined };
  const list = createAccountList({ files, log, timers }, () => undefined);
  list.write({ profiles: [profileOf('a'), profileOf('b')] });
  const lock = createAccountLock(timers, () => undefined);
  const notices = createNotices();
  const code = { answer: 'opened' as 'opened' | 'mistyped' | 'wrong' | 'none' };
  const opened: string[] = [];
  const opening: { run: (profile: Profile) => Outcome } = { run: () => OPEN };
  const made = createLockedAccount({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ports that it uses
    ports: {
      files,
      log,
      outboxKeys: { ...noOutboxKeys(files), unwrap: () => code.answer },
    } as unknown as Parameters<typeof createLockedAccount>[0]['ports'],
    list,
    lock,
    notices,
    account: {
      open: async (profile) => {
        opened.push(profile.id);
        return opening.run(profile);
      },
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
    state: () => ({ state: 'of the app' }) as never,
  });
  const names = (): string[] =>
    readdirSync(join(folder, 'accounts/a'))
      .filter((name) => name !== 'account.json')
      .toSorted();
  return { made, lock, list, notices, code, opened, opening, names, log };
};

describe('trying again', () => {
  it('opens the account that is locked', async () => {
    const { made, lock, opened } = desk();
    lock.lock(profileOf('a'), COPY);
    expect(await made.tryAgain('a')).toBe(OPEN);
    expect(opened).toEqual(['a']);
  });

  it('does nothing if the account is not locked, or is not listed any more', async () => {
    const { made, lock, opened, list } = desk();
    expect(await made.tryAgain('a')).toEqual(OPEN);
    lock.lock(profileOf('b'), COPY);
    expect(await made.tryAgain('a')).toEqual(OPEN);
    list.write({ profiles: [] });
    expect(await made.tryAgain('b')).toEqual(OPEN);
    expect(opened).toEqual([]);
  });
});

describe('giving up', () => {
  it('a copy sets it aside, keeps the unsent work, and opens the account', async () => {
    const { made, lock, opened, names, notices } = desk();
    lock.lock(profileOf('a'), COPY);
    expect(await made.renew('a')).toBe(OPEN);
    expect(names()).toEqual(['cache.db.aside-1', 'outbox.db', 'outbox.journal']);
    expect([opened, notices.shown('a')]).toEqual([['a'], []]);
  });

  it('unsent work sets it aside, says where it is, and keeps the copy', async () => {
    const { made, lock, opened, names, notices, log } = desk();
    for (let tries = 0; tries < 3; tries += 1) lock.lock(profileOf('a'), { ...OUTBOX, hasCode: false });
    expect(await made.renew('a')).toBe(OPEN);
    expect(names()).toEqual(['cache.db', 'outbox.db.aside-1', 'outbox.journal.aside-1', 'outbox.note']);
    expect(notices.shown('a')).toEqual([{ code: 'outbox-left', detail: 'accounts/a/outbox.db.aside-1' }]);
    expect(opened).toEqual(['a']);
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', facts: { account: 'a', what: 'outbox' } });
  });

  it.each([
    ['nothing is locked', null, 'a'],
    ['another account is locked', 'b', 'a'],
    ['waiting may still help', 'waiting', 'a'],
    ['the account is not listed', 'unlisted', 'a'],
  ] as const)('is refused if %s; no file is touched', async (_, what, id) => {
    const { made, lock, opened, names, list } = desk();
    if (what === 'b') lock.lock(profileOf('b'), COPY);
    if (what === 'waiting') lock.lock(profileOf('a'), { ...OUTBOX, reason: 'waiting' });
    if (what === 'unlisted') {
      lock.lock(profileOf('a'), COPY);
      list.write({ profiles: [] });
    }
    expect(await made.renew(id)).toEqual(NOT_GIVEN_UP);
    expect([opened, names()]).toEqual([[], ['cache.db', 'outbox.db', 'outbox.journal']]);
  });
});

describe('the recovery code', () => {
  it('opens the unsent work', async () => {
    const { made, lock, opened } = desk();
    lock.lock(profileOf('a'), OUTBOX);
    expect(await made.recover('a', 'AAAA')).toBe(OPEN);
    expect(opened).toEqual(['a']);
  });

  it.each([
    ['mistyped', 'code-mistyped'],
    ['wrong', 'code-wrong'],
    ['none', 'code-gone'],
  ] as const)('that is %s opens nothing', async (answer, error) => {
    const { made, lock, opened, code } = desk();
    code.answer = answer;
    lock.lock(profileOf('a'), OUTBOX);
    expect(await made.recover('a', 'AAAA')).toEqual({ ok: false, error: { code: error } });
    expect(opened).toEqual([]);
  });

  it('is refused if nobody asks for it', async () => {
    const { made, lock, opened, list } = desk();
    expect(await made.recover('a', 'AAAA')).toEqual(NO_CODE);
    lock.lock(profileOf('b'), OUTBOX);
    expect(await made.recover('a', 'AAAA')).toEqual(NO_CODE);
    lock.lock(profileOf('a'), { ...OUTBOX, hasCode: false });
    expect(await made.recover('a', 'AAAA')).toEqual(NO_CODE);
    lock.lock(profileOf('a'), OUTBOX);
    list.write({ profiles: [] });
    expect(await made.recover('a', 'AAAA')).toEqual(NO_CODE);
    expect(opened).toEqual([]);
  });

  it.each([
    ['undecryptable', true],
    ['waiting', false],
  ] as const)('a copy that is locked as well (%s) is given up: %s', async (reason, isGivenUp) => {
    const { made, lock, opened, opening, names } = desk();
    lock.lock(profileOf('a'), OUTBOX);
    opening.run = (profile) => {
      if (opened.length > 1) return OPEN;
      for (let tries = 0; tries < 3; tries += 1) lock.lock(profile, { ...COPY, reason });
      return refusal('cache-locked');
    };
    expect((await made.recover('a', 'AAAA')).ok).toBe(isGivenUp);
    expect(names().includes('cache.db.aside-1')).toBe(isGivenUp);
    expect(names()).toContain('outbox.db');
  });

  it('that opens the key but not the account gives nothing up', async () => {
    const { made, lock, opening, names } = desk();
    lock.lock(profileOf('a'), OUTBOX);
    opening.run = () => refusal('disk-full');
    expect(await made.recover('a', 'AAAA')).toEqual({ ok: false, error: { code: 'disk-full' } });
    expect(names()).toEqual(['cache.db', 'outbox.db', 'outbox.journal']);
  });
});
