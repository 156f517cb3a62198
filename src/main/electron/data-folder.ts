/**
 * Where the data lie. Electron's own folder on Windows is in the roaming profile, which Windows copies from
 * computer to computer: unsent work would be sent from each of them, and databases of gigabytes would travel
 * at every sign-in. So the data lie in the local profile there (docs/adr/0007-local-data-folder.md).
 */
import { join } from 'node:path';

/** The folder to use in place of Electron's own, or null where its own will do. */
export const localDataFolder = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  name: string,
): string | null => (platform === 'win32' && env.LOCALAPPDATA ? join(env.LOCALAPPDATA, name) : null);
