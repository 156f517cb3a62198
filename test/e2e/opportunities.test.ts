/** Opportunities: their list, their customer's page, a note on one; and a CRM that has none to offer. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserPath, expectVisible, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Core } from '../support/outbox-window';

/** Machines that build, test and show at once are slow. */
const SOON = { timeout: 20_000 };
const NOTE = 'They want a second sample 再寄一次样品';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const panel = (page: Page) => page.getByRole('complementary');
const listIsShown = (page: Page): Promise<void> =>
  page.locator('[role="grid"][aria-busy="false"]').getByRole('row').nth(2).waitFor();

/** An opportunity with a customer, its name and its customer's id. */
const anOpportunity = async (core: Core) => {
  const view = { resource: 'opportunity' as const };
  const { rows } = await core.records.page({ view, start: 0, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Error('there are no opportunities');
  return { id: row.id, name: String(row.values.name), company: String(row.values.company_id) };
};

describe.skipIf(!browserPath)('opportunities', () => {
  const desk = makeDesk();

  it('are a list and part of the customer’s page, and take a note', async () => {
    const { page, core, app, problems } = await desk.connect();
    const { id, name, company } = await anOpportunity(core);
    await core.outbox.release({ kind: 'trailNote' });
    await page.goto(app.url);
    await rail(page).getByRole('link', { name: 'Opportunities' }).click();
    await listIsShown(page);
    await expectVisible(page.getByRole('columnheader', { name: 'Stage' }));

    await goToHash(page, `#/customers?page=company~${company}&part=opportunity`);
    await page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click();
    await panel(page).getByRole('heading', { level: 2, name }).waitFor();
    await expectVisible(panel(page).getByText('Sample rounds'));

    await panel(page).getByRole('button', { name: 'New from here' }).click();
    await page.getByRole('menuitem', { name: 'Log a note on the opportunity' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'What happened' }).fill(NOTE);
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await core.outbox.summary()).counts.applied, SOON).toBe(1);
    await expect
      .poll(async () => {
        const groups = await core.records.related({ resource: 'opportunity', id, limit: 5 });
        const trail = groups.find(({ resource }) => resource === 'trail');
        return trail?.rows.some(({ values }) => String(values.content).includes('再寄一次样品'));
      }, SOON)
      .toBe(true);
    expect(problems).toEqual([]);
  });

  it('are not offered where the CRM has none', async () => {
    const { page, core, app } = await desk.connect({}, [], ['--profile', 'contract']);
    await page.goto(app.url);
    await rail(page).getByRole('link', { name: 'Customers' }).click();
    await listIsShown(page);
    await rail(page).getByRole('link', { name: 'Opportunities' }).waitFor({ state: 'detached' });
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 1 });
    await goToHash(page, `#/customers?page=company~${rows[0]?.id}`);
    await page.getByRole('tab', { name: 'Orders' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Opportunities' }).count()).toBe(0);
  });
});
