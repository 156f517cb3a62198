import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalFile, fileMedium, type JournalMedium } from '#node/journal-file';
import { createLineCodec } from '#node/journal-lines';
import { watchDiskSteps } from '../../../support/disk-steps';

const KEY = 'c0ffee'.padEnd(64, '1');

describe.each([
  ['plain', null],
  ['encrypted', KEY],
] as const)('[OB60] the file of a journal (%s)', (form, key) => {
  let folder: string;
  let path: string;
  const open = (through = (medium: JournalMedium) => medium) =>
    createJournalFile(through(fileMedium(path)), key);
  const records = (): string[] => open().read().records;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-journal-'));
    path = join(folder, 'outbox.journal');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('returns the appended records in order, and knows if there was no file', () => {
    const file = open();
    expect(file.read()).toEqual({ records: [], damaged: 0, isCutOff: false, isWhole: false, isAbsent: true });
    file.append(['{"one":1}', '{"zwei":"ü €"}'], true);
    file.append(['{"three":3}'], false);
    file.close();
    expect(open().read()).toEqual({
      records: ['{"one":1}', '{"zwei":"ü €"}', '{"three":3}'],
      damaged: 0,
      isCutOff: false,
      isWhole: true,
      isAbsent: false,
    });
    expect(readFileSync(path, 'utf8').includes('three')).toBe(form === 'plain');
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner alone', () => {
    const file = open();
    file.append(['{"one":1}'], true);
    file.close();
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('cuts off a torn last record and continues after the one before', () => {
    const file = open();
    file.append(['{"a":1}', '{"b":2}'], true);
    file.close();
    const bytes = readFileSync(path);
    for (let cut = bytes.length - 1; cut > bytes.indexOf(10) + 1; cut--) {
      writeFileSync(path, bytes.subarray(0, cut));
      const again = open();
      const { records: found, damaged, isWhole } = again.read();
      // Where the line end alone is missing, or padding, the record is whole.
      const least = cut < bytes.length - 3 ? 1 : found.length;
      expect([cut, found.length, damaged, isWhole]).toEqual([cut, least, 0, false]);
      again.append(['{"c":3}'], true);
      again.close();
      expect(records().at(-1)).toBe('{"c":3}');
    }
  });

  it('after damage anywhere: only the damaged records are missing', () => {
    const all = Array.from({ length: 20 }, (_, n) => JSON.stringify({ n, text: `€ ${'x'.repeat(n * 7)}` }));
    const sealed = Buffer.from(all.map(createLineCodec(key).seal).join(''));
    fc.assert(
      fc.property(
        fc.nat(sealed.length - 1),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('flip', 'zero', 'noise', 'cut'),
        (at, length, what) => {
          let bytes = Buffer.from(sealed);
          const end = Math.min(at + length, bytes.length);
          if (what === 'flip') bytes[at] = (bytes[at] ?? 0) ^ (1 << (length & 7));
          else if (what === 'cut') bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
          else bytes.fill(what === 'zero' ? 0 : 0x0a, at, end);
          const { records: found, damaged } = createLineCodec(key).read(bytes);
          expect(found.every((record) => all.includes(record))).toBe(true);
          expect(found.length).toBeGreaterThanOrEqual(all.length - 2 - Math.ceil(length / 20));
          // A line that a changed bit made unreadable is counted. The last one may look torn instead.
          const missing = what === 'flip' && at < bytes.length - 1 ? all.length - found.length : 0;
          expect(missing === 0 || damaged > 0 || bytes.at(-1) !== 10).toBe(true);
        },
      ),
      { numRuns: 400, seed: 7 },
    );
  });

  it('adds nothing if the disk fails in the middle', () => {
    const disk = { refuses: false };
    const file = open((medium) => ({
      ...medium,
      write: (bytes, at) => {
        if (!disk.refuses) return medium.write(bytes, at);
        medium.write(bytes.subarray(0, 9), at);
        throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      },
    }));
    file.append(['{"a":1}'], true);
    disk.refuses = true;
    expect(() => file.append(['{"b":2}'], true)).toThrow('no room');
    expect(records()).toEqual(['{"a":1}']);
    disk.refuses = false;
    file.append(['{"c":3}'], true);
    file.close();
    expect(open().read()).toMatchObject({ records: ['{"a":1}', '{"c":3}'], isWhole: true });
  });

  it.skipIf(process.platform === 'win32')(
    'has the name of a new file on the disk when the first append returns',
    () => {
      const steps = watchDiskSteps();
      const file = open();
      file.append(['{"a":1}'], true);
      expect(steps).toEqual(['sync folder', 'sync file']);
      file.append(['{"b":2}'], true);
      expect(steps).toEqual(['sync folder', 'sync file', 'sync file']);
      file.close();
    },
  );

  it('takes the last append back', () => {
    const file = open();
    file.append(['{"a":1}'], true);
    file.append(['{"b":2}', '{"c":3}'], true);
    file.takeBack();
    expect(records()).toEqual(['{"a":1}']);
    file.append(['{"d":4}'], true);
    expect(records()).toEqual(['{"a":1}', '{"d":4}']);
    file.close();
  });

  it('has removed the last append from the disk when takeBack returns', () => {
    const calls: string[] = [];
    const file = open((medium) => ({
      ...medium,
      truncate: (at) => (calls.push('truncate'), medium.truncate(at)),
      sync: () => (calls.push('sync'), medium.sync()),
    }));
    file.append(['{"a":1}'], true);
    file.append(['{"b":2}'], false);
    calls.length = 0;
    file.takeBack();
    expect(calls).toEqual(['truncate', 'sync']);
    file.close();
  });

  it('is replaced as a whole, and notices if somebody deletes it', () => {
    const file = open();
    file.append(['{"a":1}'], true);
    file.replace(['{"b":2}']);
    file.append(['{"c":3}'], true);
    expect(file.inPlace()).toBe(true);
    expect(records()).toEqual(['{"b":2}', '{"c":3}']);
    rmSync(path);
    expect(file.inPlace()).toBe(false);
    file.replace(['{"d":4}']);
    expect(file.inPlace()).toBe(true);
    file.append(['{"e":5}'], true);
    expect(records()).toEqual(['{"d":4}', '{"e":5}']);
    file.close();
  });

  it('reads lines of the other form if it can, and says so', () => {
    const other = createJournalFile(fileMedium(path), key === null ? KEY : null);
    other.append(['{"a":1}'], true);
    other.close();
    expect(open().read()).toMatchObject(
      key === null ? { records: [], damaged: 1 } : { records: ['{"a":1}'], damaged: 0, isWhole: false },
    );
  });
});
