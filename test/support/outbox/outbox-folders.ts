/** Folders of accounts with an outbox, in a temporary folder of each test, and what opening one tells the user. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';
import { openOutbox, type OpenOutboxOptions } from '#core/accounts/files/open-outbox';
import type { Outbox } from '#core/outbox/create-outbox';
import { createFiles } from '#node/files';
import { SimRandom } from '../../simulation/sim-random';
import { VirtualTime } from '../../simulation/virtual-time';
import { memoryLog } from '../sync/core-fixture';
import { companyCommand, idleGateway } from './outbox-bench';

export const OTHER = 'a-3f2b8a10-5c1d-4e7a-9b60-7d2f1c4e8a55';
export let root: string;
export let notices: { code: string; detail: string }[];
/** Makes the folders of each test. Call it once in a file of tests, because files share their modules. */
export const prepareOutboxFolders = (): void =>
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'satchel-open-outbox-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const account of ['a', OTHER]) mkdirSync(join(root, account));
  });

export const open = (account = 'a', more: Partial<OpenOutboxOptions> = {}): Outbox => {
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
    gateway: idleGateway,
    ...more,
  });
};
export const at = (account: string, name: string): string => join(root, account, name);
/** An account with saved items, closed. */
export const made = (account: string, items = 1): void => {
  const outbox = open(account, { isExpected: false });
  for (let n = 0; n < items; n += 1)
    outbox.submit({ command: companyCommand(`Company ${n} of ${account}`), base: null });
  outbox.close();
};
export const codes = (): string[] => notices.map(({ code }) => code);
export const looked = (account = 'a', more: Partial<OpenOutboxOptions> = {}): string[] => {
  const outbox = open(account, more);
  const titles = outbox.list().map(({ title }) => title);
  outbox.close();
  return titles;
};
export const LOST = { code: 'outbox-lost', detail: '' };
export const lose = (): void => {
  for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.journal']) rmSync(at('a', name), { force: true });
};
export const JUNK = 'this is no database, though it is long enough to be looked at as one '.repeat(200);
