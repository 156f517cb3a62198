/** The list of accounts in memory and on the disk, also on a disk that refuses writes for a while. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAccountList, errorText, TRY_AGAIN_MS } from '#core/accounts/account-list';
import { demoProfile } from '#core/accounts/demo-account';
import type { Profile } from '#core/accounts/files/account-file';
import type { Files } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { VirtualTime } from '../../../../simulation/virtual-time';
import { memoryLog } from '../../../../support/sync/core-fixture';

const profileOf = (id: string, name = `Name of ${id}`): Profile => ({ ...demoProfile(), id, name });
const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-list-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const desk = () => {
  const disk = { isFull: false, writes: 0 };
  const real = createFiles(folder);
  const files: Files = {
    ...real,
    writeText: (name, text) => {
      disk.writes += 1;
      if (disk.isFull) throw FULL;
      real.writeText(name, text);
    },
  };
  const time = new VirtualTime(0);
  const log = memoryLog();
  const announced: string[][] = [];
  const told: unknown[] = [];
  const list = createAccountList(
    { files, log, timers: time },
    () => announced.push(list.file().profiles.map(({ id }) => id)),
    (notice) => told.push(notice),
  );
  const ids = (): string[] => list.file().profiles.map(({ id }) => id);
  return { disk, time, log, announced, told, list, ids };
};
const onDisk = (): { profiles: { id: string }[]; currentId: string | null; settings: unknown } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the file is what is tested
  JSON.parse(readFileSync(join(folder, 'accounts.json'), 'utf8')) as ReturnType<typeof onDisk>;
const idsOnDisk = (): string[] => onDisk().profiles.map(({ id }) => id);

describe('the list of accounts', () => {
  it('starts empty, without a message', () => {
    const { list, told } = desk();
    expect([list.file().profiles, list.file().currentId, told]).toEqual([[], null, []]);
    expect(list.find('a')).toBeUndefined();
  });

  it('[AU13] lists an account at the next start whose folder came while Satchel runs, as from a backup', () => {
    const { list } = desk();
    list.write({ profiles: [profileOf('a')] });
    mkdirSync(join(folder, 'accounts/b'), { recursive: true });
    writeFileSync(join(folder, 'accounts/b/account.json'), JSON.stringify(profileOf('b')));
    list.save({ settings: { x: 1 } });
    expect(desk().ids()).toEqual(['a', 'b']);
  });

  it('is that of another Satchel that was still closing when this one started', () => {
    const other = desk();
    other.list.write({ profiles: [profileOf('a')] });
    // Made before the data folder is locked, and used after that.
    const { list, ids } = desk();
    other.list.write({ profiles: [profileOf('a'), profileOf('b')], settings: { x: 1 } });
    expect([ids(), list.file().settings]).toEqual([['a', 'b'], { x: 1 }]);
    list.save({ currentId: 'b' });
    expect([idsOnDisk(), onDisk().settings]).toEqual([['a', 'b'], { x: 1 }]);
  });

  it('is the same after a restart', () => {
    desk().list.write({ profiles: [profileOf('a'), profileOf('b')], currentId: 'b', settings: { x: 1 } });
    const { list, ids } = desk();
    expect([ids(), list.file().currentId, list.file().settings]).toEqual([['a', 'b'], 'b', { x: 1 }]);
    expect(list.find('b')?.name).toBe('Name of b');
    expect(list.find('c')).toBeUndefined();
  });

  it('says that its file was rebuilt', () => {
    mkdirSync(join(folder, 'accounts', 'a'), { recursive: true });
    desk().list.write({ profiles: [profileOf('a')] });
    writeFileSync(join(folder, 'accounts.json'), '{');
    const { told, ids } = desk();
    expect([ids(), told]).toEqual([
      ['a'],
      [{ code: 'accounts-rebuilt', detail: 'accounts.unreadable-1.json' }],
    ]);
  });

  it('keeps the place of a profile, and puts a new one in the last place', () => {
    const { list } = desk();
    list.write({ profiles: [profileOf('a'), profileOf('b')] });
    expect(list.profilesWith(profileOf('a', 'New')).map(({ id, name }) => [id, name])).toEqual([
      ['a', 'New'],
      ['b', 'Name of b'],
    ]);
    expect(list.profilesWith(profileOf('c')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});

describe('a change of the list', () => {
  it('that is saved is on the disk before it is announced', () => {
    const { list, announced } = desk();
    list.save({ profiles: [profileOf('a')] });
    expect([announced, idsOnDisk()]).toEqual([[['a']], ['a']]);
  });

  it('that is only written is not announced', () => {
    const { list, announced } = desk();
    list.write({ profiles: [profileOf('a')] });
    expect([announced, idsOnDisk()]).toEqual([[], ['a']]);
  });

  it('keeps everything else', () => {
    const { list } = desk();
    list.write({ profiles: [profileOf('a')], settings: { language: 'en' } });
    list.save({ currentId: 'a' });
    list.remember({ settings: { language: 'zh' } });
    expect(onDisk()).toMatchObject({
      profiles: [{ id: 'a' }],
      currentId: 'a',
      settings: { language: 'zh' },
    });
  });

  it.each(['write', 'save'] as const)('that the disk refuses (%s) has not happened', (how) => {
    const { list, disk, announced, ids } = desk();
    list.write({ profiles: [profileOf('a')] });
    disk.isFull = true;
    expect(() => list[how]({ profiles: [] })).toThrow(FULL);
    expect([ids(), idsOnDisk(), announced]).toEqual([['a'], ['a'], []]);
  });
});

describe('a change that is remembered', () => {
  it('counts at once on a full disk, and is on the disk when there is room', async () => {
    const { list, disk, time, log, announced, ids } = desk();
    disk.isFull = true;
    list.remember({ profiles: [profileOf('a')] });
    expect([ids(), announced]).toEqual([['a'], [['a']]]);
    expect(log.lines).toMatchObject([
      {
        level: 'warn',
        message: 'accounts.json could not be written',
        facts: { cause: 'no space left on device' },
      },
    ]);
    await time.advance(TRY_AGAIN_MS);
    expect(log.lines).toHaveLength(2);
    disk.isFull = false;
    await time.advance(TRY_AGAIN_MS - 1);
    expect(() => idsOnDisk()).toThrow('ENOENT');
    await time.advance(1);
    expect([idsOnDisk(), time.pending()]).toEqual([['a'], 0]);
  });

  it('with another one waits for a single try, which writes both', async () => {
    const { list, disk, time } = desk();
    disk.isFull = true;
    list.remember({ profiles: [profileOf('a')] });
    list.remember({ currentId: 'a' });
    expect(time.pending()).toBe(1);
    disk.isFull = false;
    await time.advance(TRY_AGAIN_MS);
    expect(onDisk()).toMatchObject({ profiles: [{ id: 'a' }], currentId: 'a' });
    expect(time.pending()).toBe(0);
  });

  it('on a disk with room needs no second try', () => {
    const { list, time } = desk();
    list.remember({ profiles: [profileOf('a')] });
    expect([idsOnDisk(), time.pending()]).toEqual([['a'], 0]);
  });

  it('is on the disk if the app quits before the next try', () => {
    const { list, disk, time } = desk();
    list.write({ profiles: [profileOf('a')] });
    disk.isFull = true;
    list.remember({ currentId: 'a' });
    disk.isFull = false;
    list.close();
    expect([onDisk().currentId, time.pending()]).toEqual(['a', 0]);
  });

  it('is not tried again after the app has closed the list', async () => {
    const { list, disk, time } = desk();
    list.close();
    disk.isFull = true;
    list.remember({ profiles: [profileOf('a')] });
    list.close();
    const { writes } = disk;
    await time.advance(3 * TRY_AGAIN_MS);
    expect(disk.writes).toBe(writes);
  });
});

describe('a profile that did not open', () => {
  it('is removed, the others stay', () => {
    const { list, ids, announced } = desk();
    list.write({ profiles: [profileOf('a'), profileOf('b')] });
    list.withdraw('a');
    expect([ids(), idsOnDisk(), announced]).toEqual([['b'], ['b'], []]);
  });

  it('that is not listed causes no write', () => {
    const { list, disk } = desk();
    list.write({ profiles: [profileOf('a')] });
    const { writes } = disk;
    disk.isFull = true;
    list.withdraw('b');
    expect(disk.writes).toBe(writes);
  });

  it('stays listed if the disk refuses', () => {
    const { list, disk, ids, log } = desk();
    list.write({ profiles: [profileOf('a')] });
    disk.isFull = true;
    list.withdraw('a');
    expect([ids(), idsOnDisk()]).toEqual([['a'], ['a']]);
    expect(log.lines.at(-1)).toMatchObject({ message: 'a profile that did not open stays listed' });
  });
});

it('the text of an error for the log is its message; nothing else is written', () => {
  expect([errorText(new Error('full')), errorText('a secret')]).toEqual(['full', 'unknown']);
});
