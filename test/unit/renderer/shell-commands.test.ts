/** What a command of the desktop shell opens. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { wordsOf } from '../../../src/main/electron/words';
import type { ShellCommand } from '../../../src/shared/contract/shell';

// A variable, because these tests are compiled without JSX.
const COMMANDS: string = '../../../src/renderer/app/shell-commands';

const { shown } = vi.hoisted(() => ({ shown: [] as { emit(name: 'click'): unknown }[] }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  return {
    nativeImage: {},
    Notification: class extends EventEmitter {
      static isSupported = (): boolean => true;
      show(): void {
        shown.push(this);
      }
    },
  };
});

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();
const { createAlerts } = await import('../../../src/main/electron/show-alerts');

/** The commands of a click on the notification that several follow-ups are due. */
const clickOnReminder = (): ShellCommand[] => {
  const opened: ShellCommand[] = [];
  const alerts = createAlerts({
    app: { setBadgeCount: () => true },
    platform: 'linux',
    window: () => null,
    words: () => wordsOf('en'),
    open: (command) => void opened.push(command),
    tell: () => undefined,
  });
  const due = (id: string) => ({ id, name: id, time: '2026-11-28 10:00:00', at: 0 });
  alerts.remind([due('12'), due('13')]);
  shown.at(-1)?.emit('click');
  return opened;
};

it('a reminder of several follow-ups opens the plan of today, whatever week the plan showed last', async () => {
  const location = { hash: '#/today' };
  const go = (_state: unknown, _title: string, hash: string): void => void (location.hash = hash);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('window', {
    location,
    history: { state: null, pushState: go, replaceState: go },
    addEventListener: () => undefined,
  });
  vi.stubGlobal('document', { addEventListener: () => undefined });
  const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
  const { carryOut } = (await import(COMMANDS)) as { carryOut: (command: ShellCommand) => void };
  goTo('agenda', { day: '2026-12-14', as: 'calendar' });
  goTo('today', {});
  for (const command of clickOnReminder()) carryOut(command);
  expect(currentRoute()).toEqual({ screen: 'agenda', params: {} });
  // A menu returns to the week that was shown.
  goTo('agenda', { day: '2026-12-14' });
  goTo('today', {});
  carryOut({ type: 'screen', screen: 'agenda' });
  expect(currentRoute()).toEqual({ screen: 'agenda', params: { day: '2026-12-14' } });
});
