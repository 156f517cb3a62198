/** Runs the accessibility checker on every screen, in both languages and themes, with all rules on. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath, launchBrowser, shownInFull } from '../support/browser';
import { copiedDemo } from '../support/copied-demo';
import { startApp, type Running } from '../support/processes';
import { firstOf, isThorough } from '../support/thorough';

const PLACES = [
  'today',
  'outbox',
  'trail',
  'customers',
  'orders',
  'products',
  'activity?range=lastMonth',
  'agenda?as=calendar&who=all',
  'travel',
  ...['account', 'sync', 'diagnostics'].map((tab) => `settings?tab=${tab}`),
];
/** Screens that consist of the same parts as one of the others. */
const ALIKE = [
  'customers?tab=leads',
  'quotations',
  'purchase-orders',
  'invoices',
  'receipts',
  'opportunities',
  'collections',
  'agenda',
  'help',
  'help?topic=needs-you',
  ...['appearance', 'shortcuts'].map((tab) => `settings?tab=${tab}`),
];
/** The checker takes seconds per screen. */
const checked = isThorough ? [...PLACES, ...ALIKE] : PLACES;
const looks = firstOf(
  [
    ['zh-CN', 'dark', 1280],
    ['en', 'light', 900],
    ['en', 'dark', 900],
    ['zh-CN', 'light', 900],
  ] as const,
  1,
);
const MONEY = 'section:is([aria-label="Money"], [aria-label="款项"])';
const ORDER_MONEY =
  'section:is([aria-label="Invoices and receipts"], [aria-label="出库与回款登记"], [aria-label="Collections"], [aria-label="回款单"])';
/** A low window, so that a list shows few rows, which are all alike. */
const HEIGHT = 400;

/**
 * Waits until the screen has not changed for a while, because a check during a change would test neither
 * state.
 */
const still = async (page: Page): Promise<void> => {
  for (let before = ''; ;) {
    await page.waitForTimeout(300);
    const now = await page.getByRole('main').innerHTML();
    if (now === before) return;
    before = now;
  }
};

