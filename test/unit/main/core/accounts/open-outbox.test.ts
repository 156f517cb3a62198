/** What a user is told when the file of unsent work is missing, damaged or of another account. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { forgetRescue, openOutbox, type OpenOutboxOptions } from '#core/accounts/files/open-outbox';
import type { Outbox } from '#core/outbox/create-outbox';
import { createFiles } from '#node/files';
import { SimRandom } from '../../../../simulation/sim-random';
import { VirtualTime } from '../../../../simulation/virtual-time';
import { companyCommand, NOTHING_FOUND, NOW } from '../../../../support/outbox/outbox-bench';
import { memoryLog } from '../../../../support/sync/core-fixture';

const OTHER = 'a-3f2b8a10-5c1d-4e7a-9b60-7d2f1c4e8a55';
let root: string;
let notices: { code: string; detail: string }[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-open-outbox-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const account of ['a', OTHER]) mkdirSync(join(root, account));
});

const open = (account = 'a', more: Partial<OpenOutboxOptions> = {}): Outbox => {
  notices = [];
  const time = new VirtualTime(1_800_000_000_000);
  return openOutbox({
    files: createFiles(root),
    directory: account,
    key: null,
    isExpected: true,
    accountId: account,
    clock: time,
    timers: time,
    random: new SimRandom(account === 'a' ? 3 : 4),
    log: memoryLog(),
    selfUserId: () => '1',
    settings: { reviewFirst: false },
    notify: (code, detail) => void notices.push({ code, detail }),
    gateway: {
      read: async () => NOTHING_FOUND,
      offers: async () => false,
      renew: async () => 'renewed',
      isSignedIn: () => true,
      tokenMark: () => 't',
      serverNow: () => NOW,
      push: () => new Promise(() => undefined),
    },
    ...more,
  });
};
const at = (account: string, name: string): string => join(root, account, name);
/** An account with saved items, closed. */
const made = (account: string, items = 1): void => {
  const outbox = open(account, { isExpected: false });
  for (let n = 0; n < items; n += 1)
    outbox.submit({ command: companyCommand(`Company ${n} of ${account}`), base: null });
  outbox.close();
};
const codes = (): string[] => notices.map(({ code }) => code);
const looked = (account = 'a', more: Partial<OpenOutboxOptions> = {}): string[] => {
  const outbox = open(account, more);
  const titles = outbox.list().map(({ title }) => title);
  outbox.close();
  return titles;
};
const JUNK = 'this is no database, though it is long enough to be looked at as one '.repeat(200);

describe('a missing file', () => {
  it('is told as lost if it was there before', () => {
    looked();
    expect(notices).toEqual([{ code: 'outbox-lost', detail: '' }]);
    looked();
    expect(notices).toEqual([]);
  });

  it('is not told of a new account', () => {
    looked('a', { isExpected: false });
    expect(notices).toEqual([]);
  });

  it('is not told as lost if it was set aside', () => {
    writeFileSync(at('a', 'outbox.db.aside-1'), 'x');
    looked();
    expect(notices).toEqual([]);
  });

  it('comes back from the journal, and that is told until the user confirms it', () => {
    made('a');
    rmSync(at('a', 'outbox.db'));
    expect(looked()).toEqual(['Company 0 of a']);
    const first = notices;
    expect(codes()).toEqual([expect.stringMatching(/^outbox-/)]);
    expect(codes()).not.toContain('outbox-lost');
    looked();
    expect(notices).toEqual(first);
    const outbox = open();
    forgetRescue(outbox);
    outbox.close();
    expect(looked()).toEqual(['Company 0 of a']);
    expect(notices).toEqual([]);
  });
});

describe('the journal of another account', () => {
  beforeEach(() => {
    made('a');
    made(OTHER, 2);
    copyFileSync(at(OTHER, 'outbox.journal'), at('a', 'outbox.journal'));
  });

  it('is set aside and brings nothing; beside a sound file nothing is lost', () => {
    expect(looked()).toEqual(['Company 0 of a']);
    expect(existsSync(at('a', 'outbox.journal.aside-1'))).toBe(true);
    expect(codes()).not.toContain('outbox-lost');
  });

  it('cannot replace a missing file, which is told as lost', () => {
    rmSync(at('a', 'outbox.db'));
    expect(looked()).toEqual([]);
    expect(notices).toContainEqual({ code: 'outbox-lost', detail: '' });
  });

  it('beside a new file is set aside and not told as a loss', () => {
    rmSync(at('a', 'outbox.db'));
    expect(looked('a', { isExpected: false })).toEqual([]);
    expect(codes()).not.toContain('outbox-lost');
  });
});

describe('a damaged file', () => {
  it('without a journal is kept under another name, and the loss is told once', () => {
    made('a');
    writeFileSync(at('a', 'outbox.db'), JUNK);
    rmSync(at('a', 'outbox.journal'));
    expect(looked()).toEqual([]);
    expect(notices).toEqual([{ code: 'outbox-damaged', detail: 'a/outbox.db.aside-1' }]);
    expect(existsSync(at('a', 'outbox.db.aside-1'))).toBe(true);
    looked();
    expect(notices).toEqual([]);
  });

  it('comes back from the journal, told with counts until the user confirms it', () => {
    made('a', 3);
    writeFileSync(at('a', 'outbox.db'), JUNK);
    expect(looked()).toHaveLength(3);
    expect(codes()).toEqual(['outbox-salvaged']);
    expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({
      recovered: 3,
      total: 3,
      drafts: 0,
      file: 'a/outbox.db.aside-1',
    });
    const first = notices;
    looked();
    expect(notices).toEqual(first);
    const outbox = open();
    expect(outbox.list().every(({ held }) => held)).toBe(true);
    forgetRescue(outbox);
    outbox.close();
    looked();
    expect(notices).toEqual([]);
  });

  it('leaves no copy that was made to read it', () => {
    made('a', 3);
    writeFileSync(at('a', 'outbox.db'), JUNK);
    looked();
    expect(readdirSync(join(root, 'a')).toSorted()).toEqual([
      'outbox.db',
      'outbox.db.aside-1',
      'outbox.journal',
    ]);
  });

  it('of another account is refused, and stays where it is', () => {
    made('a');
    made(OTHER);
    copyFileSync(at(OTHER, 'outbox.db'), at('a', 'outbox.db'));
    expect(() => open()).toThrow(expect.objectContaining({ code: 'account-mismatch' }));
    expect(existsSync(at('a', 'outbox.db.aside-1'))).toBe(false);
  });
});
