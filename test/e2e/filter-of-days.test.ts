/** The range of days of a filter, typed. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';

const address = (page: Page): string =>
  decodeURIComponent(page.url().split('#')[1] ?? '').replaceAll('+', ' ');

describe.skipIf(!browserPath)('a filter by days', () => {
  const desk = makeDesk();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    const opened = await desk.openDemo();
    ({ page, problems } = opened);
    await page.goto(`${opened.app.url.split('#')[0]}#/orders`);
  });

  it('is not applied while a day cannot be read, and says so', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.type('Order date');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    await page.getByRole('textbox', { name: 'From' }).fill('2026-01-01');
    await page.getByRole('textbox', { name: 'To' }).fill('31.02.');
    await page.keyboard.press('Enter');
    await page.getByText('Not a day.').waitFor();
    expect(address(page)).not.toContain('between');
    await page.getByRole('textbox', { name: 'To' }).fill('28.02.2026');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toContain('"from":"2026-01-01","to":"2026-02-28 23:59:59"');
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
