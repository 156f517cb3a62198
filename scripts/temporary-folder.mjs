import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command's `main` in a temporary folder that goes with it; what it returns is the exit code, what it
 * throws is printed and ends with 1.
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
