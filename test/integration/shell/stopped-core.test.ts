/** A core that has stopped for good, against the Electron double. */
import { expect, it } from 'vitest';
import { playScenario } from '../../support/electron-run';

it('is told in a window, also if only the tray was left', async () => {
  expect(await playScenario('tray-crash', { SATCHEL_DOUBLE_PLATFORM: 'linux' })).toMatchObject({
    left: 0,
    quiet: 0,
    shown: 1,
  });
});
