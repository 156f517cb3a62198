/** Products: their list and search, the stock in the panel, also offline; and a CRM that has none to offer. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserPath, expectVisible, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Core } from '../support/outbox-window';

/** Machines that build, test and show at once are slow. */
const SOON = { timeout: 20_000 };

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const panel = (page: Page) => page.getByRole('complementary');
const listIsShown = (page: Page): Promise<void> =>
  page.locator('[role="grid"][aria-busy="false"]').getByRole('row').nth(1).waitFor();

interface StockRow {
  warehouse_id: string;
  enable_count: string;
}
/** The seventh product has two SKUs, which have stock. */
const inColours = async (core: Core) => {
  const view = { resource: 'product' as const, search: 'P10006' };
  const { rows } = await core.records.page({ view, start: 0, limit: 1 });
  const record = await core.records.get({ resource: 'product', id: rows[0]?.id ?? '' });
  if (record === null) throw new Error('there is no product P10006');
  return { id: record.id, title: record.title, stock: record.values.stock_list as StockRow[] | undefined };
};

describe.skipIf(!browserPath)('products', () => {
  const desk = makeDesk();

  it('are a list with prices, found by number and model; the panel shows SKUs and stock by warehouse', async () => {
    const { page, core, app, problems } = await desk.connect();
    await page.goto(app.url);
    await rail(page).getByRole('link', { name: 'Products' }).click();
    await listIsShown(page);
    await expectVisible(page.getByRole('columnheader', { name: 'Price from' }));
    const search = page.getByRole('textbox', { name: 'Search products' });
    await search.fill('P10006');
    const row = page.getByRole('row').filter({ hasText: 'P10006' });
    await expectVisible(row.getByText(/^\$\d+\.\d{2}$/).first());
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
    expect(await table.getByRole('row', { name: /Ningbo/ }).count()).toBe(
      stock.filter(({ warehouse_id: id }) => id === '2001').length,
    );
    await expectVisible(panel(page).getByText(/^Stock as of /));
    expect(problems).toEqual([]);
  });

  it('are not offered where the CRM has none', async () => {
    const { page, app } = await desk.connect({}, [], ['--profile', 'contract']);
    await page.goto(app.url);
    await rail(page).getByRole('link', { name: 'Customers' }).click();
    await listIsShown(page);
    await rail(page).getByRole('link', { name: 'Products' }).waitFor({ state: 'detached' });
    await goToHash(page, '#/today');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Produ');
    expect(await page.getByRole('option', { name: 'Products' }).count()).toBe(0);
  });
});
