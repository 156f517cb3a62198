import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../../src/main/core/store/open-cache';
import { createFiles } from '../../../src/main/node/files';
import { startHttpService, type HttpService } from '../../../src/service/http-front';
import { wasKilled } from '../../support/ended';
import { buildChild } from '../../support/child-script';
import { memoryLog } from '../../support/sync/core-fixture';
import { differences } from '../../support/sync/service-fixture';
import { seededRandom } from '#service/random';
import { isThorough } from '../../support/thorough';

const KILLS = isThorough ? 10 : 3;
/** On a fast machine the copy may end before a late kill. */
const LEAST_KILLED = isThorough ? 8 : 2;

let directory: string;
let script: string;
let service: HttpService;
let database: Database.Database;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-kill-'));
  script = await buildChild('sync/sync-child.ts');
  database = new Database(':memory:');
  service = await startHttpService({
    database,
    clock: Date.now,
    random: seededRandom(3),
    dataset: isThorough ? 200 : 100,
    seed: 3,
  });
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
  rmSync(script, { force: true });
});

/** Runs the core for `lifeMs`, then kills it without warning; null lets it finish. */
const run = (lifeMs: number | null): Promise<'killed' | 'done'> =>
  new Promise((finish, fail) => {
    const child: ChildProcess = fork(script, [directory, service.url], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let [output, errors] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    const timer = lifeMs === null ? null : setTimeout(() => child.kill('SIGKILL'), lifeMs);
    child.on('exit', (code, signal) => {
      if (timer) clearTimeout(timer);
      if (output.includes('done')) finish('done');
      else if (wasKilled({ code, signal, stderr: errors })) finish('killed');
      else fail(new Error(`child exited ${code}: ${errors}`));
    });
  });

describe('a process killed at random', () => {
  it('[PL9] resumes each time where it was, and then equals the service', async () => {
    const random = seededRandom(42);
    const ends: string[] = [];
    for (let i = 0; i < KILLS; i += 1) ends.push(await run(250 + random() * 900));
    expect(ends.filter((end) => end === 'killed').length).toBeGreaterThanOrEqual(LEAST_KILLED);
    expect(await run(null)).toBe('done');
    // A kill during the connection may leave an empty folder of a profile that was never listed.
    const { profiles } = JSON.parse(readFileSync(join(directory, 'accounts.json'), 'utf8')) as {
      profiles: { id: string }[];
    };
    const account = profiles[0]!.id;
    const cache = openCache(createFiles(directory), `accounts/${account}/cache.db`, memoryLog());
    expect(differences(cache, database)).toEqual([]);
    cache.close();
  });
});
