/**
 * Before a flight, a rep adds an old order, whose lines were never downloaded, to travel, sees that it is
 * ready, loses the connection and opens it.
 */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';

describe.skipIf(!browserPath)('before the flight', () => {
  const desk = makeDesk();

  it('adds an order to travel by a key, downloads it, and shows its lines with the network off', async () => {
    const { page, problems, app, core } = await desk.openDemo();
    await core.sync.keepDetails({ months: 1 });
    const oldest = async () =>
      (
        await core.records.page({
          view: { resource: 'order', sort: [{ field: 'update_time', direction: 'asc' }] },
          start: 0,
          limit: 1,
        })
      ).rows[0]!;
    await expect.poll(async () => (await oldest()).hasDetail ?? false, { timeout: 30_000 }).toBe(false);
    const { id } = await oldest();
    await page.goto(`${app.url}#/orders?s=update_time`);
    await page.locator('[role="grid"][aria-busy="false"] #c0-0').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Prepare for travel' }).click();
    await page.getByText(/^Ready: 1 order complete as of \d/).waitFor({ timeout: 30_000 });
    await core.accounts.setDemoOffline({ offline: true });
    expect((await core.travel.state()).missing).toEqual([]);
    await page
      .getByRole('region', { name: 'In Travel' })
      .getByRole('listitem')
      .getByRole('button')
      .first()
      .click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('tab', { name: /^Lines/ }).click();
    await panel
      .getByRole('tabpanel')
      .getByText(/\d+\.\d\d/)
      .first()
      .waitFor();
    expect((await core.records.get({ resource: 'order', id }))?.detailState).toBe('held');

    // By the keyboard: the focus stays on the button, and moves to the line after a removed one.
    await core.accounts.setDemoOffline({ offline: false });
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 2 });
    // Nothing of the first one can be opened, so its line has only the button that removes it.
    await core.travel.pin({
      pins: ['404', ...rows.map((row) => row.id)].map(
        (one) => ({ kind: 'record', resource: 'company', id: one }) as const,
      ),
    });
    await page.goto(`${app.url}#/travel`);
    const pins = page.getByRole('region', { name: 'In Travel' }).getByRole('listitem');
    await expect.poll(() => pins.count(), { timeout: 20_000 }).toBe(4);
    const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement);
    expect(await pins.nth(1).getByRole('button').count()).toBe(1);
    await pins.nth(1).getByRole('button').last().focus();
    for (const left of [3, 2]) {
      await page.keyboard.press('Enter');
      await expect.poll(() => pins.count()).toBe(left);
      await expect.poll(() => hasFocus(pins.nth(1).getByRole('button').last())).toBe(true);
    }
    const update = page.getByRole('button', { name: /^(Update now|Download what is missing)$/ });
    await update.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Ready: /).waitFor({ timeout: 30_000 });
    expect(await hasFocus(update)).toBe(true);
    // After the last line it is on the heading of the screen.
    await pins.nth(0).getByRole('button').last().focus();
    for (const left of [1, 0]) {
      await page.keyboard.press('Enter');
      await expect.poll(() => pins.count()).toBe(left);
    }
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
    expect(problems).toEqual([]);
  });
});
