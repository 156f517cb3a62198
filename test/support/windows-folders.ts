/**
 * Windows does not delete a file that another program has open, for example a virus scanner. Deleting a
 * temporary folder of a test is retried ten times; then the folder is left to the system. Everything else is
 * deleted as usual.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

const IN_USE = new Set(['EBUSY', 'EPERM', 'ENOTEMPTY']);

if (process.platform === 'win32') {
  const remove = fs.rmSync;
  fs.rmSync = (path, options) => {
    if (dirname(String(path)) !== tmpdir()) return remove(path, options);
    try {
      remove(path, { ...options, maxRetries: 10, retryDelay: 100 });
    } catch (error) {
      if (!IN_USE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
  syncBuiltinESMExports();
}
