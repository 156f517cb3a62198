/** The settings of a window, by keyboard and from another window; tabs by keyboard. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type Core, untilDetailsRead } from '../support/outbox-window';

describe.skipIf(!browserPath)('settings of a window', () => {
  const desk = makeDesk();
  let page: Page;
  let core: Core;
  let url: string;
  beforeAll(async () => {
    const opened = await desk.openDemo();
    ({ page, core } = opened);
    url = opened.app.url;
    await page.goto(url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('a theme that is chosen in another window closes no dialog and loses no typing', async () => {
    const other = await page.context().newPage();
    await other.goto(url);
    await goToHash(page, '#/settings?tab=account');
    await page.getByRole('button', { name: 'Add account…' }).click();
    const address = page.getByLabel('CRM address');
    await address.fill('https://typed.example');
    await goToHash(other, '#/settings?tab=appearance');
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    for (const [label, shown] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['Dark', 'dark'],
      ['System', 'light'],
    ] as const) {
      await other.getByText(label, { exact: true }).click();
      await expect.poll(scheme).toBe(shown);
    }
    expect(await address.inputValue()).toBe('https://typed.example');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(scheme).toBe('dark');
    await page.keyboard.press('Escape');
    await other.close();
  });

  it('Alt with an arrow goes back, and does not change the tab', async () => {
    await goToHash(page, '#/orders');
    await goToHash(page, '#/settings?tab=appearance');
    await page.getByRole('tab', { name: 'Appearance' }).focus();
    await page.keyboard.press('Alt+ArrowLeft');
    expect(page.url()).not.toContain('tab=account');
  });

  it('Alt with an arrow moves nothing on the page of a customer, in saved views and in the plan', async () => {
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 1 });
    await goToHash(page, `#/customers?page=company~${rows[0]?.id}`);
    const selected = page.getByRole('tab', { selected: true });
    await selected.focus();
    const part = await selected.innerText();
    await page.keyboard.press('Alt+ArrowRight');
    await page.waitForTimeout(300);
    expect(await selected.innerText()).toBe(part);

    const { account } = await core.accounts.state();
    const byAmount = { id: 'a', name: 'By amount', params: { s: 'amount' } };
    await core.accounts.setSettings({ [`views.${account?.id}`]: { order: [byAmount] } });
    await goToHash(page, '#/orders');
    await page.getByRole('tab', { name: 'By amount' }).waitFor();
    await selected.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.waitForTimeout(300);
    expect(await selected.innerText()).toBe('All');

    await untilDetailsRead(core);
    await goToHash(page, '#/agenda?who=all');
    const lines = page.getByRole('main').locator('li[data-follow-up] [data-step]');
    await lines.nth(1).focus();
    await page.keyboard.press('Alt+ArrowRight');
    expect(await lines.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('the message after a copy of the outbox returns the focus to the button of the menu', async () => {
    await goToHash(page, '#/outbox');
    const more = page.getByRole('button', { name: 'More' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Save a copy of the outbox' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save a copy of the outbox' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
