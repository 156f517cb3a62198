/**
 * The desktop app in the real Electron: one app for all tests of this file, on the demo workspace.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electron, launch, pressMenu, type Desktop } from './support/launch';
import { freshFolder, startDisplay, startSession, type Surrounding } from './support/surroundings';

describe.skipIf(electron === '')('the window', () => {
  let desktop: Desktop;
  const around: Surrounding[] = [];
  beforeAll(async () => {
    around.push(await startDisplay(), await startSession('unlocked'));
    const env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
    desktop = await launch({ data: freshFolder('window'), env });
    await desktop.page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: 60_000 });
  });
  afterAll(async () => {
    await desktop.app.close();
    for (const one of around) one.stop();
  });

  it('carries out ten menu commands one after another, with clicks between', async () => {
    const { app, page } = desktop;
    const screens = [
      'orders',
      'customers',
      'today',
      'receipts',
      'quotations',
      'trail',
      'purchase-orders',
      'activity',
      'invoices',
      'outbox',
    ];
    for (const screen of screens) {
      await pressMenu(app, screen);
      await expect.poll(() => new URL(page.url()).hash).toMatch(new RegExp(`^#/${screen}`));
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().click();
    }
  });
});
