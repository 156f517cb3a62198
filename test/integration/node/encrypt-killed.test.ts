/**
 * Encrypting a database, killed before and after every step, and at random moments of the long steps. The
 * remaining file must open and be complete.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  taggedKey,
  databaseKind,
  encryptDatabase,
  addTags,
  unlock,
} from '../../../src/main/node/encrypt-database';
import { wasKilled } from '../../support/ended';
import { buildChild } from '../../support/child-script';
import { CANARY, KEY, makePlainDatabase } from '../../support/store/plain-database';
import { seededRandom } from '#service/random';

const ROWS = 8_000;
let directory: string;
let script: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-encrypt-kill-'));
  script = await buildChild('store/encrypt-child.ts');
  makePlainDatabase(join(directory, 'plain.db'), ROWS);
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  rmSync(script, { force: true });
});

/** A copy of the plain database in a folder of its own, WAL and all. */
const fresh = (name: string): string => {
  const path = join(mkdtempSync(join(directory, `${name}-`)), 'cache.db');
  for (const companion of ['', '-wal'])
    copyFileSync(join(directory, `plain.db${companion}`), path + companion);
  return path;
};

/** What the file is: the outbox, or the copy of the records, whose pages have tags. */
type Kept = 'outbox' | 'copy';

interface Run {
  steps: string[];
  ended: 'done' | 'killed';
  /** From its first word to its end. */ tookMs: number;
}
const run = (path: string, args: readonly string[], lifeMs?: number): Promise<Run> =>
  new Promise((finish, fail) => {
    const child = spawn(process.execPath, [script, path, KEY, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    let timer: NodeJS.Timeout | undefined;
    let began = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      began ||= performance.now();
      if (lifeMs !== undefined) timer ??= setTimeout(() => child.kill('SIGKILL'), lifeMs);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const steps = output.trim().split('\n');
      const tookMs = performance.now() - began;
      if (steps.at(-1) === 'done') finish({ steps, ended: 'done', tookMs });
      else if (wasKilled({ code, signal, stderr: errors })) finish({ steps, ended: 'killed', tookMs });
      else fail(new Error(`the child ended with ${code}: ${errors}`));
    });
  });

/**
 * What the next start finds and does: whole rows whichever file is there, and in the end an encrypted one
 * alone.
 */
const expectWhole = (of: Kept, path: string, what: string): 'plain' | 'encrypted' => {
  const secret = of === 'copy' ? taggedKey(KEY) : KEY;
  const kind = databaseKind(path);
  expect(kind, what).not.toBe('absent');
  if (kind === 'encrypted')
    expect(existsSync(`${path}-wal`), `${what}: a plain WAL beside the encrypted file`).toBe(false);
  const read = (key: string | null): unknown[] => {
    const db = new Database(path);
    try {
      if (key !== null) unlock(db, key);
      return [
        db.prepare('SELECT count(*) FROM t').pluck().get(),
        db.pragma('integrity_check', { simple: true }),
      ];
    } finally {
      db.close();
    }
  };
  expect(read(kind === 'plain' ? null : secret), what).toEqual([ROWS, 'ok']);
  if (kind === 'plain') (of === 'copy' ? addTags : encryptDatabase)(path, KEY);
  expect(read(secret), what).toEqual([ROWS, 'ok']);
  const folder = join(path, '..');
  // A kill after the rename may leave nothing else; one before it is cleared away by the try that succeeds.
  expect(readdirSync(folder), what).toEqual(['cache.db']);
  expect(readFileSync(path).includes(CANARY), what).toBe(false);
  return kind as 'plain' | 'encrypted';
};

describe.each<Kept>(['outbox', 'copy'])('encrypting the %s, killed', (of) => {
  it('before and after every step', async () => {
    const { steps, ended } = await run(fresh('whole'), ['0', 'before', of]);
    expect(ended).toBe('done');
    expect(steps.filter((step) => step !== 'remove')).toEqual([
      'foldIn',
      'copy',
      'encrypt',
      'compare',
      'syncFile',
      'rename',
      'syncDirectory',
      'done',
    ]);
    const left = { plain: 0, encrypted: 0 };
    for (let at = 1; at < steps.length; at += 1) {
      // Four removals of what is not there are one step; the first and the last are enough.
      if (steps[at - 1] === 'remove' && at !== 1 && steps[at] === 'remove') continue;
      for (const when of ['before', 'after']) {
        const path = fresh('step');
        const what = `${when} ${steps[at - 1]} (${at})`;
        expect((await run(path, [String(at), when, of])).ended, what).toBe('killed');
        left[expectWhole(of, path, what)] += 1;
      }
    }
    expect(left.plain).toBeGreaterThan(8);
    expect(left.encrypted).toBeGreaterThan(2);
  });

  it('at random moments', async () => {
    const random = seededRandom(11);
    const { tookMs } = await run(fresh('measured'), ['0', 'before', of]);
    let killed = 0;
    // However fast the machine is and however its speed changes, some of these fall into the work.
    for (let i = 0; i < 24 && killed < 4; i += 1) {
      const path = fresh('random');
      if ((await run(path, ['0', 'before', of], random() * tookMs)).ended === 'killed') killed += 1;
      expectWhole(of, path, `random kill ${i}`);
    }
    expect(killed).toBe(4);
  });
});
