/**
 * The core's thread in a browser window: the desktop app's, with what V8 made of its code kept in the data
 * folder, which saves compiling it at every start. A packaged app does without: its code is sealed, and
 * compiled code in a folder that others may write to would not be.
 */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { CoreWorkerData } from './core-messages';

const { dataDirectory }: CoreWorkerData = workerData;
const folder = join(dataDirectory, 'compile-cache');
try {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  enableCompileCache(folder);
} catch {
  /* A folder that cannot be written is told of by the core, in its own words. */
}

await import('./core-worker');
