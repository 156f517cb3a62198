/** Products: their list and search, the stock in the panel, and a product as a line of an invoice. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserPath, expectVisible } from '../support/browser';
import { makeDesk } from '../support/desk';
import { inCiOnly } from '../support/thorough';
import type { Core } from '../support/outbox-window';

/** A machine that builds, tests and renders at once is slow. */
const SOON = { timeout: 20_000 };
/** Some orders are completely invoiced. */
const ORDERS_TRIED = 12;

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const panel = (page: Page) => page.getByRole('complementary');
const listIsShown = (page: Page): Promise<void> =>
  page.locator('[role="grid"][aria-busy="false"]').getByRole('row').nth(1).waitFor();

interface StockRow {
  warehouse_id: string;
  enable_count: string;
}
/** The seventh product, which has two SKUs with stock. */
const inColours = async (core: Core) => {
  const view = { resource: 'product' as const, search: 'P10006' };
  const { rows } = await core.records.page({ view, start: 0, limit: 1 });
  const record = await core.records.get({ resource: 'product', id: rows[0]?.id ?? '' });
  if (record === null) throw new Error('there is no product P10006');
  return { id: record.id, title: record.title, stock: record.values.stock_list as StockRow[] | undefined };
};

describe.skipIf(!browserPath)('products', () => {
  const desk = makeDesk();

  it('have a list with prices and are found by number and model; the panel shows SKUs and stock by warehouse', async () => {
    const { page, core, app, problems } = await desk.openDemo();
    await page.goto(app.url);
    await rail(page).getByRole('link', { name: 'Products' }).click();
    await listIsShown(page);
    await expectVisible(page.getByRole('columnheader', { name: 'Price from' }));
    const search = page.getByRole('textbox', { name: 'Search products' });
    await search.fill('P10006');
    const row = page.getByRole('row').filter({ hasText: 'P10006' });
    await expectVisible(row.getByText(/^USD\s\d+\.\d{2}$/).first());
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await row.getByText('P10006').click();

    const { title } = await inColours(core);
    await panel(page).getByRole('heading', { level: 2, name: title }).waitFor();
    await expectVisible(panel(page).getByText('Test reports'));
    await expect.poll(async () => (await inColours(core)).stock?.length ?? 0, SOON).toBeGreaterThan(1);
    const { stock = [] } = await inColours(core);
    await panel(page).getByRole('tab', { name: 'SKUs and stock' }).click();
    const table = panel(page).getByRole('table');
    await expectVisible(table.getByText('Colour 颜色: Brass 黄铜'));
    const total = stock.reduce((sum, { enable_count: count }) => sum + Number(count), 0);
    await expectVisible(table.getByRole('row', { name: `Total ${total}` }));
    // The names of the warehouses may arrive later than the stock.
    await expect
      .poll(() => table.getByRole('row', { name: /Ningbo/ }).count())
      .toBe(stock.filter(({ warehouse_id: id }) => id === '2001').length);
    await expectVisible(panel(page).getByText(/^Stock as of /));
    expect(problems).toEqual([]);
  });

  inCiOnly(() => {
    it('are selected for a line of an invoice, with the unit that this CRM requires', async () => {
      const { page, core, app, control } = await desk.connect({}, [], ['--profile', 'live']);
      await core.outbox.release({ kind: 'outboundInvoice' });
      await page.goto(`${app.url}#/orders`);
      await listIsShown(page);
      const form = page.getByRole('dialog', { name: 'New invoice' });
      for (let at = 1; at <= ORDERS_TRIED; at += 1) {
        await page.locator('[role="grid"]').getByRole('row').nth(at).click();
        await page.getByRole('button', { name: 'New from here' }).click();
        await page.getByRole('menuitem', { name: 'New invoice from this order' }).click();
        await form.getByLabel('Invoice no.').waitFor();
        if ((await form.getByLabel('Quantity').count()) > 0) break;
        await page.keyboard.press('Escape');
        await form.waitFor({ state: 'detached' });
      }
      const before = await form.getByLabel('Quantity').count();
      expect(before).toBeGreaterThan(0);
      // The service sends prices such as 209.79999999999998.
      const prices = await form
        .getByLabel('Unit price')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      expect(prices.filter((text) => !/^\d+(\.\d{1,6})?$/.test(text))).toEqual([]);
      const picker = form.getByRole('combobox', { name: 'Add a product without order' });
      await picker.fill('P10006-2');
      await page.getByRole('option', { name: /Brass 黄铜/ }).click();
      await expect.poll(() => form.getByLabel('Quantity').count()).toBe(before + 1);
      expect(await picker.inputValue()).toBe('');
      await expectVisible(form.getByRole('group', { name: 'Storage box 1 · Colour 颜色: Brass 黄铜' }));
      await form.getByLabel('Quantity').last().fill('4');
      const price = form.getByLabel('Unit price').last();
      if ((await price.inputValue()) === '') await price.fill('9.5');
      const number = await form.getByLabel('Invoice no.').inputValue();
      await page.keyboard.press('Control+Enter');
      // The details of other invoices arrive meanwhile; with them, the quantities may exceed the order.
      const anyway = form.getByRole('button', { name: 'Save anyway' });
      await expect
        .poll(async () => (await anyway.isVisible()) || (await form.count()) === 0, SOON)
        .toBe(true);
      if (await anyway.isVisible()) await anyway.click();
      await form.waitFor({ state: 'detached' });
      await expect.poll(async () => (await core.outbox.summary()).counts.applied, SOON).toBe(1);
      const invoices = await control.truth('outboundInvoice');
      const made = invoices.find(({ doc }) => doc.serial_id === number);
      const lines = (made?.detail.record_list ?? []) as Record<string, unknown>[];
      const record = await inColours(core);
      expect(lines.map((line) => String(line.product_id))).toContain(record.id);
      expect(
        lines.find((line) => String(line.product_id) === record.id && Number(line.order_id) === 0),
      ).toMatchObject({
        outbound_count: 4,
        product_unit: 'CTN',
        sku_id: expect.anything(),
      });
    });
  });
});
