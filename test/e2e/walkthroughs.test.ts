/**
 * The ten jobs of docs/ux.md, each done from the start screen with mouse and keyboard as a rep does them, and
 * counted: the table in the document states what each takes, and a walk that takes anything else fails.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import readWorkbook from 'read-excel-file/node';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IntentKind } from '#shared/domain/intent';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { inState, submit, until, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';
import { statedEfforts, User } from '../support/user';

const SOON = { timeout: 20_000 };
const PALETTE = 'Search records, screens and commands';
const VISIT = '看了第二条生产线，三月投产。 Wants a quotation for 2 × 40HQ.';
const COMPANY = 'Nordlicht Messebau 北光展览';
const REMARK = 'Asked for the catalogue in Portuguese';
const OVER = 50_000;

interface Customer {
  id: string;
  name: string;
  tel: string;
}

describe.skipIf(!browserPath)('the ten jobs', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;
  let user: User;
  let customer: Customer;
  const stated = statedEfforts();
  const status = () => page.locator('[aria-label="Status"]').first();
  const sheet = (title: string) => page.getByRole('dialog', { name: title });
  const gone = (): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });
  /** Waits until everything entered was delivered; the latest of its kind. */
  const delivered = async (kind: IntentKind) => {
    await until(
      async () =>
        (await core.outbox.list({ states: ['queued', 'sending', 'uncertain', 'rejected'] })).length === 0,
    );
    await expect.poll(() => status().textContent(), SOON).toContain('All changes sent');
    return (await core.outbox.list({ states: ['applied'] }))
      .filter((item) => item.kind === kind)
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .at(-1);
  };

  const openFromPalette = async (words: string): Promise<void> => {
    await user.press('Control+k');
    await user.untilField(PALETTE);
    await user.type(words);
    await user.press('Enter');
  };
  /**
   * A company of this rep with a Chinese name, a telephone and documents of every kind, that two of its
   * characters find first.
   */
  const findCustomer = async (): Promise<Customer> => {
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 200 });
    for (const { id, values } of rows) {
      const name = String(values.name);
      if (!/^[\u4E00-\u9FFF]{6,}$/.test(name)) continue;
      const [first] = await core.records.search({
        text: name.slice(2, 4),
        resources: ['company', 'lead'],
        limit: 1,
      });
      const { kinds } = await core.timeline.figures({ resource: 'company', id });
      if (
        first?.id !== id ||
        !['trail', 'order', 'quotation'].every((kind) =>
          kinds.some((entry) => entry.kind === kind && entry.count > 0),
        )
      )
        continue;
      await core.sync.fetchDetail({ resource: 'company', id });
      const contacts = (await core.records.get({ resource: 'company', id }))?.values.customers as
        | { tel?: string }[]
        | undefined;
      const tel = contacts?.find((contact) => contact.tel)?.tel;
      if (tel) return { id, name, tel };
    }
    throw new Error('the demo has no such customer');
  };
  /** An order that no invoice has touched yet, with its lines on disk. */
  const untouchedOrder = async (): Promise<string> => {
    const { rows } = await core.records.page({ view: { resource: 'order' }, start: 0, limit: 40 });
    for (const { id, values } of rows) {
      if (
        (await core.records.related({ resource: 'order', id })).some(
          ({ resource }) => resource === 'outboundInvoice',
        )
      )
        continue;
      await core.sync.fetchDetail({ resource: 'order', id });
      const lines = (await core.records.get({ resource: 'order', id }))?.values.product_list;
      if (Array.isArray(lines) && lines.length > 0) return String(values.order_no);
    }
    throw new Error('every order has an invoice');
  };

  beforeAll(async () => {
    ({ page, problems, core, app } = await desk.openDemo());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(app.url);
    await page
      .getByText(/Data as of/)
      .first()
      .waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Close the guide' }).click();
    customer = await findCustomer();
    user = new User(page);
  });

  describe('takes as many clicks and keys as docs/ux.md says', () => {
    beforeEach(async () => {
      await page.evaluate(() => {
        window.location.hash = '#/today';
      });
      await page.getByRole('heading', { name: /^Good / }).waitFor();
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      user.begin();
    });
    afterEach(({ task }) => {
      const job = Number(/^\d+/.exec(task.name)?.[0]);
      expect(user.effort, `docs/ux.md, job ${job}`).toEqual(stated.get(job));
    });

    it('1 finds a customer by two characters and copies its telephone', async () => {
      await openFromPalette(customer.name.slice(2, 4));
      await page.getByRole('heading', { name: customer.name, level: 1 }).waitFor();
      await user.click(page.getByRole('button', { name: new RegExp(`^Copy .*${customer.tel}$`) }).first());
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()), SOON)
        .toContain(customer.tel);
    });

    it('2 sees a customer’s whole story, then its orders alone', async () => {
      await openFromPalette(customer.name);
      const story = page.getByRole('tabpanel');
      await story
        .getByText(/^Order SO/)
        .first()
        .waitFor();
      for (const kind of [/^Quotation QT/, /Mia Chen|Call|Meeting|visit|note/i])
        expect(await story.getByText(kind).count()).toBeGreaterThan(0);
      await user.click(page.getByRole('tab', { name: 'Orders' }));
      await page.getByRole('tabpanel', { name: 'Orders' }).getByText(/SO\d+/).first().waitFor();
    });

    it('3 logs a visit with the network off', async () => {
      await core.accounts.setDemoOffline({ offline: true });
      await expect.poll(() => status().textContent(), SOON).toContain('Offline');
      user.begin();
      await openFromPalette(customer.name);
      await page.getByRole('heading', { name: customer.name, level: 1 }).waitFor();
      await user.press('c');
      await page.getByRole('dialog', { name: 'New…' }).waitFor();
      await user.press('n');
      await user.untilField('What happened');
      await user.type(VISIT);
      await user.click(sheet('Log a note').getByText('We visited', { exact: true }));
      await user.press('Control+Enter');
      await gone();
      await page.getByRole('tabpanel').getByText(VISIT).waitFor();
      await expect.poll(() => status().textContent(), SOON).toContain('1 to send');
      await core.accounts.setDemoOffline({ offline: false });
      expect((await delivered('trailNote'))?.command.fields).toMatchObject({
        content: VISIT,
        company_id: customer.id,
        remark_type: 107,
      });
    });

    it('4 enters a company with a contact', async () => {
      await user.press('c');
      await page.getByRole('dialog', { name: 'New…' }).waitFor();
      await user.press('c');
      await user.untilField('Company name');
      await user.type(COMPANY);
      await user.click(sheet('New company').getByRole('group').first().getByLabel('Name'));
      await user.type('Anna Brandt');
      await user.press('Tab');
      await user.type('anna@nordlicht.example');
      await user.press('Tab', 'Tab');
      await user.type('151 2345 678');
      await user.press('Control+Enter');
      await gone();
      await delivered('company');
      const [made] = await core.records.search({
        text: 'Nordlicht Messebau',
        resources: ['company'],
        limit: 1,
      });
      await core.sync.fetchDetail({ resource: 'company', id: made?.id ?? '' });
      const { values } = (await core.records.get({ resource: 'company', id: made?.id ?? '' })) ?? {
        values: {},
      };
      expect(values).toMatchObject({
        name: COMPANY,
        customers: [{ name: 'Anna Brandt', email: 'anna@nordlicht.example', tel: '151 2345 678' }],
      });
    });

    it('5 changes a field of a lead', async () => {
      const { rows } = await core.records.page({ view: { resource: 'lead' }, start: 3, limit: 1 });
      const lead = { id: rows[0]?.id ?? '', number: String(rows[0]?.values.serial_id) };
      await openFromPalette(lead.number);
      await page.getByRole('region', { name: 'Summary' }).waitFor();
      await user.press('e');
      await user.untilField('Lead');
      await user.click(sheet('Edit lead').getByLabel('Remark').first());
      await user.type(REMARK);
      await user.press('Control+Enter');
      await gone();
      await delivered('lead');
      await core.sync.fetchDetail({ resource: 'lead', id: lead.id });
      expect((await core.records.get({ resource: 'lead', id: lead.id }))?.values.remark).toContain(REMARK);
    });

    it('6 registers a receipt', async () => {
      await openFromPalette(customer.name);
      await page.getByRole('heading', { name: customer.name, level: 1 }).waitFor();
      await user.press('c');
      await page.getByRole('dialog', { name: 'New…' }).waitFor();
      await user.press('r');
      await user.untilField('Amount paid');
      await user.type('1,250.50');
      await user.press('Control+Enter');
      await gone();
      expect((await delivered('receipt'))?.command.fields).toMatchObject({
        amount: '1250.50',
        company_id: customer.id,
      });
    });

    it('7 invoices what an order has left', async () => {
      await openFromPalette(await untouchedOrder());
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
      await user.press('c');
      await page.getByRole('dialog', { name: 'New…' }).waitFor();
      await user.press('i');
      await sheet('New invoice').getByLabel('Quantity').first().waitFor();
      const lines = await sheet('New invoice').getByLabel('Quantity').count();
      await user.press('Control+Enter');
      await gone();
      expect((await delivered('outboundInvoice'))?.command.children.length).toBe(lines);
    });

    it('8 finds last month’s orders over an amount and saves them for Excel', async () => {
      await user.press('Control+5');
      await page.getByRole('grid').getByRole('row').nth(4).waitFor();
      await user.click(page.getByRole('button', { name: 'Filter', exact: true }));
      await user.untilField('Find a field');
      await user.type('amount (usd');
      await user.press('Enter');
      await user.untilField('From');
      await user.type(String(OVER));
      await user.press('Enter');
      await page.getByText(/from 50000/).waitFor();
      await user.press('Enter');
      await user.untilField('Find a field');
      await user.type('order date');
      await user.press('Enter');
      await user.click(page.getByRole('button', { name: 'Last month' }));
      await user.press('Control+e');
      const dialog = sheet('Export Orders');
      await dialog.getByRole('button', { name: 'Export', exact: true }).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), user.press('Enter')]);
      await dialog.getByText(/^Saved as/).waitFor();
      const [{ data: [head = [], ...rows] } = { data: [] }] = await readWorkbook(
        readFileSync(await download.path()),
      );
      const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
      expect(rows.length).toBeGreaterThan(0);
      for (const amount of column('Amount (USD)')) expect(amount).toBeGreaterThanOrEqual(OVER);
      const months = new Set(
        column('Order date').map((day) =>
          day instanceof Date ? day.toISOString().slice(0, 7) : String(day),
        ),
      );
      const { serverOffsetMs } = await core.diagnostics.get();
      const now = new Date(Date.now() + (serverOffsetMs ?? 0));
      expect([...months]).toEqual([
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7),
      ]);
      await page.keyboard.press('Escape');
    });

    it('9 hears of a refused receipt, corrects it and sees it delivered', async () => {
      const self = (await core.accounts.state()).account?.selfUserId ?? '1';
      const id = await submit(core, {
        kind: 'receipt',
        fields: { amount: '640.50', currency: 'USD', company_id: '4711004711', handler: [self] },
      });
      await inState(core, id, 'rejected');
      await user.click(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Open' }));
      await user.click(page.getByRole('article').getByRole('button', { name: 'Edit' }));
      await user.click(sheet('Edit receipt').getByRole('combobox', { name: 'Company' }));
      await user.press('Control+a');
      await user.type(customer.name);
      await page.getByRole('option', { name: customer.name }).waitFor();
      await user.press('Enter', 'Control+Enter');
      await gone();
      expect(await delivered('receipt')).toMatchObject({
        id,
        state: 'applied',
        command: { fields: { amount: '640.50', company_id: customer.id } },
      });
    });

    it('10 prints an order', async () => {
      const { rows } = await core.records.page({ view: { resource: 'order' }, start: 2, limit: 1 });
      const number = String(rows[0]?.values.order_no);
      await page.evaluate(() => {
        window.print = () => {
          document.body.dataset.printed = document.title;
        };
      });
      await openFromPalette(number);
      await page.getByRole('complementary').getByRole('heading', { name: number }).waitFor();
      await user.press('Control+p');
      const preview = page.getByRole('dialog', { name: 'Print preview' });
      await preview.getByRole('article').getByText(number).first().waitFor();
      await user.press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.body.dataset.printed ?? ''), SOON)
        .toContain(number);
      await page.keyboard.press('Escape');
    });
  });

  it('reported no error, and stands in the document job by job', () => {
    expect(problems).toEqual([]);
    expect([...stated.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
