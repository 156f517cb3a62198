/**
 * Collections: their list, the collections of an order with the amount left, the link to the order, and a
 * customer's collections.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations, browserPath, expectVisible, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Core } from '../support/outbox-window';
import { inCiOnly } from '../support/thorough';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const panel = (page: Page) => page.getByRole('complementary');
const usd = (amount: string): string =>
  `USD ${Number(amount).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** An order in dollars with an effective collection and an amount left to collect. */
const partlyCollected = async (core: Core) => {
  const { rows } = await core.records.page({
    view: { resource: 'collection', filters: [{ field: 'collect_status', op: 'in', values: ['1'] }] },
    start: 0,
    limit: 200,
  });
  for (const { id, values } of rows) {
    if (String(values.order_id) === '0') continue;
    const order = String(values.order_id);
    const money = await core.money.collections({ id: order });
    if (money?.currency === 'USD' && money.uncounted.length === 0 && Number(money.left) > 0)
      return { id, number: String(values.cash_collection_no), order, values, money };
  }
  throw new Error('no order is partly collected');
};

describe.skipIf(!browserPath)('collections', () => {
  const desk = makeDesk();

  it('have a list; an order shows what was collected and what is left; both link to each other and to the customer', async () => {
    const { page, core, app, problems } = await desk.openDemo();
    const { number, order, values, money } = await partlyCollected(core);
    await page.goto(app.url);
    await rail(page).getByRole('link', { name: 'Collections' }).click();
    await page.locator('[role="grid"][aria-busy="false"]').getByRole('row').nth(2).waitFor();
    for (const name of ['Order no.', 'Collected on', 'Status', 'Method'])
      await expectVisible(page.getByRole('columnheader', { name }));
    await page.getByRole('textbox', { name: 'Search collections' }).fill(number);
    await expect.poll(() => page.getByRole('row').count(), { timeout: 20_000 }).toBe(2);

    await goToHash(page, `#/orders?open=order~${order}`);
    const collections = panel(page).getByRole('region', { name: 'Collections' });
    const statement = `${usd(money.collected)} of ${usd(money.ordered ?? '')} collected. ${usd(money.left ?? '')} left to collect.`;
    await expectVisible(collections.getByText(statement));
    await expectVisible(collections.getByText(/As of .*\d:\d\d/));
    const row = collections.getByRole('row').filter({ hasText: number });
    await expectVisible(row.getByText('Effective', { exact: true }));
    await expectVisible(row.getByText(String(values.type)));
    expect(await axeViolations(page)).toEqual([]);
    await row.getByRole('button', { name: number }).click();

    await panel(page).getByRole('heading', { level: 2, name: number }).waitFor();
    // These are in the details, which are read when a user opens the collection.
    await expectVisible(panel(page).getByText('Bank account', { exact: true }));
    // A screen reader tells the buttons beside the fields apart.
    await expectVisible(panel(page).getByRole('button', { name: 'Copy Bank account', exact: true }));
    await expectVisible(panel(page).getByText('Days after invoice'));
    await panel(page)
      .getByRole('button', { name: String(values.order_no), exact: true })
      .click();
    await panel(page)
      .getByRole('heading', { level: 2, name: String(values.order_no) })
      .waitFor();

    await goToHash(page, `#/customers?page=company~${String(values.company_id)}&part=collection`);
    await page.getByRole('tab', { name: 'Collections', selected: true }).waitFor();
    await expectVisible(page.getByRole('tabpanel').getByRole('button', { name: number, exact: true }));
    expect(problems).toEqual([]);
  });

  inCiOnly(() => {
    it('[PL24] of the order on the screen change within 70 seconds after a colleague changed them', async () => {
      const { page, core, app, control, problems } = await desk.connect({}, [], ['--profile', 'live']);
      const { id, number, order } = await partlyCollected(core);
      await page.goto(`${app.url}#/orders?open=order~${order}`);
      const row = panel(page)
        .getByRole('region', { name: 'Collections' })
        .getByRole('row')
        .filter({ hasText: number });
      await row.waitFor();
      for (const amount of ['12.34', '43.21']) {
        await page.waitForTimeout(20_000);
        await control.touch('collection', id, { amount });
        await expectVisible(row.getByText(amount), 70_000);
      }
      expect(problems).toEqual([]);
      // Twice 90 seconds, and the start.
    }, 300_000);
  });
});
