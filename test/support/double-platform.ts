/**
 * Lets the shell take this system for the one that SATCHEL_DOUBLE_PLATFORM names. On Windows it also keeps the
 * shell from syncing folders, which every other system needs and Windows refuses.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const named = process.env.SATCHEL_DOUBLE_PLATFORM;
const syncFilesOnly = (): void => {
  const sync = fs.fsyncSync;
  fs.fsyncSync = (file) => {
    if (!fs.fstatSync(file).isDirectory()) sync(file);
  };
  syncBuiltinESMExports();
};
if (named) {
  if (process.platform === 'win32') syncFilesOnly();
  Object.defineProperty(process, 'platform', { value: named });
}
