import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
  it('lets one core in, and the next one after it left', () => {
    const first = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory, 50)).toThrow(/another Satchel is open with this data/);
    first.release();
    lockDataDirectory(directory, 50).release();
  });

  it('ends with the process that held it, however that ended', async () => {
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
});
