import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  canUpdate,
  createUpdates,
  QUIT_WITHIN_MACOS_MS,
  QUIT_WITHIN_MS,
  type Updater,
} from '../../../../src/main/electron/updates';
import { wordsOf } from '../../../../src/main/electron/words';

const signed = {
  signed: true,
  packaged: true,
  hasFeed: true,
  hasUninstaller: true,
  platform: 'win32' as const,
  env: {},
  file: 'C:\\Users\\ann\\AppData\\Local\\Programs\\satchel\\Satchel.exe',
};

describe('updates', () => {
  it('exist only in signed, installed copies of a kind that replaces itself', () => {
    expect(canUpdate(signed)).toBe(true);
    expect(canUpdate({ ...signed, signed: false })).toBe(false);
    expect(canUpdate({ ...signed, packaged: false })).toBe(false);
    expect(canUpdate({ ...signed, env: { PORTABLE_EXECUTABLE_DIR: 'D:\\' } })).toBe(false);
    const folders = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    expect(canUpdate({ ...signed, env: folders })).toBe(true);
    expect(canUpdate({ ...signed, env: folders, file: 'c:\\program files\\Satchel\\Satchel.exe' })).toBe(
      false,
    );
    expect(canUpdate({ ...signed, env: folders, file: 'C:\\Program Files of Ann\\Satchel.exe' })).toBe(true);
    expect(canUpdate({ ...signed, platform: 'linux' })).toBe(false);
    expect(canUpdate({ ...signed, platform: 'linux', env: { APPIMAGE: '/x' } })).toBe(true);
  });
  it('have no menu item without a feed', () => {
    for (const platform of ['win32', 'darwin'] as const)
      expect(canUpdate({ ...signed, platform, hasFeed: false })).toBe(false);
  });
  it('are not for a copy from the zip on Windows: the installer would put a second one beside it', () => {
    expect(canUpdate({ ...signed, hasUninstaller: false })).toBe(false);
    expect(canUpdate({ ...signed, platform: 'darwin', hasUninstaller: false })).toBe(true);
  });

  interface Played {
    answers: number[];
    found?: boolean;
    platform?: NodeJS.Platform;
    hasWindow?: boolean;
    backup?: () => void;
    close?: () => void;
    reopen?: () => void;
    /** What comes of the installation; left out, the app quits. */
    install?: (updater: EventEmitter, app: EventEmitter) => void;
  }
  const play = async (options: Played) => {
    const steps: string[] = [];
    const answers = [...options.answers];
    const hasWindow = options.hasWindow ?? true;
    const app = Object.assign(new EventEmitter(), { getVersion: () => '1.0.0' });
    const updater = Object.assign(new EventEmitter(), {
      autoDownload: true,
      autoInstallOnAppQuit: true,
      allowDowngrade: true,
      allowPrerelease: true,
      checkForUpdates: async () => {
        steps.push('check');
        return { isUpdateAvailable: options.found ?? true, updateInfo: { version: '9.0.0' } };
      },
      downloadUpdate: async () => void steps.push('download'),
      quitAndInstall: () => {
        steps.push('install');
        if (options.install) options.install(updater, app);
        else setImmediate(() => app.emit('before-quit'));
      },
    }) satisfies Updater;
    const run = createUpdates({
      app: app as never,
      platform: options.platform ?? 'win32',
      words: () => wordsOf('en'),
      load: async () => updater,
      logError: () => void steps.push('logged'),
      dialog: {
        showMessageBox: (async (asked: { type: string; message: string }) => {
          steps.push(asked.type === 'question' ? 'ask' : asked.message);
          return { response: answers.shift() ?? 1, checkboxChecked: false };
        }) as never,
      },
      backup: async () => {
        steps.push('backup');
        options.backup?.();
      },
      hideWindow: () => {
        if (!hasWindow) return false;
        steps.push('hide');
        setTimeout(() => steps.push('page saves'), 20);
        return true;
      },
      allowWindow: () => void steps.push('may be shown'),
      showWindow: () => void steps.push('show'),
      closeCore: async () => {
        steps.push('close');
        options.close?.();
      },
      reopenCore: async () => {
        steps.push('reopen');
        options.reopen?.();
      },
    });
    await run();
    expect([app.listenerCount('before-quit'), updater.listenerCount('error')]).toEqual([0, 0]);
    return { steps, updater };
  };

  it('ask before downloading and again before installing, and copy the outbox before anything closes', async () => {
    expect((await play({ answers: [0, 0] })).steps).toEqual([
      'check',
      'ask',
      'download',
      'ask',
      'backup',
      'hide',
      'page saves',
      'close',
      'install',
    ]);
    expect((await play({ answers: [1] })).steps).toEqual(['check', 'ask']);
    expect((await play({ answers: [0, 1] })).steps).toEqual(['check', 'ask', 'download', 'ask']);
    expect((await play({ answers: [], found: false })).steps).toEqual(['check', 'Satchel is up to date']);
  });
  it('do not install when the copy fails', async () => {
    expect(
      (
        await play({
          answers: [0, 0],
          backup: () => {
            throw new Error('disk full');
          },
        })
      ).steps,
    ).toEqual(['check', 'ask', 'download', 'ask', 'backup', 'logged', 'The update failed']);
  });
  const UNTIL_CLOSE = ['check', 'ask', 'download', 'ask', 'backup', 'hide', 'page saves'];
  const UNTIL_INSTALL = [...UNTIL_CLOSE, 'close', 'install'];
  const SALVAGE_REPORT_KEY = ['logged', 'reopen', 'may be shown', 'show', 'The update was not installed'];
  const NOT_ON_MACOS = ['hide', 'page saves', 'close', 'reopen', 'may be shown', 'show'];
  it.each([
    ['an error at once', (updater: EventEmitter) => void updater.emit('error', new Error('no installer'))],
    [
      'an error later',
      (updater: EventEmitter) => void setTimeout(() => updater.emit('error', new Error('refused')), 20),
    ],
    [
      'an exception',
      () => {
        throw new Error('not implemented');
      },
    ],
  ])('open the core again and say so after %s in place of quitting', async (_what, install) =>
    expect((await play({ answers: [0, 0], install })).steps).toEqual([
      ...UNTIL_INSTALL,
      ...SALVAGE_REPORT_KEY,
    ]),
  );
  it.each(['close', 'reopen'] as const)('show the window again if the core does not %s', async (step) => {
    const fail = (): never => {
      throw new Error('database is locked');
    };
    const install = (updater: EventEmitter) => void updater.emit('error', new Error('no installer'));
    const { steps } = await play({ answers: [0, 0], install, [step]: fail });
    expect(steps.filter((one) => one !== 'logged').slice(-4)).toEqual([
      step,
      'may be shown',
      'show',
      'The update failed',
    ]);
  });
  it('show no window after a failure if there was none', async () => {
    const install = (updater: EventEmitter) => void updater.emit('error', new Error('no installer'));
    const { steps } = await play({ answers: [0, 0], hasWindow: false, install });
    expect(steps.filter((step) => step === 'hide' || step === 'show')).toEqual([]);
  });
  it('reopen the core if the installation does not start, and keep it open on macOS', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const [platform, ms, expected] of [
        ['win32', QUIT_WITHIN_MS, [...UNTIL_INSTALL, ...SALVAGE_REPORT_KEY]],
        [
          'darwin',
          QUIT_WITHIN_MACOS_MS,
          [...UNTIL_INSTALL, ...SALVAGE_REPORT_KEY].filter((step) => !NOT_ON_MACOS.includes(step)),
        ],
      ] as const) {
        let steps: string[] | null = null;
        void play({ answers: [0, 0], platform, install: () => undefined }).then(
          (played) => (steps = played.steps),
        );
        await vi.advanceTimersByTimeAsync(ms - 1000);
        expect(steps).toBeNull();
        await vi.advanceTimersByTimeAsync(2000);
        expect(steps).toEqual(expected);
      }
    } finally {
      vi.useRealTimers();
    }
  });
  it('show nothing when the app quits, however long macOS took', async () => {
    expect(
      (
        await play({
          answers: [0, 0],
          platform: 'darwin',
          install: (_updater, app) => void setTimeout(() => app.emit('before-quit'), 50),
        })
      ).steps,
    ).toEqual(['check', 'ask', 'download', 'ask', 'backup', 'install']);
  });
  it('never download, install or downgrade by themselves', async () => {
    expect((await play({ answers: [1] })).updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
    });
  });
});
