/**
 * The page of a company or lead: opened in four ways, its timeline filtered and read offline, a note in it
 * that waits to be sent, and the way back to the same place in the list.
 */
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath, expectVisible, goToHash, openPage } from '../support/browser';
import { makeDesk } from '../support/desk';
import { expectFocused } from '../support/focus';
import { submit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

const NOTE = 'Asked for a price in euro 欧元报价';

/** A row that is visible when the list is scrolled to 2,000 pixels. */
const ROW_IN_VIEW = 76;

/** A machine that builds, tests and renders at once is slow. */
const SOON = { timeout: 20_000 };

describe.skipIf(!browserPath)('the customer page', () => {
  const desk = makeDesk();
  let app: Running;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let core: Core;
  /** A company with activity, orders and a quotation. */
  let company: { id: string; name: string; trail: number };

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const story = () => page.getByRole('list', { name: 'Timeline, newest first' });
  const entries = () => story().locator('[data-index]');
  const kind = (name: string) =>
    page.getByRole('group', { name: 'Kinds' }).getByRole('button', { name: new RegExp(`^${name}`) });
  const go = (hash: string): Promise<void> => goToHash(page, hash);

  beforeAll(async () => {
    ({ page, problems, core, app, browser } = await desk.openDemo());
    await page.goto(app.url);
    await page
      .getByText(/Data as of/)
      .first()
      .waitFor({ timeout: 120_000 });
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 200 });
    for (const row of rows) {
      const { kinds } = await core.timeline.figures({ resource: 'company', id: row.id });
      const count = (name: string): number => kinds.find((entry) => entry.kind === name)?.count ?? 0;
      const all = kinds.reduce((sum, entry) => sum + entry.count, 0);
      if (all > 12 && count('trail') >= 3 && count('order') >= 2 && count('quotation') >= 1) {
        company = { id: row.id, name: String(row.values.name), trail: count('trail') };
        break;
      }
    }
    expect(company).toBeDefined();
  });

  it.each(['no-preference', 'reduce'] as const)(
    'opens by a double click and leads back to the place in the list (motion: %s)',
    async (reducedMotion) => {
      await page.emulateMedia({ reducedMotion });
      await go('#/today');
      await go('#/customers');
      const grid = page.getByRole('grid');
      await grid.getByRole('row').nth(5).waitFor();
      await grid.evaluate((element) => {
        element.scrollTop = 2_000;
      });
      await expect.poll(() => grid.evaluate((element) => element.scrollTop), SOON).toBe(2_000);
      const cell = grid.locator(`#c${ROW_IN_VIEW}-0`);
      await expect.poll(async () => (await cell.innerText()).trim(), SOON).not.toBe('');
      const name = (await cell.innerText()).trim();
      await cell.dblclick();
      await heading(name).waitFor();
      expect(page.url()).toContain('page=company');
      await page.getByRole('button', { name: 'Customers', exact: true }).click();
      await grid.waitFor();
      await expect.poll(() => grid.evaluate((element) => element.scrollTop), SOON).toBe(2_000);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await grid.evaluate((element) => {
        element.scrollTop = 0;
      });
    },
  );

  it('opens by a double click also where the panel appears under the pointer', async () => {
    await go('#/today');
    await go('#/customers');
    const grid = page.getByRole('grid');
    // The list may return to the place where an earlier test left it, once it has read its rows.
    const name = (): Promise<string> =>
      grid.evaluate((element) => {
        element.scrollTop = 0;
        return element.querySelector('#c2-0')?.textContent ?? '';
      });
    await expect.poll(name, SOON).not.toBe('');
    const { width } = page.viewportSize() ?? { width: 0 };
    const { y, height } = (await grid.locator('#c2-0').boundingBox()) ?? { y: 0, height: 0 };
    await page.mouse.dblclick(width - 200, y + height / 2, { delay: 20 });
    await expectVisible(page.getByRole('region', { name: 'Summary' }));
    expect(page.url()).toContain('page=company');
    await expectFocused(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor();
  });

  it('opens by Enter and Enter, from the panel and from the search; Esc goes back', async () => {
    await go('#/customers');
    const grid = page.getByRole('grid');
    await grid.getByRole('row').nth(2).waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('complementary', { name: 'Company' }));
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('region', { name: 'Summary' }));
    // The page takes the focus after it is drawn.
    await expectFocused(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Escape');
    await expectVisible(grid);
    await page.getByRole('button', { name: 'Open page' }).click();
    await expectVisible(page.getByRole('region', { name: 'Summary' }));
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(company.name);
    await page.getByRole('option', { name: company.name }).filter({ hasText: 'Company' }).first().click();
    await expectVisible(heading(company.name));
    await page.goBack();
    await page.goForward();
    await expectVisible(heading(company.name));
  });

  it('shows the timeline newest first, filtered by kind, person and words; an item opens beside it', async () => {
    await go(`#/customers?page=company~${company.id}`);
    await heading(company.name).waitFor();
    await entries().first().waitFor();
    await kind('Orders').click();
    await expect.poll(() => kind('Orders').getAttribute('aria-pressed'), SOON).toBe('true');
    await expect
      .poll(
        async () =>
          new Set(
            await entries()
              .locator('[data-kind]')
              .evaluateAll((lines) => lines.map((line) => line.getAttribute('data-kind'))),
          ),
        SOON,
      )
      .toEqual(new Set(['order']));
    const number = /SO\d+/.exec(await entries().first().innerText())?.[0] ?? '';
    await kind('Orders').click();
    await page.getByRole('textbox', { name: 'Search this timeline' }).fill(number);
    await expect.poll(() => entries().count(), SOON).toBe(1);
    await entries().first().getByRole('button').click();
    await page.getByRole('complementary', { name: 'Order' }).getByRole('heading', { name: number }).waitFor();
    await page.getByRole('complementary', { name: 'Order' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('textbox', { name: 'Search this timeline' }).fill('nothing is called this');
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(() => entries().count(), SOON).toBeGreaterThan(3);
  });

  it('Esc closes what is open beside the page, then the page, wherever the focus is on the page', async () => {
    await go('#/orders');
    await page.getByRole('grid').waitFor();
    await go(`#/customers?page=company~${company.id}`);
    await entries().first().getByRole('button').first().click();
    await page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url(), SOON).not.toContain('open=');
    expect(page.url()).toContain('page=company');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url(), SOON).not.toContain('page=company');
  });

  it('keeps the focus in the search while the user types slowly, empties it, and shows everything', async () => {
    await go(`#/customers?page=company~${company.id}`);
    await entries().first().waitFor();
    let all = 0;
    // The entries are measured after they are drawn, and then fewer of them may be drawn.
    const isSteady = async (): Promise<boolean> => {
      const before = all;
      all = await entries().count();
      return all === before;
    };
    await expect.poll(isSteady, SOON).toBe(true);
    const field = page.getByRole('textbox', { name: 'Search this timeline' });
    await field.click();
    // Longer than the delay of the search, so that the list changes between the letters. `c` is a shortcut.
    await page.keyboard.type('nice', { delay: 260 });
    expect(await field.inputValue()).toBe('nice');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await expect.poll(() => entries().count(), SOON).toBe(all);
    await page.keyboard.type('zz', { delay: 260 });
    expect(await field.inputValue()).toBe('zz');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    // The button is gone, so the search gets the focus.
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => entries().count(), SOON).toBe(all);
  });

  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'));

  it('is one tab stop, and the arrow keys move within it', async () => {
    await entries().first().getByRole('button').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused, SOON).toBe('2');
    expect(await story().locator('[data-line][tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Home');
    await expect.poll(focused, SOON).toBe('0');
  });

  it('moves one entry with each press of a key that is held down', async () => {
    await entries().first().getByRole('button').focus();
    for (let press = 0; press < 12; press += 1) await page.keyboard.down('ArrowDown');
    await page.keyboard.up('ArrowDown');
    await expect.poll(focused, SOON).toBe('12');
    await page.keyboard.press('Home');
    await expect.poll(focused, SOON).toBe('0');
  });

  it('moves from the entry that has the focus after a new entry has come before it', async () => {
    await core.outbox.pause({ paused: true });
    await entries().nth(1).getByRole('button').focus();
    const id = await submit(core, {
      kind: 'trailNote',
      fields: { company_id: company.id, content: 'Comes before', remark_type: 101 },
      children: [],
    });
    await expect.poll(focused, SOON).toBe('2');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused, SOON).toBe('1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused, SOON).toBe('3');
    await core.outbox.discard({ id });
    await core.outbox.pause({ paused: false });
    await entries().filter({ hasText: 'Comes before' }).waitFor({ state: 'detached' });
  });

  it('leaves the focus where Tab moved it right after an arrow key', async () => {
    await entries().first().getByRole('button').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Tab');
    await page.waitForTimeout(200);
    expect(await focused()).toBeUndefined();
  });

  it('shows documents as tables, and links to contacts with safe links only', async () => {
    await page.getByRole('tab', { name: 'Orders' }).click();
    const table = page.getByRole('region', { name: `Orders for ${company.name}` });
    await table.getByRole('row').nth(1).waitFor();
    const [{ total } = { total: -1 }] = (
      await core.records.related({ resource: 'company', id: company.id, limit: 1 })
    ).filter(({ resource }) => resource === 'order');
    await table.getByRole('button', { name: `Show all ${total} in Orders` }).click();
    await page.getByRole('grid', { name: 'orders list' }).waitFor();
    await expect
      .poll(() => page.getByRole('grid').getAttribute('aria-rowcount'), SOON)
      .toBe(String(total + 1));
    await page.goBack();
    const links = await page
      .getByRole('region', { name: 'Contacts' })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const href of links) expect(href).toMatch(/^(?:mailto:|tel:\+?\d|https:\/\/)/);
  });

  it('saves a note with the network off, shows it as waiting in the timeline, and as delivered when the network is on again', async () => {
    await go(`#/customers?page=company~${company.id}`);
    await entries().first().waitFor();
    await core.accounts.setDemoOffline({ offline: true });
    await expect.poll(() => page.locator('body').innerText(), { timeout: 20_000 }).toMatch(/Offline/);
    await page.getByRole('button', { name: 'New note' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Note|Content|What/ })
      .first()
      .fill(NOTE);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const mine = entries().filter({ hasText: NOTE });
    await mine.getByText('To send').waitFor();
    expect(await entries().first().innerText()).toContain(NOTE);
    await core.accounts.setDemoOffline({ offline: false });
    await expect.poll(() => mine.getByText('To send').count(), { timeout: 60_000 }).toBe(0);
    await expect.poll(() => mine.count(), SOON).toBe(1);
    const figures = await core.timeline.figures({ resource: 'company', id: company.id });
    await expect
      .poll(
        async () =>
          (await core.timeline.figures({ resource: 'company', id: company.id })).kinds.find(
            ({ kind: name }) => name === 'trail',
          )?.count,
        { timeout: 30_000 },
      )
      .toBe(company.trail + 1);
    expect(figures.pending).toBe(0);
  });

  it('of a lead has a summary, but no documents and no new invoice', async () => {
    await go('#/customers?tab=leads');
    await page
      .getByRole('grid', { name: 'leads list' })
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .first()
      .dblclick();
    await page.getByRole('region', { name: 'Summary' }).waitFor();
    expect(page.url()).toContain('page=lead');
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New invoice' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Customers', exact: true }).click();
    await page.getByRole('grid', { name: 'leads list' }).waitFor();
  });

  it('scrolls as one in a low window, with the tabs in view', async () => {
    await go(`#/customers?page=company~${company.id}`);
    await entries().first().waitFor();
    const scrolling = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('main *')].filter(
            (one) =>
              one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY),
          ).length,
      );
    await page.setViewportSize({ width: 1280, height: 640 });
    await expect.poll(scrolling).toBe(1);
    await story().locator('[data-line]').first().focus();
    await page.keyboard.press('End');
    const focused = story().locator('[data-line]:focus');
    await expect.poll(() => focused.count()).toBe(1);
    await page.keyboard.press('Home');
    // The tabs and the entry with the focus do not cover each other.
    const isSeen = () =>
      focused.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await expect.poll(isSeen).toBe(true);
    expect(await page.getByRole('tab', { name: 'Timeline' }).isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await expect.poll(() => page.evaluate(() => document.querySelector('[data-scrolls]'))).toBe(null);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('passes the accessibility checker in both languages and themes, wide and narrow', async () => {
    await go(`#/customers?page=company~${company.id}`);
    await entries().first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const { page: narrow } = await openPage(browser, { width: 900, locale: 'zh-CN', dark: true });
    await narrow.addInitScript(() =>
      localStorage.setItem('satchel.ui', JSON.stringify({ language: 'zh-CN', theme: 'dark' })),
    );
    await narrow.goto(`${app.url}#/customers?page=company~${company.id}&part=about`);
    await narrow.getByRole('tab', { name: '资料' }).waitFor();
    await narrow.getByRole('heading', { name: '联系人', level: 2 }).waitFor();
    expect(await axeViolations(narrow)).toEqual([]);
    await narrow.context().close();
    expect(problems).toEqual([]);
  });
});
