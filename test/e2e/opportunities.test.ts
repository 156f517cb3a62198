/**
 * Opportunities: their list, the page of their customer, a note on an opportunity; one entered and one edited
 * without a connection; a refusal; and a CRM that has neither opportunities nor products.
 */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPath, expectVisible, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { inCiOnly } from '../support/thorough';
import type { Core } from '../support/outbox-window';

/** A machine that builds, tests and renders at once is slow. */
const SOON = { timeout: 20_000 };
const NOTE = 'They want a second sample 再寄一次样品';
const NAME = 'Messehalle 4 展馆照明';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const panel = (page: Page) => page.getByRole('complementary');
const listIsShown = (page: Page): Promise<void> =>
  page.locator('[role="grid"][aria-busy="false"]').getByRole('row').nth(2).waitFor();

/** An opportunity with a customer: its name and the id of its customer. */
const anOpportunity = async (core: Core) => {
  const view = { resource: 'opportunity' as const };
  const { rows } = await core.records.page({ view, start: 0, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Error('there are no opportunities');
  return { id: row.id, name: String(row.values.name), company: String(row.values.company_id) };
};

describe.skipIf(!browserPath)('opportunities', () => {
  const desk = makeDesk();
  let page: Page;
  let problems: readonly string[];
  let core: Core;
  let appUrl = '';
  let deliveredBefore = 0;
  const applied = async (): Promise<number> => (await core.outbox.summary()).counts.applied ?? 0;
  const delivered = async (): Promise<number> => (await applied()) - deliveredBefore;

  beforeAll(async () => {
    const opened = await desk.openDemo();
    ({ page, problems, core } = opened);
    appUrl = opened.app.url;
    await page.goto(appUrl);
    await rail(page).getByRole('link', { name: 'Opportunities' }).waitFor();
    for (const kind of ['opportunity', 'trailNote'] as const) await core.outbox.release({ kind });
  });
  beforeEach(async () => {
    deliveredBefore = await applied();
    await goToHash(page, '#/today');
  });

  it('have a list and a part of the customer’s page, and accept a note', async () => {
    const { id, name, company } = await anOpportunity(core);
    await rail(page).getByRole('link', { name: 'Opportunities' }).click();
    await listIsShown(page);
    await expectVisible(page.getByRole('columnheader', { name: 'Stage' }));

    await goToHash(page, `#/customers?page=company~${company}&part=opportunity`);
    await page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click();
    await panel(page).getByRole('heading', { level: 2, name }).waitFor();
    await expectVisible(panel(page).getByText('Sample rounds'));

    await panel(page).getByRole('button', { name: 'New from here' }).click();
    await page.getByRole('menuitem', { name: 'New note on the opportunity' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'What happened' }).fill(NOTE);
    await page.keyboard.press('Control+Enter');
    await expect.poll(delivered, SOON).toBe(1);
    await expect
      .poll(async () => {
        const groups = await core.records.related({ resource: 'opportunity', id, limit: 5 });
        const trail = groups.find(({ resource }) => resource === 'trail');
        return trail?.rows.some(({ values }) => String(values.content).includes('再寄一次样品'));
      }, SOON)
      .toBe(true);
    expect(problems).toEqual([]);
  });

  it('are entered offline on a customer, with a note that depends on it, and are delivered once', async () => {
    await core.accounts.setDemoOffline({ offline: true });
    const { company } = await anOpportunity(core);
    await goToHash(page, `#/customers?page=company~${company}`);
    await page.getByRole('group', { name: 'Actions' }).getByText('New opportunity').click();
    const form = page.getByRole('dialog', { name: 'New opportunity' });
    await form.getByRole('textbox', { name: 'Opportunity' }).fill(NAME);
    await form.getByRole('textbox', { name: 'Amount' }).fill('12500.50');
    await form.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: /EUR/ }).first().click();
    await form.getByRole('combobox', { name: 'Stage' }).click();
    await page.getByRole('option', { name: 'Negotiation' }).click();
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });

    await goToHash(page, `#/customers?page=company~${company}&part=opportunity`);
    await page.getByRole('tabpanel').getByRole('button', { name: NAME }).click();
    await panel(page).getByRole('heading', { level: 2, name: NAME }).waitFor();
    await expectVisible(panel(page).getByText('Negotiation').first());
    await expectVisible(panel(page).getByText('Not in the CRM yet'));
    await panel(page).getByRole('button', { name: 'New from here' }).click();
    await page.getByRole('menuitem', { name: 'New note on the opportunity' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'What happened' }).fill(NOTE);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const view = { resource: 'opportunity' as const, search: 'Messehalle' };
    const named = async () => (await core.records.page({ view, start: 0, limit: 9 })).rows;
    expect((await named()).map(({ values }) => [values.stage_type, values.amount])).toEqual([
      [1, '12500.50'],
    ]);
    const [made, note] = await core.outbox.list({ states: ['queued'] });
    expect([made?.kind, note?.kind, note?.waitsFor]).toEqual(['opportunity', 'trailNote', [made?.id]]);

    await core.accounts.setDemoOffline({ offline: false });
    await expect.poll(delivered, SOON).toBe(2);
    const sent = (await core.outbox.get({ id: made?.id ?? '' }))?.ledger.filter(
      ({ event }) => event === 'sending',
    );
    expect(sent).toHaveLength(1);
    await expect
      .poll(async () => (await named()).map(({ id, values }) => [/^\d+$/.test(id), values.serial_id]), SOON)
      .toEqual([[true, expect.stringMatching(/^O9/)]]);
    expect(problems).toEqual([]);
  });

  it('are edited offline: the stage is shown at once and is delivered', async () => {
    const { rows } = await core.records.page({
      view: {
        resource: 'opportunity',
        filters: [{ field: 'stage_type', op: 'in', values: ['1'] }],
      },
      start: 0,
      limit: 1,
    });
    const id = rows[0]?.id ?? '';
    await core.accounts.setDemoOffline({ offline: true });
    await goToHash(page, `#/opportunities?open=opportunity~${id}`);
    await panel(page).getByRole('button', { name: 'Edit opportunity' }).click();
    const form = page.getByRole('dialog', { name: 'Edit opportunity' });
    await form.getByRole('combobox', { name: 'Stage' }).click();
    await page.getByRole('option', { name: 'Won' }).click();
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    const shown = async () => (await core.records.get({ resource: 'opportunity', id }))?.values;
    expect(await shown()).toMatchObject({ stage_type: 2, stage_info: { name: 'Won' } });
    await core.accounts.setDemoOffline({ offline: false });
    await expect.poll(delivered, SOON).toBe(1);
    expect(await shown()).toMatchObject({ stage_type: 2, stage_info: { name: 'Won' } });
    expect(problems).toEqual([]);
  });

  it('show the field that the CRM refused, in the Outbox and in the form', async () => {
    const { company } = await anOpportunity(core);
    const asked = await core.outbox.submit({
      command: {
        kind: 'opportunity',
        schema: 1,
        target: null,
        fields: { name: NAME, company_id: company, stage: '424242' },
        children: [],
      },
      operationId: 'op-refused',
    });
    const id = asked.ok ? asked.id : '';
    await expect.poll(async () => (await core.outbox.get({ id }))?.intent.reason?.field, SOON).toBe('stage');
    await goToHash(page, `#/outbox?item=${encodeURIComponent(id)}`);
    await page.getByText('Your CRM did not accept “Stage”').first().waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await expectVisible(page.getByRole('dialog').getByText('stage must be one of its sales process').first());
  });

  inCiOnly(() => {
    it('are not shown if the CRM has none; the same applies to products and collections', async () => {
      const contract = await desk.connect({}, [], ['--profile', 'contract']);
      const bare = contract.page;
      await bare.goto(contract.app.url);
      await rail(bare).getByRole('link', { name: 'Customers' }).click();
      await listIsShown(bare);
      for (const name of ['Opportunities', 'Products', 'Collections'])
        await rail(bare).getByRole('link', { name }).waitFor({ state: 'detached' });
      const view = { resource: 'company' as const };
      const { rows } = await contract.core.records.page({ view, start: 0, limit: 1 });
      await goToHash(bare, `#/customers?page=company~${rows[0]?.id}`);
      await bare.getByRole('tab', { name: 'Orders' }).waitFor();
      for (const name of ['Opportunities', 'Collections'])
        expect(await bare.getByRole('tab', { name }).count(), name).toBe(0);
      const orders = await contract.core.records.page({ view: { resource: 'order' }, start: 0, limit: 1 });
      await goToHash(bare, `#/orders?open=order~${orders.rows[0]?.id}`);
      await expectVisible(panel(bare).getByRole('region', { name: 'Money' }));
      expect(await panel(bare).getByRole('region', { name: 'Collections' }).count()).toBe(0);
      await goToHash(bare, '#/today');
      await bare.keyboard.press('Control+k');
      await bare.getByRole('dialog').getByRole('combobox').fill('Produ');
      expect(await bare.getByRole('option', { name: 'Products' }).count()).toBe(0);
    });
  });
});
