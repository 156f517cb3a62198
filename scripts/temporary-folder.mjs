import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs the `main` of a command in a temporary folder that is removed at the end. The result of `main` is the
 * exit code. An error is printed, and the exit code is 1.
 */
export const runInTemporaryFolder = async (prefix, main) => {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    process.exitCode = await main(folder);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
};
