/**
 * The folder of the data. Electron's default on Windows is in the roaming profile, which Windows copies
 * between computers. Unsent work would be sent from each of them, and gigabytes would be copied at every
 * sign-in. So the data are in the local profile there (docs/adr/0007-local-data-folder.md).
 */
import { join } from 'node:path';

/** The folder to use in place of Electron's default; null to use the default. */
export const localDataFolder = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  name: string,
): string | null => (platform === 'win32' && env.LOCALAPPDATA ? join(env.LOCALAPPDATA, name) : null);
