import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localDataFolder } from '../../../../src/main/electron/data-folder';

describe('the folder of the data', () => {
  const env = { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' };

  it('is on Windows outside the roaming profile, because unsent work on two computers would be sent twice', () => {
    expect(localDataFolder('win32', env, 'Satchel')).toBe(join(env.LOCALAPPDATA, 'Satchel'));
  });

  it("is Electron's default on other systems, and if Windows names none", () => {
    expect(localDataFolder('darwin', env, 'Satchel')).toBeNull();
    expect(localDataFolder('linux', env, 'Satchel')).toBeNull();
    expect(localDataFolder('win32', {}, 'Satchel')).toBeNull();
    expect(localDataFolder('win32', { LOCALAPPDATA: '' }, 'Satchel')).toBeNull();
  });
});
