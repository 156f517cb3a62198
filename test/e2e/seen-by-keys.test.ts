/**
 * What a user of the keyboard sees: the active cell also in a list that a link or the menu of the desktop app
 * opened, and in forced colours (high contrast) the opened record and the state of the selected item.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, focusGrid, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { submit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

describe.skipIf(!browserPath)('seen without a mouse', () => {
  const desk = makeDesk();
  let app: Running;
  let core: Core;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.openDemo());
    await core.outbox.pause({ paused: true });
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('the first arrow shows the active cell of a list that was not opened by a key', async () => {
    await goToHash(page, '#/orders');
    await page.locator('#c0-0').waitFor();
    const hasFocus = () => page.getByRole('grid').evaluate((grid) => grid === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('ArrowDown');
    const ring = () => page.locator('#c1-0').evaluate((cell) => getComputedStyle(cell).boxShadow);
    await expect.poll(ring).not.toBe('none');
    expect(await hasFocus()).toBe(true);
  });

  it('forced colours show which record is open', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await focusGrid(page, '#/orders');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').waitFor();
    // The cells cover an outline of the row, so the frame must be above them.
    const frame = () =>
      page
        .locator('[role="row"][aria-selected="true"]')
        .evaluate((row) => getComputedStyle(row, '::after').borderTopStyle);
    await expect.poll(frame).toBe('solid');
    await page.keyboard.press('Escape');
  });

  it('forced colours keep the state of the selected item readable', async () => {
    await submit(core, { kind: 'company', fields: { name: 'Seen', pool_id: '0' }, children: [] });
    await page.emulateMedia({ forcedColors: 'active' });
    await goToHash(page, '#/outbox');
    const row = page.locator('[data-row][aria-current="true"]');
    const state = row.getByText(/^(?:To send|Paused)$/).locator('..');
    await state.waitFor();
    const behind = () => state.evaluate((pill) => getComputedStyle(pill).backgroundColor);
    expect(await behind()).toBe('rgba(0, 0, 0, 0)');
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
