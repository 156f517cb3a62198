/** Steps on a file that another program holds for a moment, and writes that a power loss cannot take back. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { patiently, writeWhole } from '../../../../src/main/node/durable';
import { watchDiskSteps } from '../../../support/disk-steps';

const failing = (code: string, times: number) => {
  const seen = { tries: 0 };
  const step = (): string => {
    seen.tries += 1;
    if (seen.tries <= times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { seen, step };
};

it.each(['EBUSY', 'EACCES', 'EPERM', 'EIO'])('waits until a file can be used again (%s)', (code) => {
  const { seen, step } = failing(code, 3);
  expect(patiently(step)).toBe('done');
  expect(seen.tries).toBe(4);
});

it('gives up at once after another error, and in the end after one of these', () => {
  const missing = failing('ENOENT', 1);
  expect(() => patiently(missing.step)).toThrow('ENOENT');
  expect(missing.seen.tries).toBe(1);
  expect(() => patiently(failing('EBUSY', Infinity).step)).toThrow('EBUSY');
});

it.skipIf(process.platform === 'win32')(
  'a file that is replaced is on the disk before it gets its name, and its name too when the write returns',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-durable-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const steps = watchDiskSteps();
    writeWhole(join(directory, 'accounts.json'), 'new');
    expect(steps).toEqual(['sync file', 'rename', 'sync folder']);
    expect(readFileSync(join(directory, 'accounts.json'), 'utf8')).toBe('new');
  },
);
