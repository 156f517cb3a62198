/**
 * Print and export: previews and their print layout, statements, and lists as CSV and workbooks that other
 * parsers read.
 */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Browser, Locator, Page } from 'playwright-core';
import readWorkbook from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath, goToHash, openPage, shownInFull } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type Core, submit } from '../support/outbox-window';
import type { Running } from '../support/processes';

const go = async (page: Page, hash: string): Promise<void> => {
  await goToHash(page, `#/${hash}`);
  await page.locator('[role="grid"][aria-busy="false"]').getByRole('row').nth(4).waitFor();
};
const pagesOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;

describe.skipIf(!browserPath)('documents and exports', () => {
  const desk = makeDesk();
  let browser: Browser;
  let app: Running;
  let page: Page;
  let core: Core;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems, app, browser, core } = await desk.openDemo());
    await page.goto(app.url);
    await page.getByText(/Data as of/).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Close the guide' }).click();
  });
  const preview = () => page.getByRole('dialog', { name: 'Print preview' });

  it('shows an order as a page, prints nothing else, and returns the focus', async () => {
    await go(page, 'orders');
    await page.getByRole('grid').getByRole('row').nth(3).click();
    const number = await page.getByRole('complementary').getByRole('heading', { level: 2 }).innerText();
    await page.getByRole('complementary').getByRole('button', { name: 'Print', exact: true }).click();
    await preview().getByRole('heading', { name: 'Sales order' }).waitFor();
    const paper = preview().getByRole('article');
    expect(await paper.innerText()).toContain(number);
    expect(await paper.getByRole('row').count()).toBeGreaterThan(1);
    expect(await page.title()).toContain(number);
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print or save as PDF' }).isVisible()).toBe(false);
    expect(await paper.isVisible()).toBe(true);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    await page.emulateMedia({ media: 'screen' });
    await preview().getByText('简体中文', { exact: true }).click();
    await preview().getByRole('heading', { name: '销售订单' }).waitFor();
    await page.keyboard.press('Escape');
    await preview().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Print');
  });

  it.each([
    ['quotations', 'Quotation'],
    ['invoices', 'Invoice'],
    ['receipts', 'Receipt'],
  ])('prints one of the %s by its key', async (screen, title) => {
    await go(page, screen);
    await page.getByRole('grid').getByRole('row').nth(2).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Print', exact: true }).waitFor();
    await page.keyboard.press('Control+p');
    await preview().getByRole('heading', { name: title, exact: true }).waitFor();
    expect(await preview().getByRole('article').innerText()).toMatch(/Customer/);
    await page.keyboard.press('Escape');
  });

  it('states a company’s account for a period, with totals per currency', async () => {
    await go(page, 'customers');
    await page.getByRole('grid').getByRole('row').nth(3).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Statement' }).click();
    await preview().getByRole('heading', { name: 'Statement of account' }).waitFor();
    await preview().getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Everything' }).click();
    await preview().getByText('Summary by currency').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The rows of a currency must add up to its total, to the cent.
    const sums = await preview()
      .getByRole('article')
      .evaluate((paper) => {
        const cents = (text: string): bigint =>
          BigInt(
            text
              .replace(/[^\d.-]/g, '')
              .replace(/^(-?\d+)$/, '$1.00')
              .replace('.', ''),
          );
        const tables = [...paper.querySelectorAll('table')];
        const [summary, ...parts] = tables;
        const totals = [...(summary?.querySelectorAll('tbody tr') ?? [])].map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.innerText),
        );
        const heads = parts.map((table) => table.closest('section')?.querySelector('h3')?.innerText);
        return totals
          .filter(([currency]) => currency !== 'JPY')
          .map(([currency, ordered]) => {
            const rows = [...(parts[heads.indexOf('Orders')]?.querySelectorAll('tbody tr') ?? [])].map(
              (row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText),
            );
            const sum = rows
              .filter((row) => row.at(-2) === currency)
              .reduce((all, row) => all + cents(row.at(-1) ?? '0.00'), 0n);
            return { currency, stated: String(cents(ordered ?? '0')), sum: String(sum) };
          });
      });
    expect(sums.length).toBeGreaterThan(0);
    for (const { stated, sum } of sums) expect(stated).toBe(sum);
    await page.keyboard.press('Escape');
  });

  it('prints from the page of a customer: the statement, or the document that is open beside it', async () => {
    const { rows } = await core.records.page({ view: { resource: 'order' }, start: 0, limit: 1 });
    const [order] = rows;
    const id = String((order?.values.company as { company_id?: unknown } | undefined)?.company_id);
    const showPage = async (more: string): Promise<void> => {
      await goToHash(page, `#/customers?page=company~${id}${more}`);
      await page.getByRole('region', { name: 'Summary' }).first().waitFor();
    };
    await showPage('');
    await page.keyboard.press('Control+p');
    await preview().getByRole('heading', { name: 'Statement of account' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Statement' }).click();
    await preview().getByRole('heading', { name: 'Statement of account' }).waitFor();
    await page.keyboard.press('Escape');
    await showPage(`&open=order~${order?.id}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Print', exact: true }).waitFor();
    await page.keyboard.press('Control+p');
    await preview().getByRole('heading', { name: 'Sales order' }).waitFor();
    expect(await preview().getByRole('article').innerText()).toContain(String(order?.values.order_no));
    await page.keyboard.press('Escape');
    // A note is no document, so the key prints what the button of the page names.
    const notes = await core.records.page({ view: { resource: 'trail' }, start: 0, limit: 1 });
    await showPage(`&open=trail~${notes.rows[0]?.id}`);
    await page.getByRole('complementary').waitFor();
    await page.keyboard.press('Control+p');
    await preview().getByRole('heading', { name: 'Statement of account' }).waitFor({ timeout: 10_000 });
    await page.keyboard.press('Escape');
  });

  it('counts only delivered documents on a statement, and shows a waiting receipt separately, without its local id', async () => {
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 1, limit: 1 });
    const id = rows[0]?.id ?? '';
    await core.accounts.setDemoOffline({ offline: true });
    await submit(core, {
      kind: 'receipt',
      target: null,
      fields: {
        amount: '1234567',
        currency: 'JPY',
        company_id: id,
      },
    });
    await page.goto(`${app.url}#/customers?open=company~${id}&print=company~${id}&period=..`);
    await preview().getByText('1,234,567').first().waitFor();
    const text = await preview().getByRole('article').innerText();
    expect(text).not.toContain('local:');
    expect(text.match(/1,234,567/g)).toHaveLength(1);
    expect(text.slice(text.indexOf('Not in the CRM yet'))).toContain('1,234,567');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await core.accounts.setDemoOffline({ offline: false });
  });

  it('keeps a right-to-left name at its place on a statement, and its neighbours in their order in the footer', async () => {
    const name = 'شركة النور 2000';
    await core.accounts.setDemoOffline({ offline: true });
    const id = await submit(core, { kind: 'company', target: null, fields: { name, pool_id: '0' } });
    await page.goto(`${app.url}#/customers?page=company~${id}&print=company~${id}&period=..`);
    const shown = preview().getByRole('article').getByText(name);
    await shown.waitFor();
    const leftOf = (text: Locator): Promise<number> =>
      text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
    expect(await leftOf(shown)).toBe(await leftOf(preview().getByText('Customer', { exact: true })));
    expect(await shown.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    const rules = await page.evaluate(() =>
      document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)),
    );
    expect(rules.join()).toContain(`Demo · Statement of account · \u2068${name}\u2069 · `);
    await page.keyboard.press('Escape');
    await core.outbox.discard({ id });
    await core.accounts.setDemoOffline({ offline: false });
  });

  it('prints a long list on many pages with repeated headers', async () => {
    await go(page, 'orders');
    await page.keyboard.press('Control+p');
    await preview().getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await preview().getByRole('row').nth(50).waitFor();
    expect(
      await preview()
        .locator('thead')
        .evaluate((head) => getComputedStyle(head).display),
    ).toBe('table-header-group');
    expect(await preview().innerText()).toMatch(/First 1,000 of 1,1\d\d rows/);
    await page.emulateMedia({ media: 'print' });
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThan(10);
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
  });

  it('Escape closes only the dialog on top of the preview', async () => {
    await page.keyboard.press('Control+p');
    for (const key of ['?', 'Control+k']) {
      await preview().getByRole('button', { name: 'Print or save as PDF' }).focus();
      await page.keyboard.press(key);
      await expect.poll(() => page.getByRole('dialog').count()).toBe(2);
      await shownInFull(page.getByRole('dialog').last());
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBeLessThan(2);
      await page.waitForTimeout(200);
      expect(await preview().count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await preview().waitFor({ state: 'detached' });
  });

  const exported = async (format: 'CSV' | 'Excel workbook', which: RegExp): Promise<Buffer> => {
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await dialog.getByText(format, { exact: true }).click();
    await dialog.getByRole('radio', { name: which }).check();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const download = await downloading;
    await dialog.getByText(/^Download started: .*\.(csv|xlsx)$/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    return readFileSync(await download.path());
  };

  it('exports the filtered list as CSV with every field: each record once, ids digit for digit', async () => {
    await go(page, 'customers?tab=leads');
    await page.getByPlaceholder(/^Search (?!records)/).fill('3000000000000');
    await expect
      .poll(async () => (await page.getByRole('grid').getAttribute('aria-rowcount')) ?? '')
      .toMatch(/^[2-9]$|^\d\d$/);
    const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    const text = (await exported('CSV', /^All/)).toString('utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(count);
    for (const row of data) expect((row['Lead ID'] ?? '').trim()).toMatch(/^3\d{18}$/);
    await page.getByPlaceholder(/^Search (?!records)/).fill('');
  });

  it('exports the whole list as a workbook: amounts are numbers, days are days, Chinese is Chinese', async () => {
    await go(page, 'orders');
    const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    const [sheet] = await readWorkbook(await exported('Excel workbook', /^Shown/));
    const [head = [], ...rows] = sheet?.data ?? [];
    expect(sheet?.sheet).toBe('Orders');
    expect(rows).toHaveLength(count);
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    expect(column('Amount').every((cell) => typeof cell === 'number')).toBe(true);
    expect(
      column('Order date')
        .filter((cell) => cell !== null)
        .every((cell) => cell instanceof Date),
    ).toBe(true);
    expect(column('Name').some((cell) => /[\u4E00-\u9FFF]/.test(String(cell)))).toBe(true);
    expect(new Set(column('Order no.')).size).toBe(count);
  });

  it('has an export dialog and a menu without an accessibility finding, in Chinese, dark and narrow', async () => {
    const other = await openPage(browser, { locale: 'zh-CN', dark: true, width: 900 });
    await other.page.goto(app.url);
    await go(other.page, 'orders');
    await other.page.keyboard.press('Control+e');
    await shownInFull(other.page.getByRole('dialog'));
    expect(await axeViolations(other.page)).toEqual([]);
    await other.page.keyboard.press('Escape');
    await other.page.getByRole('grid').getByRole('row').nth(3).click();
    await other.page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    await other.page.keyboard.press('Control+p');
    await shownInFull(other.page.getByRole('article'));
    expect(await axeViolations(other.page)).toEqual([]);
    expect(other.problems).toEqual([]);
    await other.page.context().close();
    expect(problems).toEqual([]);
  });
});
