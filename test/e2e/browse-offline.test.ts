/**
 * The main job of a rep: connect to a service, copy it, look things up, continue without the service, restart
 * without it and find everything again. Real processes, a real browser.
 */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taggedKey, unlock } from '../../src/main/node/encrypt-database';
import { browserPath, expectVisible, launchBrowser, openPage } from '../support/browser';
import { startApp, startServiceProcess, type Running } from '../support/processes';

const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const goTo = (page: Page, screen: string) =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click();
/** Of this list only: the screen before it is shown for a moment after the click, and has a search too. */
const companySearch = (page: Page) => page.getByPlaceholder('Search companies');
const statusBar = (page: Page) =>
  page.getByRole('contentinfo').or(page.locator('[aria-label="Status"]')).first();

describe.skipIf(!browserPath)('connect, copy, browse, lose the service, restart', () => {
  let browser: Browser;
  let service: Running;
  let app: Running;
  let page: Page;
  let problems: string[];
  const data = mkdtempSync(join(tmpdir(), 'satchel-e2e-'));

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startServiceProcess(['--memory', '--dataset', '120', '--seed', '7']);
    app = await startApp(['--data', data, '--base-url', service.url]);
    ({ page, problems } = await openPage(browser));
    await page.goto(app.url);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
    await service.stop();
  });

  it('explains that credentials are wrong, then connects and shows the user', async () => {
    await page.getByLabel('CRM address').fill(service.url);
    await page.getByText('Advanced').click();
    await page.getByText('Client ID only').click();
    await page.getByLabel('Client ID').last().fill('demo-client');
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expectVisible(page.getByText('Unknown client ID or secret'));
    await page.getByLabel('Client secret').fill('demo-secret');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expectVisible(page.getByText(/^Connected\. CRM time/));
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expectVisible(page.getByRole('navigation', { name: 'Screens' }));
  });

  it('copies the service, newest first, until the data is complete', async () => {
    await expect
      .poll(() => statusBar(page).textContent(), { timeout: 90_000 })
      .toMatch(/Online[\s\S]*Data as of/);
    await goTo(page, 'Orders');
    await rows(page).nth(5).waitFor();
  });

  it('finds companies by two Chinese characters', async () => {
    await goTo(page, 'Customers');
    await rows(page).nth(3).waitFor();
    await companySearch(page).fill('贸易');
    await expect.poll(async () => (await rows(page).nth(1).textContent()) ?? '').toContain('贸易');
    const unmatched = async (): Promise<string[]> =>
      (await rows(page).allTextContents()).slice(1).filter((name) => !name.includes('贸易'));
    await expect.poll(unmatched).toEqual([]); // rows still loading have no text yet
    expect(await rows(page).count()).toBeGreaterThan(4);
    await companySearch(page).fill('');
  });

  it('filters orders, opens one and shows its fields', async () => {
    await goTo(page, 'Orders');
    const total = async (): Promise<number> =>
      Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    await expect.poll(total).toBeGreaterThan(100);
    const all = await total();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByPlaceholder('Find a field').fill('Currency');
    await page
      .getByRole('option', { name: /^Currency/ })
      .or(page.getByRole('menuitem', { name: /^Currency/ }))
      .or(page.getByRole('button', { name: /^Currency/ }))
      .first()
      .click();
    await page.getByRole('checkbox', { name: /^EUR/ }).or(page.getByLabel(/^EUR/)).first().click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(total).toBeLessThan(all);
    expect(await total()).toBeGreaterThan(0);
    await rows(page).nth(1).click();
    await page.getByText('Summary').waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps browsing when the service is gone, with no error on screen', async () => {
    await service.stop('SIGKILL');
    await goTo(page, 'Settings');
    await goTo(page, 'Quotations');
    await rows(page).nth(5).waitFor();
    await rows(page).nth(1).click();
    await page.getByText('Summary').waitFor();
    await page
      .getByRole('button', { name: /Sync now/ })
      .click()
      .catch(() => undefined);
    await expect.poll(() => statusBar(page).textContent(), { timeout: 90_000 }).toContain('Offline since');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows everything after a restart without the service', async () => {
    await app.stop('SIGKILL');
    app = await startApp(['--data', data]);
    ({ page, problems } = await openPage(browser));
    await page.goto(app.url);
    await goTo(page, 'Orders');
    await expect
      .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')), {
        timeout: 20_000,
      })
      .toBeGreaterThan(100);
    await goTo(page, 'Customers');
    await companySearch(page).fill('贸易');
    await expect.poll(async () => (await rows(page).nth(1).textContent()) ?? '').toContain('贸易');
    await rows(page).nth(1).click();
    await page.getByText('Summary').waitFor();
    expect(problems).toEqual([]);
  });

  it('shows which record of a damaged copy cannot be read, and all other records', async () => {
    await goTo(page, 'Orders');
    const numberAt = (at: number) => rows(page).nth(at).getByRole('gridcell').first().textContent();
    await expect.poll(() => numberAt(3)).toMatch(/\w/);
    const numbers = await Promise.all([1, 2, 3].map(numberAt));
    await app.stop();
    const [account = ''] = readdirSync(join(data, 'accounts'));
    const copy = unlock(new Database(join(data, 'accounts', account, 'cache.db')), taggedKey(null));
    const damage = copy.prepare("UPDATE order_doc SET raw = '?' || raw WHERE instr(raw, ?) > 0");
    expect(damage.run(`"${numbers[1]}"`).changes).toBe(1);
    copy.close();
    app = await startApp(['--data', data]);
    ({ page, problems } = await openPage(browser));
    await page.goto(app.url);
    await goTo(page, 'Orders');
    await expect.poll(() => numberAt(2)).toBe('Can’t be read');
    expect([await numberAt(1), await numberAt(3)]).toEqual([numbers[0], numbers[2]]);
    await expectVisible(page.getByText(/^Part of the local copy is damaged/));
    // An unreadable record cannot be opened.
    await rows(page).nth(2).click();
    await rows(page).nth(3).click();
    await page.getByText('Summary').waitFor();
  });
});