describe.skipIf(!browserPath)('access', () => {
  let browser: Browser;
  let app: Running;
  beforeAll(async () => {
    browser = await launchBrowser();
    app = await startApp(['--demo', '--data', await copiedDemo()]);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it.each(looks)('finds nothing on any screen: %s, %s, %i px', async (language, theme, width) => {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.addInitScript((look) => localStorage.setItem('satchel.ui', JSON.stringify(look)), {
      language,
      theme,
    });
    await page.goto(app.url);
    await page.getByText(/Data as of|数据截至/).waitFor({ timeout: 120_000 });
    const found: string[] = [];
    for (const place of checked) {
      await page.evaluate((to) => {
        window.location.hash = `#/${to}`;
      }, place);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      await still(page);
      found.push(...(await axeViolations(page)).map((violation) => `${place}: ${violation}`));
    }
    await context.close();
    expect(found).toEqual([]);
  });

  it('finds nothing on the palette, empty and with matches', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(app.url);
    await page.getByText(/Data as of/).waitFor({ timeout: 120_000 });
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox').last();
    await box.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await box.fill('lotus');
    await page.getByRole('option').nth(2).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // A Chinese name is found by its initials, and a word with one typing error.
    await box.fill('nbrf');
    await page
      .getByRole('option', { name: /宁波瑞丰/ })
      .first()
      .waitFor();
    await box.fill('harbro');
    await page
      .getByRole('option', { name: /Harbor/ })
      .first()
      .waitFor();
    // A command is found by its name; after that, its opposite is offered.
    await box.fill('pause');
    await page.getByRole('option', { name: 'Pause sending' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').last().fill('resume');
    await page.getByRole('option', { name: 'Resume sending' }).click();
    await context.close();
  });

  it.each(looks)('finds nothing on the tables of money: %s, %s, %i px', async (language, theme, width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
    const page = await context.newPage();
    await page.addInitScript((look) => localStorage.setItem('satchel.ui', JSON.stringify(look)), {
      language,
      theme,
    });
    await page.goto(`${app.url}#/today`);
    const owed = page.getByRole('region', { name: /^(?:Owed by customers|客户欠款)$/ });
    await owed.getByRole('button').last().click({ timeout: 120_000 });
    const money = page.getByRole('region', { name: /^(?:Money|款项)$/ });
    await money.getByRole('table').waitFor();
    expect(await axeViolations(page, MONEY)).toEqual([]);
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    await page.getByRole('grid').getByRole('gridcell').nth(1).click();
    await page
      .getByRole('complementary')
      .getByRole('region', { name: /^(?:Invoices and receipts|出库与回款登记)$/ })
      .waitFor();
    expect(await axeViolations(page, ORDER_MONEY)).toEqual([]);
    await context.close();
  });

  it('finds nothing on the overlays of a list: menus, choosers, filters', async () => {
    const context = await browser.newContext({ viewport: { width: 900, height: 380 }, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(`${app.url}#/orders`);
    await page.getByRole('grid').getByRole('row').nth(2).waitFor({ timeout: 120_000 });
    const menu = page.getByRole('menu');
    const openers: [string, () => Promise<void>, Locator][] = [
      ['column menu', () => page.getByRole('columnheader').nth(1).click({ button: 'right' }), menu],
      [
        'column menu by keyboard',
        async () => {
          await page.getByRole('grid').focus();
          await page.keyboard.press('ArrowUp');
          await page.keyboard.press('Shift+F10');
        },
        menu,
      ],
      [
        'row menu',
        () => page.getByRole('grid').getByRole('gridcell').nth(3).click({ button: 'right' }),
        menu,
      ],
      [
        'row menu by keyboard',
        async () => {
          await page.getByRole('grid').focus();
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press('Shift+F10');
        },
        menu,
      ],
      ['columns', () => page.getByRole('button', { name: 'Columns' }).click(), page.getByRole('dialog')],
      ['view', () => page.getByRole('button', { name: 'View', exact: true }).click(), menu],
      ['files', () => page.getByRole('button', { name: 'Print and export' }).click(), menu],
      [
        'filter',
        () => page.getByRole('button', { name: 'Filter', exact: true }).click(),
        page.getByRole('dialog'),
      ],
      [
        'totals',
        () =>
          page
            .getByRole('region', { name: 'Totals and selected rows' })
            .getByRole('button', { name: 'Choose totals' })
            .click(),
        menu,
      ],
      [
        'sync details',
        () =>
          page
            .getByRole('contentinfo')
            .getByRole('button', { name: /Sync details/ })
            .click(),
        page.getByRole('dialog'),
      ],
    ];
    const found: string[] = [];
    for (const [name, open, opened] of openers) {
      await open();
      await shownInFull(opened);
      // All menus are alike, whatever opens them.
      if (isThorough || opened !== menu || name === 'view')
        found.push(...(await axeViolations(page)).map((violation) => `${name}: ${violation}`));
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
    await context.close();
    expect(found).toEqual([]);
  }, 300_000);

  it('shows in forced colours what is active, chosen, ticked and switched on', async () => {
    const context = await browser.newContext({
      viewport: { width: 900, height: 500 },
      locale: 'en-US',
      forcedColors: 'active',
    });
    const page = await context.newPage();
    await page.goto(`${app.url}#/orders`);
    await page.getByRole('grid').getByRole('row').nth(2).waitFor({ timeout: 120_000 });
    const styleOf = (css: string, property: 'backgroundColor' | 'outlineStyle'): Promise<string> =>
      page
        .locator(css)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    expect(await styleOf('#c1-0', 'outlineStyle')).toBe('solid');
    expect(await styleOf('#c2-0', 'outlineStyle')).toBe('none');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await styleOf('#c1-1', 'backgroundColor')).not.toBe(await styleOf('#c2-1', 'backgroundColor'));
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await styleOf('.mantine-Checkbox-input:checked', 'backgroundColor')).not.toBe(
      await styleOf('.mantine-Checkbox-input:not(:checked)', 'backgroundColor'),
    );
    await page.keyboard.press('Escape');
    // The switch of the demo's network, first on, then off.
    const track = 'footer .mantine-Switch-track';
    const on = await styleOf(track, 'backgroundColor');
    await page.getByRole('switch', { name: 'Demo network' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => styleOf(track, 'backgroundColor')).not.toBe(on);
    await page.keyboard.press('Space');
    await expect.poll(() => styleOf(track, 'backgroundColor')).toBe(on);
    await context.close();
  });

  it('keeps everything reachable at 200 %', async () => {
    const context = await browser.newContext({
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
      locale: 'en-US',
    });
    const page = await context.newPage();
    await page.goto(app.url);
    await page.getByText(/Data as of/).waitFor({ timeout: 120_000 });
    const overflowing: string[] = [];
    for (const place of checked) {
      await page.evaluate((to) => {
        window.location.hash = `#/${to}`;
      }, place);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
        overflowing.push(place);
    }
    expect(overflowing).toEqual([]);
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    for (const name of ['Columns', 'Filter']) {
      await page.getByRole('button', { name, exact: true }).click();
      await shownInFull(page.getByRole('dialog'));
      const within = async (): Promise<boolean> => {
        const box = await page.getByRole('dialog').boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= 400;
      };
      await expect.poll(within, { message: name }).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await context.close();
  });
});
