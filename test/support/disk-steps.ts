/** What a test is shown of the steps by which a file gets to the disk. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

/** Collects from now on, until the test ends, each `sync file`, `sync folder` and `rename`. */
export const watchDiskSteps = (): string[] => {
  const steps: string[] = [];
  const [sync, rename] = [fs.fsyncSync, fs.renameSync];
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    steps.push(fs.fstatSync(file).isDirectory() ? 'sync folder' : 'sync file');
    sync(file);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push('rename');
    rename(from, to);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return steps;
};
