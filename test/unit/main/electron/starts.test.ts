/** What a second start, a link and a click on the Dock do, also before there is a window and while Satchel quits. */
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { listenForStarts } from '../../../../src/main/electron/starts';

const LINK = 'satchel://open/order/7';
const desk = (args: string[] = [], appImage?: string) => {
  const steps: unknown[] = [];
  const app = Object.assign(new EventEmitter(), {
    relaunch: (options: unknown) => void steps.push(['starts again', options]),
  });
  const opened = listenForStarts(app as never, { args, appImage });
  const open = (): void =>
    opened({
      focus: () => void steps.push('focus'),
      openLink: ({ resource, id }) => void steps.push(`${resource} ${id}`),
    });
  const quit = (): unknown => app.emit('before-quit', {});
  /** All windows are closed. */
  const end = (): unknown => app.emit('will-quit', {});
  const openUrl = (url: string): unknown => app.emit('open-url', { preventDefault: () => undefined }, url);
  return { app, steps, quit, end, open, openUrl };
};

it('a link waits for the window, the last one wins', () => {
  const { steps, open, openUrl } = desk(['satchel://open/lead/1']);
  openUrl(LINK);
  openUrl('satchel://delete/order/8');
  expect(steps).toEqual([]);
  open();
  expect(steps).toEqual(['order 7']);
});

it('a second start and a click on the Dock show the window, and a link opens its record', () => {
  const { app, steps, open, openUrl } = desk();
  open();
  app.emit('second-instance', {}, ['satchel']);
  app.emit('activate', {});
  openUrl(LINK);
  app.emit('second-instance', {}, ['satchel', '--x', LINK]);
  expect(steps).toEqual(['focus', 'focus', 'order 7', 'order 7']);
});

it('a link on macOS while Satchel quits is opened by the next start', () => {
  const { steps, quit, end, open, openUrl } = desk(['--data=/x y', 'satchel://open/lead/1']);
  open();
  quit();
  openUrl(LINK);
  end();
  expect(steps).toEqual(['lead 1', ['starts again', { args: ['--data=/x y', LINK] }]]);
});

it('a click on the Dock while Satchel quits starts it again, once', () => {
  const { app, steps, quit, end, open } = desk(['satchel://open/lead/1'], '/apps/satchel.AppImage');
  open();
  quit();
  app.emit('activate', {});
  app.emit('activate', {});
  end();
  expect(steps).toEqual(['lead 1', ['starts again', { args: [], execPath: '/apps/satchel.AppImage' }]]);
});

it.each([
  // Windows puts Chromium's switches before all values; other systems put all values last.
  ['are torn apart', ['satchel', '--data', '--original-process-start-time=1', '--demo', '/x y', LINK]],
  // That start belongs to another user of the computer.
  ['are missing', []],
])('a second start whose arguments %s, while Satchel quits, starts it again with its own', (_, argv) => {
  const { app, steps, quit, end, open } = desk(['--data=/x y']);
  open();
  quit();
  app.emit('second-instance', {}, argv);
  end();
  const link = argv.filter((arg) => arg === LINK);
  expect(steps).toEqual([['starts again', { args: ['--data=/x y', ...link] }]]);
});

it('a start while Satchel quits before its window existed starts it again', () => {
  // The databases are being encrypted, or the keychain asks for a password, and the user gives up.
  const { app, steps, quit, end } = desk(['--data=/x y']);
  quit();
  app.emit('second-instance', {}, ['satchel', '--data=/x y']);
  end();
  expect(steps).toEqual([['starts again', { args: ['--data=/x y'] }]]);
});

it('of several starts while Satchel quits, the last link is opened, and a start without a link does not drop it', () => {
  const { app, steps, quit, end, open, openUrl } = desk(['--data=/x y']);
  open();
  quit();
  app.emit('second-instance', {}, ['satchel', '--data=/x y']);
  openUrl('satchel://open/lead/1');
  app.emit('second-instance', {}, ['satchel', '--data=/x y', LINK]);
  app.emit('activate', {});
  expect(steps).toEqual([]);
  end();
  expect(steps).toEqual([['starts again', { args: ['--data=/x y', LINK] }]]);
});

it('a start after the windows were closed still starts Satchel again, once', () => {
  const { app, steps, quit, end, open } = desk(['--data=/x y']);
  open();
  quit();
  end();
  for (let i = 0; i < 2; i += 1) app.emit('second-instance', {}, ['satchel', '--data=/x y', LINK]);
  expect(steps).toEqual([['starts again', { args: ['--data=/x y', LINK] }]]);
});

it('a second start while Satchel quits keeps its own arguments', () => {
  const { app, steps, quit, end, open } = desk(['--data=/x y']);
  open();
  quit();
  app.emit('second-instance', {}, ['satchel', '--data=/x y', '--demo', LINK]);
  end();
  expect(steps).toEqual([['starts again', { args: ['--data=/x y', '--demo', LINK] }]]);
});
