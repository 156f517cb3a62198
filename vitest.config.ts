import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { CI_ONLY } from './scripts/ci-only-tests.mjs';
import { isNewEnough, tooOld } from './scripts/node-version.mjs';

if (!isNewEnough(process.versions)) throw new Error(tooOld(process.versions));

const project = (name: string, timeoutMs: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.{ts,tsx}`],
    exclude: process.env.SATCHEL_THOROUGH === '1' ? [] : CI_ONLY,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    environment: 'node',
    setupFiles: ['test/support/windows-folders.ts'],
    // What is polled for comes at once; a busy machine may take its time.
    expect: { poll: { timeout: 10_000 } },
  },
});

// Units leave nothing behind: what one file has read in serves the next.
const unit = project('unit', 20_000);
/** Property tests are in `unit` and in one file of `integration`, which imports the seed itself. */
const seeded = [...unit.test.setupFiles, 'test/support/fuzz-seed.ts'];
/** Their files share what is made once, such as the first copy of the demo. */
const withSharedFolder = (name: string) => {
  const shared = project(name, 180_000);
  return { ...shared, test: { ...shared.test, globalSetup: 'test/support/shared-folder.ts' } };
};

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Of the tests of one file that may run beside each other: they wait for processes more than they work.
    maxConcurrency: 3,
    projects: [
      { ...unit, test: { ...unit.test, isolate: false, setupFiles: seeded } },
      project('contract', 60_000),
      project('simulation', 180_000),
      withSharedFolder('integration'),
      withSharedFolder('e2e'),
      project('electron', 120_000),
    ],
  },
});
