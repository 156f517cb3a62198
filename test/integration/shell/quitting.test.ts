/** Quitting while a window is open, and a start while the app quits, against the Electron double. */
import { describe, expect, it } from 'vitest';
import { playScenario } from '../../support/electron-run';

describe('quitting', () => {
  it.concurrent('ends the app on Windows with the tray icon on and the window open', async () => {
    expect(
      await playScenario('tray-quit', {
        SATCHEL_DOUBLE_PLATFORM: 'win32',
        SATCHEL_SCENARIO_WINDOW_OPEN: '1',
      }),
    ).toMatchObject({ code: 0 });
  });

  it.concurrent('hides the window, and saves what its page then hands over, before the core closes', async () => {
    expect(await playScenario('quit-while-typing', { SATCHEL_DOUBLE_PLATFORM: 'linux' })).toMatchObject({
      draft: 'saved',
      code: 0,
    });
  });

  it.concurrent('starts the app again once, with the last link, if the user starts it several times meanwhile', async () => {
    expect(await playScenario('start-while-quitting', { SATCHEL_DOUBLE_PLATFORM: 'linux' })).toMatchObject({
      code: 0,
      windows: 0,
      relaunches: [{ args: ['--data=/x y', 'satchel://open/order/1'] }],
    });
  });
});
