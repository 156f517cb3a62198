import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDirectory } from '../../../src/main/node/data-lock';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const HOLDER = `
  const Database = require('better-sqlite3');
  const database = new Database(process.argv[1]);
  database.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => {}, 1000);
`;

describe('the lock of a data directory', () => {
  it('admits one core, and the next one after it has ended', () => {
    const first = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory, 50)).toThrow(/another Satchel is open with this data/);
    first.release();
    lockDataDirectory(directory, 50).release();
  });

  it('ends with its process, however that process ended', async () => {
    const child = spawn(process.execPath, ['-e', HOLDER, join(directory, 'satchel.lock')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((held) => {
      child.stdout.once('data', () => held());
    });
    expect(() => lockDataDirectory(directory, 50)).toThrow(expect.objectContaining({ code: 'data-in-use' }));
    const gone = new Promise<void>((exited) => {
      child.once('exit', () => exited());
    });
    child.kill('SIGKILL');
    await gone;
    lockDataDirectory(directory, 50).release();
  });

  const LOCKS = ['satchel.lock', 'satchel.hold'];
  it.runIf(process.platform !== 'win32').each(LOCKS)(
    'lets no second core in where %s was deleted while the first runs',
    (name) => {
      const first = lockDataDirectory(directory);
      rmSync(join(directory, name));
      expect(() => lockDataDirectory(directory, 50)).toThrow(/another Satchel/);
      first.renew();
      expect(existsSync(join(directory, name))).toBe(true);
      for (const other of LOCKS.filter((one) => one !== name)) rmSync(join(directory, other));
      expect(() => lockDataDirectory(directory, 50)).toThrow(/another Satchel/);
      first.release();
      lockDataDirectory(directory, 50).release();
    },
  );

  it.each(LOCKS)('starts if %s has foreign content, and still refuses a second core', (name) => {
    writeFileSync(join(directory, name), 'not a lock, but long enough to be read '.repeat(300));
    const first = lockDataDirectory(directory, 50);
    expect(() => lockDataDirectory(directory, 50)).toThrow(/another Satchel/);
    first.release();
    writeFileSync(join(directory, name), Buffer.alloc(5000, 0xa5));
    lockDataDirectory(directory, 50).release();
  });

  it.runIf(process.platform !== 'win32')('stays locked if random bytes overwrite the file', () => {
    const first = lockDataDirectory(directory);
    for (const name of LOCKS) writeFileSync(join(directory, name), Buffer.alloc(5000, 0xa5));
    expect(() => lockDataDirectory(directory, 50)).toThrow(/another Satchel/);
    first.release();
    lockDataDirectory(directory, 50).release();
  });
});
