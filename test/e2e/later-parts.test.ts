/**
 * A window whose deferred files load slowly: a part that is clicked before its code is loaded opens
 * afterwards, no text is ever shown as its key, and layers behave as if they had been loaded from the start.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { en } from '../support/catalogues';
import { makeDesk } from '../support/desk';
import type { Running } from '../support/processes';

const LATE_MS = 700;

/** Collects every shown text that looks like a key of the catalogue; `shownKeys` reads them. */
const watchKeys = async (page: Page): Promise<void> => {
  await page.addInitScript((sections) => {
    const key = new RegExp(`^(?:${sections.join('|')})(?:\\.[\\w-]+)+$`);
    const shown = new Set<string>();
    Object.assign(window, { shownKeys: shown });
    const look = (): void => {
      for (const element of document.querySelectorAll('body *'))
        for (const text of [element.firstChild?.nodeValue, element.ariaLabel, element.getAttribute('title')])
          if (text && key.test(text.trim())) shown.add(text);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, Object.keys(en));
};
const shownKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { shownKeys: Set<string> }).shownKeys]);

describe.skipIf(!browserPath)('a window whose later files come slowly', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const hasFocus = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => element === document.activeElement);
  /** Opens a new window on this screen, and returns when its first rows are there. */
  const arrive = async (screen: string, content: Locator): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${app.url}#/${screen}`);
    await content.first().waitFor();
  };

  beforeAll(async () => {
    ({ page, app } = await desk.openDemo());
    await watchKeys(page);
    await page.route(
      /\/assets\/(?!first-|rolldown|daily|today|list-|records-|en-\w{8}\.).*\.js$/,
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        await route.continue();
      },
    );
    await page.goto(app.url);
  });

  it('opens a menu that is clicked at once, with the focus in it and back on its button', async () => {
    await arrive('orders', page.getByRole('gridcell'));
    const view = button('View');
    await view.click();
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await view.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('menu', { name: 'View' }).waitFor();
    await expect.poll(() => hasFocus(page.getByRole('menuitemradio').first())).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(view)).toBe(true);
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    expect(await view.getAttribute('aria-expanded')).toBe('false');
    await view.click();
    await page.getByRole('menu').waitFor();
    await view.click();
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  it('opens a panel by key, and closes it by a click beside it', async () => {
    await arrive('orders', page.getByRole('gridcell'));
    await button('Filter').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(page.getByPlaceholder('Find a field'))).toBe(true);
    expect(await page.getByRole('dialog', { name: 'Filter' }).count()).toBe(1);
    await page.getByRole('heading', { name: 'Orders' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('shows the hint of a button under the pointer or with the focus, exposes it to screen readers, and hides it', async () => {
    await arrive('orders', page.getByRole('gridcell'));
    const columns = button('Columns');
    await columns.hover();
    const hint = page.getByRole('tooltip', { name: 'Columns' });
    await hint.waitFor();
    expect(await columns.getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
    expect(await columns.getAttribute('aria-describedby')).toBeNull();
    await button('View').hover();
    await page.getByRole('tooltip', { name: 'View' }).waitFor();
    await button('View').click();
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await columns.focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', { name: 'View' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByRole('tooltip', { name: 'View' }).count()).toBe(0);
  });

  it('opens the form whose keys are pressed at once', async () => {
    await arrive('today', page.locator('[data-follow-up]'));
    await page.keyboard.press('c');
    await page.keyboard.press('n');
    await expect.poll(() => page.getByRole('dialog', { name: 'New note' }).count()).toBe(1);
  });

  it('switches to a language that is chosen before its texts are loaded', async () => {
    await arrive('settings?tab=appearance', page.getByText('简体中文'));
    await page.getByText('简体中文').click();
    await page.getByRole('link', { name: '今日' }).click();
    await page.getByRole('heading', { name: '下次跟进' }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.press('n');
    await expect.poll(() => page.getByRole('dialog', { name: '写跟进' }).count()).toBe(1);
  });

  it('never showed a key in place of its text', async () => {
    expect(await shownKeys(page)).toEqual([]);
  });
});
