/** Invoicing an order: the quantity that is left, and what happens if a user invoices more. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { expectFocused } from '../support/focus';
import { orderLine, releaseAll, submit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

const SOON = { timeout: 20_000 };

describe.skipIf(!browserPath)('invoicing an order', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;
  let order: Awaited<ReturnType<typeof orderLine>>;

  const sheet = () => page.getByRole('dialog', { name: 'New invoice' });
  const quantity = () => sheet().getByLabel('Quantity').first();
  /** An invoice for the first line of the order, as another window would enter it. */
  const invoiceOf = (count: number): Promise<string> =>
    submit(core, {
      kind: 'outboundInvoice',
      fields: {
        serial_id: `CK-${count}`,
        currency: 'USD',
        company_id: order.companyId,
        warehouse_invoice_time: '2026-11-20 10:00:00',
      },
      children: [
        {
          ref: `local:line-${count}`,
          fields: {
            order_id: order.orderId,
            order_record_id: String(order.line.unique_id),
            product_id: String(order.line.product_id),
            sku_id: String(order.line.sku_id ?? '0'),
            outbound_count: String(count),
            sale_price: '18.75',
          },
        },
      ],
    });
  const begin = async (): Promise<void> => {
    await goToHash(page, `#/orders?open=order~${order.orderId}`);
    await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('i');
    await sheet().getByLabel('Invoice no.').waitFor();
  };

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.connect({ width: 1440 }));
    await releaseAll(core);
    await core.outbox.pause({ paused: true });
    order = await orderLine(core);
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('proposes what is left: an invoice that waits to be sent counts once', async () => {
    const ordered = Number(order.line.count);
    await invoiceOf(1);
    await begin();
    await expect.poll(() => quantity().inputValue().then(Number), SOON).toBe(ordered - 1);
    await sheet().getByRole('button', { name: 'Close', exact: true }).click();
    await sheet().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('replaces the filled-in number of an invoice, and amount of a receipt, by what the user types at once', async () => {
    await begin();
    const number = sheet().getByLabel('Invoice no.');
    expect(await number.inputValue()).not.toBe('');
    await expectFocused(number);
    await page.keyboard.type('CK-7');
    expect(await number.inputValue()).toBe('CK-7');
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('r');
    const receipt = page.getByRole('dialog', { name: 'New receipt' });
    const amount = receipt.getByLabel('Amount paid');
    await amount.waitFor();
    expect(Number(await amount.inputValue())).toBeGreaterThan(0);
    await expectFocused(amount);
    await page.keyboard.type('250');
    expect(await amount.inputValue()).toBe('250');
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'detached' });
    for (const { id } of await core.outbox.drafts()) await core.outbox.deleteDraft({ id });
    expect(problems).toEqual([]);
  });

  it('keeps what the user ticks in the lines of an order while other records change', async () => {
    await begin();
    const number = (await core.records.get({ resource: 'order', id: order.orderId }))?.values.order_no;
    await sheet().getByRole('combobox', { name: 'Add lines from an order' }).fill(String(number));
    await page.getByRole('option', { name: String(number) }).click();
    // The invoice was begun from this order, so its lines are in it already and not ticked.
    const tick = sheet().getByRole('checkbox').first();
    await tick.check();
    const add = sheet().getByRole('button', { name: /^Add \d+ lines?$/ });
    await expect.poll(() => add.textContent()).toBe('Add 1 line');
    const other = { kind: 'company', fields: { name: 'Elsewhere', pool_id: '0' }, children: [] } as const;
    const id = await submit(core, { ...other, children: [] });
    // Longer than the windows take to read what changed.
    await page.waitForTimeout(1_500);
    expect(await tick.isChecked()).toBe(true);
    // Saving does not drop the ticked line without a word.
    await page.keyboard.press('Control+Enter');
    await sheet().getByText('The ticked lines are not added yet.').waitFor();
    await expect.poll(() => add.evaluate((button) => document.activeElement === button)).toBe(true);
    await page.keyboard.press('Enter');
    await sheet().getByText('The ticked lines are not added yet.').waitFor({ state: 'detached' });
    await core.outbox.discard({ id });
    await sheet().getByRole('button', { name: 'Close', exact: true }).click();
    await sheet().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('keeps the focus in the form when lines are removed, and the fields of a line on one level', async () => {
    await begin();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const buttons = sheet().getByRole('button', { name: /^Remove / });
    await quantity().fill('0.5');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Tab');
    await sheet().getByText('Whole numbers only').waitFor();
    // Longer than the form takes to move the focus to the field with the issue. The user has moved on by then.
    await page.waitForTimeout(500);
    const next = sheet().getByLabel('Price').first();
    expect(await next.evaluate((field) => field === document.activeElement)).toBe(true);
    const [count, price] = await sheet()
      .getByRole('group')
      .first()
      .getByRole('textbox')
      .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().top));
    expect(count).toBe(price);
    for (let left = await buttons.count(); left > 0; left--) {
      await buttons.last().focus();
      await page.keyboard.press('Enter');
      await expect.poll(focused).toMatch(left === 1 ? /^Add lines from an order$/ : /^Remove /);
    }
    await sheet().getByRole('button', { name: 'Close', exact: true }).click();
    await sheet().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('asks before more is invoiced than was ordered, with both figures, and saves only on that answer', async () => {
    const ordered = Number(order.line.count);
    const figure = (count: number): string => count.toLocaleString('en-US');
    await begin();
    await quantity().fill(String(ordered + 5));
    await page.keyboard.press('Control+Enter');
    const asked = sheet().getByRole('alert').filter({ hasText: 'More invoiced than ordered' });
    await asked.getByText(`${figure(ordered)} ordered, ${figure(ordered + 6)} invoiced`).waitFor();
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, 'over-ordered.png') });
    const waiting = async (): Promise<number> => (await core.outbox.list({ states: ['queued'] })).length;
    expect(await waiting()).toBe(1);
    await asked.getByRole('button', { name: 'Change quantity' }).click();
    await quantity().fill(String(ordered + 4));
    await page.keyboard.press('Control+Enter');
    await asked.getByText(`${figure(ordered + 5)} invoiced`).waitFor();
    await asked.getByRole('button', { name: 'Save anyway' }).click();
    await sheet().waitFor({ state: 'detached' });
    expect(await waiting()).toBe(2);
    expect(problems).toEqual([]);
  });

  it('says why an invoice for a company without orders cannot be saved yet', async () => {
    const title = 'Newcomer Trading';
    await submit(core, { kind: 'company', fields: { name: title, pool_id: '0' }, children: [] });
    await goToHash(page, '#/receipts');
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('i');
    const said = sheet().getByText('No orders of this company are on this computer.');
    await sheet().getByLabel('Invoice no.').waitFor();
    expect(await said.count()).toBe(0);
    const company = sheet().getByRole('combobox', { name: 'Company' });
    await company.fill(title);
    await page.getByRole('option', { name: title }).first().click();
    await said.waitFor();
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, 'no-orders.png') });
    await sheet().getByRole('button', { name: 'Close', exact: true }).click();
    await sheet().waitFor({ state: 'detached' });
  });

  it('a receipt is not saved before its currency is chosen', async () => {
    await goToHash(page, '#/receipts');
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('r');
    const receipt = page.getByRole('dialog', { name: 'New receipt' });
    await receipt.getByLabel('Amount paid').fill('12,500.50');
    await page.keyboard.press('Control+Enter');
    await receipt.getByText('Select a currency').waitFor();
    await receipt.getByRole('combobox', { name: 'Currency' }).fill('EUR');
    await page.keyboard.press('Control+Enter');
    await receipt.waitFor({ state: 'detached' });
    expect((await core.outbox.list({ states: ['queued'] })).at(-1)?.command.fields).toMatchObject({
      amount: '12500.50',
      currency: 'EUR',
    });
  });
});
