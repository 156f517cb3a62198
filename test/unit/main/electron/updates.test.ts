import { describe, expect, it } from 'vitest';
import { canUpdate, createUpdates, type Updater } from '../../../../src/main/electron/updates';
import { wordsOf } from '../../../../src/main/electron/words';

const signed = { signed: true, packaged: true, platform: 'win32' as const, env: {}, file: 'C:\\Users\\ann\\AppData\\Local\\Programs\\satchel\\Satchel.exe' };

describe('updates', () => {
  it('exist only in signed, installed copies of a kind that replaces itself', () => {
    expect(canUpdate(signed)).toBe(true);
    expect(canUpdate({ ...signed, signed: false })).toBe(false);
    expect(canUpdate({ ...signed, packaged: false })).toBe(false);
    expect(canUpdate({ ...signed, env: { PORTABLE_EXECUTABLE_DIR: 'D:\\' } })).toBe(false);
    const folders = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    expect(canUpdate({ ...signed, env: folders })).toBe(true);
    expect(canUpdate({ ...signed, env: folders, file: 'c:\\program files\\Satchel\\Satchel.exe' })).toBe(false);
    expect(canUpdate({ ...signed, env: folders, file: 'C:\\Program Files of Ann\\Satchel.exe' })).toBe(true);
    expect(canUpdate({ ...signed, platform: 'linux' })).toBe(false);
    expect(canUpdate({ ...signed, platform: 'linux', env: { APPIMAGE: '/x' } })).toBe(true);
  });

  const play = async (options: { answers: number[]; found?: boolean; backup?: () => void }) => {
    const steps: string[] = [];
    const answers = [...options.answers];
    const updater: Updater = {
      autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: true, allowPrerelease: true,
      checkForUpdates: async () => { steps.push('check'); return { isUpdateAvailable: options.found ?? true, updateInfo: { version: '9.0.0' } }; },
      downloadUpdate: async () => void steps.push('download'), quitAndInstall: () => void steps.push('install'),
    };
    const run = createUpdates({
      app: { getVersion: () => '1.0.0' }, words: () => wordsOf('en'), load: async () => updater, logError: () => void steps.push('logged'),
      dialog: { showMessageBox: (async (asked: { type: string }) => { if (asked.type === 'question') steps.push('ask'); return { response: answers.shift() ?? 1, checkboxChecked: false }; }) as never },
      backup: async () => { steps.push('backup'); options.backup?.(); }, closeCore: async () => void steps.push('close'),
    });
    await run();
    return { steps, updater };
  };

  it('ask before downloading and again before installing, and copy the outbox before anything closes', async () => {
    expect((await play({ answers: [0, 0] })).steps).toEqual(['check', 'ask', 'download', 'ask', 'backup', 'close', 'install']);
    expect((await play({ answers: [1] })).steps).toEqual(['check', 'ask']);
    expect((await play({ answers: [0, 1] })).steps).toEqual(['check', 'ask', 'download', 'ask']);
    expect((await play({ answers: [], found: false })).steps).toEqual(['check']);
  });
  it('do not install when the copy fails', async () => {
    expect((await play({ answers: [0, 0], backup: () => { throw new Error('disk full'); } })).steps).toEqual(['check', 'ask', 'download', 'ask', 'backup', 'logged']);
  });
  it('never download, install or go back by themselves', async () => {
    expect((await play({ answers: [1] })).updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false, allowPrerelease: false });
  });
});
