/**
 * Records entered without the service: a company with two contacts, a receipt and a note for it, an invoice
 * for an order, an edited lead, and a half-typed form. The app is killed and restarted; then the service
 * returns, and each record must arrive once, in order. Real processes and a real browser; the service's own
 * log and records are checked.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath, launchBrowser, openPage } from '../support/browser';
import { startApp, startServiceProcess, type Running } from '../support/processes';

interface TrueRecord {
  id: string;
  doc: Record<string, unknown>;
  detail: Record<string, unknown>;
}
interface Logged {
  method: string;
  path: string;
  body: string;
  committed: boolean;
}

const linesIn = (record: TrueRecord | undefined, key: string): Record<string, unknown>[] =>
  record ? (record.detail[key] as Record<string, unknown>[]) : [];

const COMPANY = 'Nordlicht Messebau 北光展览';
const NOTE = 'Met at the stand; wants samples by March. 样品三月前寄出 🚢';
const LEAD_REMARK = 'Asked for the catalogue in Portuguese';
const ORDERS_TRIED = 25;
const SOON = { timeout: 20_000 };

const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const goTo = (page: Page, screen: string) =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click();
const sheet = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const save = (page: Page) => page.keyboard.press('Control+Enter');
const statusText = (page: Page): Promise<string | null> =>
  page.locator('[aria-label="Status"]').first().textContent();
const gone = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });

describe.skipIf(!browserPath)('forms, with the service gone', () => {
  let browser: Browser;
  let service: Running;
  let app: Running;
  let page: Page;
  let problems: string[];
  let leadName = '';
  let halfTyped = '';
  const data = mkdtempSync(join(tmpdir(), 'satchel-forms-'));
  const serviceData = mkdtempSync(join(tmpdir(), 'satchel-forms-service-'));
  const startService = (...args: string[]): Promise<Running> =>
    startServiceProcess(['--data', serviceData, '--dataset', '100', '--seed', '7', '--control', ...args]);
  const control = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${service.url}/_control/${path}`)).json()) as T;
  const open = async (hash = ''): Promise<void> => {
    ({ page, problems } = await openPage(browser));
    await page.goto(`${app.url}${hash}`);
  };

  const connect = async (): Promise<void> => {
    const clientId = page.getByLabel('Client ID').last();
    await page.getByText('Advanced').waitFor();
    if (!(await clientId.isVisible())) {
      await page.getByText('Advanced').click();
      await page.getByText('Client ID only').click();
    }
    await clientId.fill('demo-client');
    await page.getByLabel('Client secret').fill('demo-secret');
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startService();
    app = await startApp(['--data', data, '--base-url', service.url]);
    await open();
    await page.getByLabel('CRM address').fill(service.url);
    await connect();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/^Connected\. CRM time/).waitFor();
    await page.getByRole('combobox', { name: 'Who are you?' }).click();
    await page.getByRole('option', { name: /^Mia Chen/ }).click();
    await page.getByRole('button', { name: 'Download my data' }).click();
    await page
      .getByText(/Data as of/)
      .first()
      .waitFor({ timeout: 120_000 });
    await service.stop();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
    await service.stop();
  });

  it('saves a new company with two contacts, and shows errors at their fields', async () => {
    await goTo(page, 'Customers');
    await rows(page).nth(2).waitFor();
    await page.getByRole('button', { name: 'New company' }).click();
    const form = sheet(page, 'New company');
    await form.getByRole('textbox', { name: 'Company name' }).waitFor();
    await save(page);
    await form.getByText('Enter a name').waitFor();
    await form.getByRole('textbox', { name: 'Company name' }).fill(COMPANY);
    const contact = (at: number) => form.getByRole('group').nth(at);
    await contact(0).getByLabel('Name').fill('Anna Brandt');
    await contact(0).getByLabel('E-mail').fill('anna@nordlicht.example');
    await contact(0).getByLabel('Phone').fill('151 2345 678');
    await form.getByRole('button', { name: 'Add a contact' }).click();
    await contact(1).getByLabel('Name').fill('李雷');
    await contact(1).getByLabel('E-mail').fill('not an address');
    await save(page);
    await form.getByText('This does not look like an e-mail address').waitFor();
    expect(
      await contact(1)
        .getByLabel('E-mail')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await contact(1).getByLabel('E-mail').fill('lilei@nordlicht.example');
    await save(page);
    await gone(page);
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => statusText(page), SOON).toContain('1 to send');
  });

  it('saves a receipt for a company that is not sent yet', async () => {
    await goTo(page, 'Receipts');
    await page.getByRole('button', { name: 'New receipt' }).click();
    const form = sheet(page, 'New receipt');
    const company = form.getByRole('combobox', { name: 'Company' });
    await company.click();
    await company.fill('Nordlicht Messe');
    await page.getByRole('option', { name: new RegExp(COMPANY) }).click();
    await form.getByText('This company has not been sent yet.').waitFor();
    const notAbove = form.getByText('The amount is not above 0.');
    await form.getByLabel('Amount paid').fill('-5');
    await notAbove.waitFor();
    await form.getByLabel('Amount paid').fill('1,250.50');
    await notAbove.waitFor({ state: 'detached' });
    const currency = form.getByRole('combobox', { name: 'Currency' });
    await currency.click();
    await page.getByRole('option', { name: /^EUR/ }).click();
    // What is typed after a click replaces the choice.
    await form.getByLabel('Amount paid').click();
    await currency.click();
    await page.keyboard.type('usd');
    await page.keyboard.press('Enter');
    await expect.poll(() => currency.inputValue()).toMatch(/^USD/);
    await save(page);
    await gone(page);
    await expect.poll(() => statusText(page), SOON).toContain('2 to send');
  });

  it('saves a note on it, by keyboard only', async () => {
    await page.locator('body').press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('n');
    const form = sheet(page, 'New note');
    await form.getByRole('combobox', { name: 'Company' }).fill('Nordlicht Messe');
    await page.getByRole('option', { name: new RegExp(COMPANY) }).click();
    await form.getByText('Meeting', { exact: true }).first().click();
    await form.getByLabel('What happened').fill(NOTE);
    // An invalid day is not dropped without a message.
    const next = form.getByRole('textbox', { name: 'Next follow-up' });
    await next.fill('31 Feb');
    await save(page);
    await form.getByText('Not a day.').waitFor();
    expect(await next.inputValue()).toBe('31 Feb');
    await next.fill('');
    await save(page);
    await gone(page);
    await expect.poll(() => statusText(page), SOON).toContain('3 to send');
  });

  it('saves an invoice for an order with a decimal quantity left', async () => {
    await goTo(page, 'Orders');
    await rows(page)
      .nth(ORDERS_TRIED - 5)
      .waitFor();
    const form = sheet(page, 'New invoice');
    for (let at = 1; at <= ORDERS_TRIED; at += 1) {
      await rows(page).nth(at).click();
      await page.getByRole('button', { name: 'New from here' }).click();
      await page.getByRole('menuitem', { name: 'New invoice from this order' }).click();
      await form.getByLabel('Invoice no.').waitFor();
      if ((await form.getByLabel('Quantity').count()) > 0) break;
      await page.keyboard.press('Escape');
      await gone(page);
    }
    await form.getByLabel('Quantity').first().fill('3');
    await form.getByLabel('Unit price').first().fill('0.1');
    while ((await form.getByRole('button', { name: /^Remove / }).count()) > 2)
      await form
        .getByRole('button', { name: /^Remove / })
        .last()
        .click();
    expect(await form.getByRole('group').first().textContent()).toMatch(/0\.30?(?!\d)/);
    expect(await form.getByLabel('Invoice no.').inputValue()).toMatch(/^CK\d{6}-\w{4}$/);
    await save(page);
    await gone(page);
    await expect.poll(() => statusText(page), SOON).toContain('4 to send');
  });

  it('starts a receipt on the open order with its company, currency and the order filled in', async () => {
    const number = await rows(page).nth(1).getByRole('gridcell').nth(1).textContent();
    await rows(page).nth(1).click();
    await page.getByRole('button', { name: 'New from here' }).click();
    await page.getByRole('menuitem', { name: 'New receipt for this order' }).click();
    const form = sheet(page, 'New receipt');
    await expect
      .poll(() => form.getByRole('combobox', { name: 'Order', exact: true }).inputValue(), SOON)
      .toContain(number);
    for (const name of ['Company', 'Currency'])
      expect(await form.getByRole('combobox', { name }).inputValue()).not.toBe('');
    await page.keyboard.press('Escape');
    await gone(page);
  });

  it('saves an edit of a lead', async () => {
    await goTo(page, 'Customers');
    await page.getByRole('tab', { name: 'Leads' }).click();
    await rows(page).nth(2).click();
    await page.getByRole('button', { name: 'Edit lead' }).click();
    const form = sheet(page, 'Edit lead');
    leadName = await form.getByLabel('Lead name').inputValue();
    expect(leadName).not.toBe('');
    // A screen reader learns that the list is open, also at the first focus of the field.
    const picker = form.getByRole('combobox').first();
    await picker.click();
    await expect.poll(() => picker.getAttribute('aria-expanded'), SOON).toBe('true');
    expect(await page.locator(`#${await picker.getAttribute('aria-controls')}`).count()).toBe(1);
    await page.keyboard.press('Escape');
    await form.getByLabel('Remark').first().fill(LEAD_REMARK);
    await save(page);
    await gone(page);
    await expect.poll(() => statusText(page), SOON).toContain('5 to send');
  });

  it('keeps a half-typed form through a reload and a kill, and shows it clean to the accessibility checker', async () => {
    await page.getByRole('button', { name: 'New lead' }).click();
    const form = sheet(page, 'New lead');
    await form.getByLabel('Lead name').fill('Half a lead 半条线索 عميل');
    await form.getByText('Draft saved').waitFor();
    await page.reload();
    await expect
      .poll(() => form.getByLabel('Lead name').inputValue(), SOON)
      .toBe('Half a lead 半条线索 عميل');
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
    halfTyped = new URL(page.url()).hash;
    expect(problems).toEqual([]);
    await app.stop('SIGKILL');
    app = await startApp(['--data', data]);
    await open(halfTyped);
    await expect
      .poll(() => sheet(page, 'New lead').getByLabel('Lead name').inputValue(), SOON)
      .toBe('Half a lead 半条线索 عميل');
    await page.keyboard.press('Escape');
    await page.getByText('Draft saved.').waitFor();
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await page.getByText('Draft deleted.').waitFor();
    expect(await statusText(page)).toContain('5 to send');
  });

  it('delivers each record once when the service is back, the company before its records', async () => {
    service = await startService('--port', new URL(service.url).port);
    await goTo(page, 'Settings');
    await connect();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Signed in', { exact: true }).waitFor();
    await goTo(page, 'Outbox');
    for (const kinds of ['companies', 'receipts', 'notes', 'invoices', 'leads']) {
      const button = page.getByRole('button', { name: `Send ${kinds} automatically` });
      await button.click();
      // The banner of a kind goes away, and the next one moves: a press meanwhile could miss it.
      await button.waitFor({ state: 'detached' });
    }
    await expect.poll(() => statusText(page), { timeout: 90_000 }).toContain('Nothing to send');

    const pushes = (await control<Logged[]>('requests')).filter(
      ({ method, path }) => method === 'POST' && path.toLowerCase().includes('push'),
    );
    expect(pushes.map(({ path }) => path).sort()).toEqual([
      '/v1/company/pushCompanyAndCustomers',
      '/v1/dynamic/trail/push',
      '/v1/invoices/outbound/push',
      '/v1/invoices/receiptRegistration/push',
      '/v1/lead/push',
    ]);
    const order = pushes.map(({ path }) => path);
    expect(order.indexOf('/v1/company/pushCompanyAndCustomers')).toBeLessThan(
      Math.min(
        order.indexOf('/v1/dynamic/trail/push'),
        order.indexOf('/v1/invoices/receiptRegistration/push'),
      ),
    );
    const edit = JSON.parse(pushes.find(({ path }) => path === '/v1/lead/push')?.body ?? '{}') as Record<
      string,
      unknown
    >;
    expect(Object.keys(edit).sort()).toEqual(['lead_id', 'name', 'remark']);

    const company = (await control<TrueRecord[]>('truth/company')).filter(({ doc }) => doc.name === COMPANY);
    expect(company).toHaveLength(1);
    expect(
      linesIn(company[0], 'customers').map(({ name, email, main_customer_flag: main }) => [
        name,
        email,
        main,
      ]),
    ).toEqual([
      ['Anna Brandt', 'anna@nordlicht.example', 1],
      ['李雷', 'lilei@nordlicht.example', 0],
    ]);
    const receipts = (await control<TrueRecord[]>('truth/receipt')).filter(
      ({ doc }) => doc.amount === 1250.5 && (doc.company_info as { name?: string }).name === COMPANY,
    );
    expect(receipts).toHaveLength(1);
    expect(
      (await control<TrueRecord[]>('truth/trail')).filter(
        ({ doc }) => doc.content === NOTE && doc.type === 104,
      ),
    ).toHaveLength(1);
    const invoices = (await control<TrueRecord[]>('truth/outboundInvoice')).filter(({ doc }) =>
      /^CK\d{6}-\w{4}$/.test(String(doc.serial_id)),
    );
    expect(invoices).toHaveLength(1);
    expect(
      linesIn(invoices[0], 'record_list').some(
        (line) => line.outbound_count === 3 && line.sale_price === 0.1 && line.product_amount === 0.3,
      ),
    ).toBe(true);
    const leads = (await control<TrueRecord[]>('truth/lead')).filter(
      ({ doc, detail }) => doc.name === leadName && detail.remark === LEAD_REMARK,
    );
    expect(leads).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('opens a refused edit in its form with the service’s message, and sends the corrected edit', async () => {
    await goTo(page, 'Customers');
    await page.getByRole('tab', { name: 'Companies' }).click();
    await page.getByPlaceholder(/^Search companies/).fill('Nordlicht Messe');
    await expect.poll(async () => (await rows(page).nth(1).textContent()) ?? '', SOON).toContain(COMPANY);
    await rows(page).nth(1).click();
    await page.getByRole('button', { name: 'Edit company' }).first().click();
    const form = sheet(page, 'Edit company');
    await form.getByRole('textbox', { name: 'Address' }).waitFor({ state: 'detached' });
    await form.getByRole('button', { name: /^All fields/ }).click();
    await form.getByRole('textbox', { name: 'Address' }).fill('Hafenstraße 7, Kiel');
    await form.getByRole('combobox', { name: 'Owner', exact: true }).click();
    await page.getByRole('option', { name: 'Tom Becker' }).click();
    await save(page);
    await gone(page);
    await expect.poll(() => statusText(page), { timeout: 60_000 }).toContain('1 needs attention');
    await goTo(page, 'Outbox');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await form.getByText('Your CRM did not accept this').waitFor();
    await form.getByText('No Privilege').waitFor();
    await form.getByRole('button', { name: /^All fields/ }).click();
    expect(await form.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Hafenstraße 7, Kiel');
    await form.locator('[data-field="fields.user_id"] button').first().click();
    expect(await form.getByRole('combobox', { name: 'Owner', exact: true }).inputValue()).toBe('');
    await save(page);
    await gone(page);
    await expect.poll(() => statusText(page), { timeout: 60_000 }).toContain('Nothing to send');
    const [company] = (await control<TrueRecord[]>('truth/company')).filter(
      ({ doc }) => doc.name === COMPANY,
    );
    expect(company?.detail.address).toBe('Hafenstraße 7, Kiel');
    const last = (await control<Logged[]>('requests'))
      .filter(({ path }) => path === '/v1/company/pushCompanyAndCustomers')
      .at(-1);
    expect(Object.keys(JSON.parse(last?.body ?? '{}') as object).sort()).toEqual([
      'address',
      'company_id',
      'customers',
      'name',
      'pool_id',
    ]);
    expect(problems).toEqual([]);
  });
});
