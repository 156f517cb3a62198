// Runs a program that downloads, and ends it if the download makes no progress: a slow connection may take
// its time. The size of the files that the program has written shows the progress.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOOK_MS = 500;

const sizeOf = (folder) => {
  let size = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        size += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // The folder does not exist yet, or is removed during the read.
  }
  return size;
};

/**
 * Runs `node ARGS` with a temporary folder of its own. The program is ended after `silentMs` milliseconds if
 * no byte has arrived, and after `stalledMs` without a further byte in that folder or in `folders`.
 * `onProgress` gets the size in bytes. `problem` is null after exit code 0; `silent` is true if the program
 * was ended before any byte arrived.
 */
export const runWatched = ({ args, env = {}, folders = [], silentMs, stalledMs, onProgress = () => {} }) =>
  new Promise((resolve) => {
    const temporary = mkdtempSync(join(tmpdir(), 'satchel-download-'));
    const measure = () => [temporary, ...folders].reduce((sum, folder) => sum + sizeOf(folder), 0);
    const before = measure();
    let [size, grewAt, stopped, errors] = [before, Date.now(), null, ''];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    });
    child.stderr.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(0, 10_000);
    });
    const timer = setInterval(() => {
      const now = measure();
      if (now !== size) {
        [size, grewAt] = [now, Date.now()];
        onProgress(size - before);
        return;
      }
      const limitMs = size === before ? silentMs : stalledMs;
      if (Date.now() - grewAt < limitMs) return;
      stopped = `${size === before ? 'nothing came' : 'no more came'} for ${Math.round(limitMs / 1000)} seconds`;
      child.kill('SIGKILL');
    }, LOOK_MS);
    const end = (code, failure) => {
      clearInterval(timer);
      rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
      const said = errors.split('\n').find((line) => line.trim() !== '');
      resolve({
        problem: code === 0 ? null : (stopped ?? failure ?? said ?? `it ended with ${code}`),
        silent: stopped !== null && size === before,
      });
    };
    child.on('error', (error) => end(1, error.message));
    child.on('close', (code) => end(code));
  });
