import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  loadAccounts,
  saveAccounts,
  type AccountsFile,
  type Profile,
} from '#core/accounts/files/account-file';
import { createFiles } from '#node/files';

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const profile = (id: string, more: Partial<Profile> = {}): Profile => ({
  id,
  name: `Account ${id}`,
  baseUrl: 'https://crm.example',
  demo: false,
  headerStyle: 'raw',
  selfUserId: '7',
  selfName: 'Mia',
  identity: { userId: '7', email: 'mia@x.example' },
  signedOut: false,
  ...more,
});
const file = (profiles: Profile[], currentId: string | null): AccountsFile => ({
  version: 1,
  currentId,
  profiles,
  settings: { language: 'en' },
});

describe('[AU13] accounts.json', () => {
  let directory: string;
  const files = () => createFiles(directory);
  const path = (name: string): string => join(directory, name);
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'satchel-accounts-'));
    mkdirSync(path('accounts/a-1'), { recursive: true });
    mkdirSync(path('accounts/a-2'), { recursive: true });
    saveAccounts(files(), file([profile('a-1')], 'a-1'), log);
    saveAccounts(files(), file([profile('a-1'), profile('a-2', { selfUserId: '8' })], 'a-2'), log);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('is read as it was written', () => {
    expect(loadAccounts(files(), log)).toEqual({
      file: file([profile('a-1'), profile('a-2', { selfUserId: '8' })], 'a-2'),
      notice: null,
    });
  });

  it.each([
    ['is gone', () => rmSync(path('accounts.json'))],
    ['is cut short', () => writeFileSync(path('accounts.json'), '{"version":1,"profi')],
    ['is empty', () => writeFileSync(path('accounts.json'), '')],
    // A single bit: it can be read, and names an account that nobody has.
    [
      'was altered',
      () =>
        writeFileSync(
          path('accounts.json'),
          readFileSync(path('accounts.json'), 'utf8').replaceAll('"a-2"', '"a-3"'),
        ),
    ],
    ['says something else', () => writeFileSync(path('accounts.json'), '{"version":1,"profiles":7}')],
  ])('%s: every account comes back, with its user, and it is told', (_, damage) => {
    damage();
    const { file: rebuilt, notice } = loadAccounts(files(), log);
    expect(rebuilt.profiles).toEqual([profile('a-1'), profile('a-2', { selfUserId: '8' })]);
    // The copy before knows the settings, and which account was open then.
    expect(rebuilt.settings).toEqual({ language: 'en' });
    expect(rebuilt.currentId).toBe('a-1');
    expect(notice?.code).toBe('accounts-rebuilt');
  });

  it('of an earlier version, without a checksum, is read as it is', () => {
    const { checksum, ...earlier } = JSON.parse(readFileSync(path('accounts.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(checksum).toMatch(/^[\da-f]{64}$/);
    writeFileSync(path('accounts.json'), JSON.stringify({ ...earlier, currentId: 'a-1' }));
    expect(loadAccounts(files(), log)).toMatchObject({ file: { currentId: 'a-1' }, notice: null });
  });

  it('is lost together with its previous copy: the account folders restore it', () => {
    rmSync(path('accounts.json'));
    rmSync(path('accounts.previous.json'));
    writeFileSync(path('accounts/a-2/account.json'), 'junk');
    const { file: rebuilt, notice } = loadAccounts(files(), log);
    expect(rebuilt).toEqual({ ...file([profile('a-1')], 'a-1'), settings: {} });
    expect(notice?.code).toBe('accounts-rebuilt');
  });

  it('that is damaged is kept under another name, and does not replace the good copy before it', () => {
    writeFileSync(path('accounts.json'), '{"version":1,"profi');
    const { file: rebuilt, notice } = loadAccounts(files(), log);
    expect(notice?.detail).toBe('accounts.unreadable-19.json');
    expect(readFileSync(path('accounts.unreadable-19.json'), 'utf8')).toBe('{"version":1,"profi');
    const previous = readFileSync(path('accounts.previous.json'), 'utf8');
    saveAccounts(files(), rebuilt, log);
    expect(readFileSync(path('accounts.previous.json'), 'utf8')).toBe(previous);
    expect(loadAccounts(files(), log)).toEqual({ file: rebuilt, notice: null });
  });

  it('that is damaged once more, in another way, does not replace what was kept before', () => {
    for (const text of ['{"version":1,"profi', '{"version":1,"pXXfi', '{"version":1,"profi']) {
      writeFileSync(path('accounts.json'), text);
      const { notice } = loadAccounts(files(), log);
      expect(readFileSync(path(notice!.detail), 'utf8')).toBe(text);
    }
    const kept = ['accounts.unreadable-19.json', 'accounts.unreadable-19-2.json'];
    expect(kept.map((name) => readFileSync(path(name), 'utf8'))).toEqual([
      '{"version":1,"profi',
      '{"version":1,"pXXfi',
    ]);
  });

  it('that cannot be read is kept under another name, with its last change', () => {
    const text = readFileSync(path('accounts.json'), 'utf8');
    const held = {
      ...files(),
      readText: (name: string) => {
        if (name === 'accounts.json') throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        return files().readText(name);
      },
    };
    const { file: rebuilt, notice } = loadAccounts(held, log);
    expect(rebuilt.profiles).toEqual([profile('a-1'), profile('a-2', { selfUserId: '8' })]);
    expect(notice).toEqual({ code: 'accounts-rebuilt', detail: 'accounts.json.aside-1' });
    saveAccounts(files(), rebuilt, log);
    expect(readFileSync(path('accounts.json.aside-1'), 'utf8')).toBe(text);
  });

  it('that is older than an account, as from a backup, lists that account again', () => {
    const older = readFileSync(path('accounts.previous.json'));
    writeFileSync(path('accounts.json'), older);
    expect(loadAccounts(files(), log)).toEqual({
      file: file([profile('a-1'), profile('a-2', { selfUserId: '8' })], 'a-1'),
      notice: null,
    });
  });

  it.each(['removed', 'not to be removed'])(
    'does not list an account again that was listed again and then removed; its profile is %s',
    (how) => {
      writeFileSync(path('accounts.json'), readFileSync(path('accounts.previous.json')));
      const known = loadAccounts(files(), log).file;
      const busy = {
        ...files(),
        remove: () => {
          throw Object.assign(new Error('busy'), { code: 'EBUSY' });
        },
      };
      saveAccounts(how === 'removed' ? files() : busy, { ...known, profiles: [profile('a-1')] }, log);
      expect(loadAccounts(files(), log).file.profiles.map(({ id }) => id)).toEqual(['a-1']);
    },
  );

  it('does not restore a removed account', () => {
    saveAccounts(files(), file([profile('a-1')], 'a-1'), log);
    saveAccounts(files(), file([profile('a-1')], null), log);
    rmSync(path('accounts.json'));
    expect(loadAccounts(files(), log).file.profiles.map(({ id }) => id)).toEqual(['a-1']);
  });

  it('[AU7] keeps nothing of a removed account beside it', () => {
    const views = {
      'views:a-2': { mine: { text: 'Nordwind' } },
      signIns: { 'a-2': { username: 'mia@x.example' } },
    };
    const full = { ...file([profile('a-1'), profile('a-2')], 'a-2'), settings: views };
    const beside = (): string => readFileSync(path('accounts.previous.json'), 'utf8');
    saveAccounts(files(), full, log);
    const listed = { ...full, currentId: null, profiles: [profile('a-1')] };
    saveAccounts(files(), listed, log);
    expect(beside()).not.toContain('"id": "a-2"');
    saveAccounts(files(), { ...listed, settings: { 'views:a-2': {}, signIns: {} } }, log);
    expect(beside()).not.toMatch(/Nordwind|username/);
  });

  it('[AU18] names the new address of an account beside it too', () => {
    const moved = profile('a-2', { baseUrl: 'https://new.example', selfUserId: '8' });
    saveAccounts(files(), file([profile('a-1'), moved], 'a-2'), log);
    rmSync(path('accounts.json'));
    expect(loadAccounts(files(), log).file.profiles).toEqual([profile('a-1'), moved]);
  });

  it('is lost with all of its copies: the user is told that unsent work is left, before a new account hides it', () => {
    for (const name of ['accounts.json', 'accounts.previous.json']) rmSync(path(name));
    for (const id of ['a-1', 'a-2']) rmSync(path(`accounts/${id}/account.json`));
    expect(loadAccounts(files(), log).notice).toBeNull();
    writeFileSync(path('accounts/a-2/outbox.db'), 'x');
    expect(loadAccounts(files(), log)).toEqual({
      file: { version: 1, currentId: null, profiles: [], settings: {} },
      notice: { code: 'accounts-unreadable', detail: '' },
    });
  });

  it('is missing at the first start: no message is shown', () => {
    rmSync(directory, { recursive: true });
    expect(loadAccounts(files(), log)).toEqual({
      file: { version: 1, currentId: null, profiles: [], settings: {} },
      notice: null,
    });
  });

  it('is damaged on a disk without room for a copy: the start still succeeds', () => {
    writeFileSync(path('accounts.json'), '{');
    const full = {
      ...files(),
      writeText: () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    };
    expect(loadAccounts(full, log).file.profiles).toHaveLength(2);
    expect(readFileSync(path('accounts.json'), 'utf8')).toBe('{');
  });
});
