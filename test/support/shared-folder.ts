/**
 * A folder that the test files of one run share. It is removed after the run. `npm test` names one for all of
 * its suites (SATCHEL_SHARED_FOLDER) and removes it itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    sharedFolder: string;
  }
}

export default (project: TestProject): (() => void) => {
  const named = process.env.SATCHEL_SHARED_FOLDER;
  const folder = named ?? mkdtempSync(join(tmpdir(), 'satchel-shared-'));
  project.provide('sharedFolder', folder);
  return () => {
    if (named === undefined) rmSync(folder, { recursive: true, force: true });
  };
};
