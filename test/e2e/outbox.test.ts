/**
 * The outbox as a rep uses it: items that were refused, changed by others, or in doubt; items that are held,
 * discarded, saved and restored. A real service that loses or refuses answers on request, the real app, a
 * real browser.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatServerTime } from '../../src/shared/domain/time';
import { axeViolations, browserPath, contrastOf, openPage } from '../support/browser';
import { makeDesk } from '../support/desk';
import {
  connectAndCopy,
  doubtfulReceipt,
  inState,
  openCore,
  orderLine,
  ownCompanies,
  PASSWORD,
  PATHS,
  releaseAll,
  stateOf,
  submit,
  submitEdit,
  until,
  type Control,
  type Core,
} from '../support/outbox-window';
import { startApp, type Running } from '../support/processes';

const newCompany = (name: string) => ({
  kind: 'company',
  fields: { name, pool_id: '0' },
  children: [
    {
      ref: `local:${randomUUID()}`,
      fields: {
        name: 'Ann Lee',
        email: `ann@${name.toLowerCase().replaceAll(/\W/g, '')}.example`,
        main_customer_flag: 1,
      },
    },
  ],
});

describe.skipIf(!browserPath)('the outbox', () => {
  const desk = makeDesk();
  let browser: Browser;
  let service: Running;
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;
  let control: Control;

  const group = (name: string) => page.getByRole('region', { name, exact: true });
  const row = (inGroup: string, text: string) => group(inGroup).getByRole('button').filter({ hasText: text });
  const detail = () => page.getByRole('article');
  const act = (name: string) => detail().getByRole('button', { name, exact: true }).click();
  const open = async (id: string): Promise<void> => {
    await page.evaluate(
      (hash) => {
        window.location.hash = hash;
      },
      `#/outbox?item=${encodeURIComponent(id)}`,
    );
    await detail().waitFor();
  };
  const companiesCalled = async (name: string): Promise<number> =>
    (await control.truth('company')).filter(({ doc }) => doc.name === name).length;

  beforeAll(async () => {
    ({ page, problems, app, browser, core, service, control } = await desk.connect());
    await page.goto(app.url);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Outbox/ })
      .click();
  });

  it('says that there is nothing to send, then asks for a review before a kind is sent for the first time', async () => {
    await page.getByText('Nothing to send').first().waitFor();
    // A pause is not forgotten because there is nothing to send yet.
    await core.outbox.pause({ paused: true });
    await page.getByText('Nothing to send · Sending is paused').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Nothing to send · Sending is paused').waitFor({ state: 'detached' });
    const id = await submit(core, newCompany('Review Trading'));
    await page.getByText('Review your first company before it is sent').waitFor();
    await row('To send', 'Review Trading').getByText('Needs your review').waitFor();
    expect(await companiesCalled('Review Trading')).toBe(0);
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: /^Today/ }).click();
    await page.getByRole('region', { name: 'To send', exact: true }).getByText('Needs your review').waitFor();
    await screens.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByRole('button', { name: 'Send companies automatically' }).focus();
    await page.keyboard.press('Enter');
    await inState(core, id, 'applied');
    await row('Done', 'Review Trading').getByText('Delivered').waitFor();
    // The button is gone; the focus is in the list.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row') ?? false))
      .toBe(true);
    expect(await companiesCalled('Review Trading')).toBe(1);
    await releaseAll(core);
  });

  it('a note that waits is continued at its end, and names the lead that it is about', async () => {
    const { rows } = await core.records.page({ view: { resource: 'lead' }, start: 0, limit: 1 });
    const lead = rows[0] ?? { id: '', values: {} };
    await core.outbox.pause({ paused: true });
    const id = await submit(core, {
      kind: 'trailNote',
      fields: { lead_id: lead.id, content: 'Asked for samples', remark_type: 101 },
    });
    await open(id);
    await act('Edit');
    const form = page.getByRole('dialog', { name: 'Edit note' });
    const text = form.getByRole('textbox', { name: 'What happened' });
    await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await form.getByRole('textbox', { name: 'Lead', exact: true }).inputValue()).toBe(
      lead.values.name,
    );
    await page.keyboard.type(' of the lamp');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    expect((await core.outbox.get({ id }))?.intent.command.fields.content).toBe(
      'Asked for samples of the lamp',
    );
    await core.outbox.discard({ id });
    await core.outbox.pause({ paused: false });
  });

  it('numbers the allocations of a receipt', async () => {
    const { orderId, companyId } = await orderLine(core);
    await core.outbox.pause({ paused: true });
    const id = await submit(core, {
      kind: 'receipt',
      fields: { amount: '10', currency: 'USD', company_id: companyId },
      children: [
        {
          ref: 'local:w1',
          fields: { refer_type: 1, refer_id: orderId, cash_collection_amount: '10' },
        },
      ],
    });
    await open(id);
    await detail().getByText('Allocation 1', { exact: true }).waitFor();
    expect(
      await detail()
        .getByText(/^Line \d/)
        .count(),
    ).toBe(0);
    await core.outbox.discard({ id });
    await core.outbox.pause({ paused: false });
  });

  it("shows a refusal at the field it names, in the service's words, and sends it once it is corrected in its form", async () => {
    const { orderId, companyId, line } = await orderLine(core);
    const id = await submit(core, {
      kind: 'outboundInvoice',
      fields: {
        serial_id: ' ',
        currency: 'USD',
        company_id: companyId,
        handler: [(await core.accounts.state()).account?.selfUserId ?? ''],
      },
      children: [
        {
          ref: 'local:l1',
          fields: {
            order_id: orderId,
            order_record_id: String(line.unique_id),
            product_id: String(line.product_id),
            sku_id: String(line.sku_id ?? '0'),
            outbound_count: '2',
            sale_price: '9.5',
          },
        },
      ],
    });
    await inState(core, id, 'rejected');
    await open(id);
    await row('Needs attention', 'New invoice').getByText('Refused').waitFor();
    await detail().getByText('“Invoice no.”').waitFor();
    await detail().getByText("'serial_id' cannot be empty", { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await act('Edit');
    const form = page.getByRole('dialog');
    await form
      .getByLabel(/^(Invoice )?n(umber|o\.)/i)
      .first()
      .fill('E2E-2611');
    await form.getByRole('button', { name: /^Save Ctrl/ }).click();
    await inState(core, id, 'applied');
    expect(
      (await control.truth('outboundInvoice')).filter(({ doc }) => doc.serial_id === 'E2E-2611'),
    ).toHaveLength(1);
  });

  it('adopts a record whose answer was lost: the service has one record', async () => {
    await control.fault({ kind: 'lost', method: 'POST', path: PATHS.company });
    const before = await control.posts(PATHS.company);
    const id = await submit(core, newCompany('Lost Answer Ltd'));
    await inState(core, id, 'applied', 60_000);
    await open(id);
    await detail().getByText('The reply was lost, but Satchel found the change in your CRM.').waitFor();
    await detail().getByText('Confirmed in CRM').first().waitFor();
    expect(await companiesCalled('Lost Answer Ltd')).toBe(1);
    expect((await control.posts(PATHS.company)) - before).toBe(1);
  });

  it('resolves a conflict on the merge screen with mine, theirs and a third value, then delivers it', async () => {
    const [company] = await ownCompanies(core, 1);
    const companyId = company?.id ?? '';
    await core.outbox.pause({ paused: true });
    const id = await submitEdit(core, 'company', companyId, {
      address: 'Mine 1',
      tel: '111',
      remark: 'only I changed this',
      homepage: 'https://mine.example',
      next_follow_up_time: '2027-03-01 17:00:00',
    });
    await control.touch('company', companyId, {
      address: 'Theirs 2',
      tel: '222',
      homepage: 'https://theirs.example',
      next_follow_up_time: '2027-03-02 17:00:00',
    });
    await core.outbox.pause({ paused: false });
    await inState(core, id, 'conflict');
    await open(id);
    const field = (name: string) => detail().getByRole('group', { name, exact: true });
    await field('Address').getByText('Theirs 2').waitFor();
    await detail().getByText('4 fields left to choose').waitFor();
    expect(await detail().getByRole('button', { name: 'Save and send' }).isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await field('Address')
      .getByRole('radio', { name: /^Yours/ })
      .check();
    await field('Phone')
      .getByRole('radio', { name: /^In the CRM now/ })
      .check();
    await field('Website').getByRole('radio', { name: 'Another value' }).check();
    await field('Website').getByRole('textbox').fill('https://both.example');
    // A time is typed in the hours of this computer, and a text that is no day is not sent.
    await field('Next follow-up').getByRole('radio', { name: 'Another value' }).check();
    const time = field('Next follow-up').getByRole('textbox');
    await time.fill('some day');
    await time.press('Tab');
    await expect.poll(() => detail().getByRole('button', { name: 'Save and send' }).isDisabled()).toBe(true);
    await time.fill('2027-03-03 10:00');
    await time.press('Tab');
    await act('Save and send');
    await inState(core, id, 'applied');
    const after = (await control.truth('company')).find((one) => one.id === companyId);
    expect({ ...after?.doc, ...after?.detail }).toMatchObject({
      address: 'Mine 1',
      tel: '222',
      homepage: 'https://both.example',
      remark: 'only I changed this',
      next_follow_up_time: formatServerTime(new Date(2027, 2, 3, 10).getTime(), 8 * 3_600_000),
    });
  });

  it('pauses all items, holds one, and still sends this one on request', async () => {
    await page.getByRole('switch', { name: 'Pause sending' }).click({ force: true });
    await until(async () => (await core.outbox.summary()).paused);
    const [first, second] = [
      await submit(core, newCompany('Paused One')),
      await submit(core, newCompany('Paused Two')),
    ];
    await row('To send', 'Paused One').getByText('Sending is paused').waitFor();
    await page.getByText('Nothing is sent until you resume.').waitFor();
    await open(second);
    await act('Don’t send yet');
    await row('To send', 'Paused Two').getByText('You chose not to send it yet').waitFor();
    await open(first);
    await act('Send only this one');
    await inState(core, first, 'applied');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await until(async () => !(await core.outbox.summary()).paused);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await stateOf(core, second)).toBe('queued');
    await open(second);
    await act('Allow sending');
    await inState(core, second, 'applied');
    expect([await companiesCalled('Paused One'), await companiesCalled('Paused Two')]).toEqual([1, 1]);
  });

  it('discards an item only after showing everything that is discarded with it', async () => {
    await core.outbox.pause({ paused: true });
    const parent = await submit(core, newCompany('Never Sent GmbH'));
    const child = await submit(core, {
      kind: 'receipt',
      fields: { amount: '75.5', currency: 'EUR', company_id: parent },
    });
    await row('To send', 'EUR 75.50 for Never Sent GmbH').waitFor();
    await open(parent);
    await detail().getByText('1 item depends on this').waitFor();
    await act('Discard');
    const dialog = page.getByRole('dialog', { name: 'Discard this and 1 more?' });
    await dialog.getByText('New receipt · EUR 75.50 for Never Sent GmbH').waitFor();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    expect(await stateOf(core, parent)).toBe('queued');
    await act('Discard');
    await dialog.getByRole('button', { name: 'Discard 2 items' }).click();
    await inState(core, parent, 'discarded');
    expect(await stateOf(core, child)).toBe('discarded');
    await core.outbox.pause({ paused: false });
    expect(await companiesCalled('Never Sent GmbH')).toBe(0);
  });

  it('asks the user about a receipt in doubt, and does not resend it when the user says that it arrived', async () => {
    const [company] = await ownCompanies(core, 1);
    const id = await doubtfulReceipt(core, control, company?.id ?? '');
    const posts = await control.posts(PATHS.receipt);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /Outbox/ })
      .getByTitle('1 needs attention')
      .waitFor();
    await open(id);
    await detail().getByText('Same as you sent').first().waitFor();
    await act('Send again');
    const warning = page.getByRole('dialog', { name: 'Send it again?' });
    await warning.getByText('the same money will be booked twice').waitFor();
    await warning.getByRole('button', { name: 'Not now' }).click();
    expect(await stateOf(core, id)).toBe('uncertain');
    expect(await axeViolations(page)).toEqual([]);
    await detail().getByRole('button', { name: 'Yes, this one' }).first().click();
    await inState(core, id, 'applied');
    await detail().getByText('You said that it arrived').first().waitFor();
    expect(await control.posts(PATHS.receipt)).toBe(posts);
  });

  it('announces a failure once on any screen, with a link to the item', async () => {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Today/ })
      .click();
    const [company] = await ownCompanies(core, 1);
    const id = await submit(core, {
      kind: 'trailNote',
      fields: { company_id: company?.id ?? '', content: '  ', remark_type: 101 },
    });
    await inState(core, id, 'rejected');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText(/^Refused: Note/).waitFor();
    await messages.getByRole('button', { name: 'Open' }).click();
    await detail().getByText('Refused', { exact: true }).waitFor();
    expect(await messages.getByText(/^Refused/).count()).toBe(0);
    await core.outbox.discard({ id });
  });

  it('works by keyboard: the arrows move between items, Enter moves to the details', async () => {
    await core.outbox.pause({ paused: true });
    const ids = [await submit(core, newCompany('Key One')), await submit(core, newCompany('Key Two'))];
    await row('To send', 'Key Two').waitFor();
    await row('To send', 'Key One').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'Key Two' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', { name: 'Key One' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit');
    for (const id of ids) await core.outbox.discard({ id });
  });

  it('saves a copy and restores it on another machine: nothing is duplicated, and nothing is sent without the user', async () => {
    const id = await submit(core, newCompany('Carried Over Ltd'));
    await open(id);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Save a copy of the outbox' }).click();
    const file = await (await saved).path();
    expect(readFileSync(file, 'utf8')).toContain('Carried Over Ltd');
    // The file may be complete before the window says so.
    const copied = page.getByRole('dialog', { name: 'Save a copy of the outbox' });
    await copied.waitFor();
    await page.keyboard.press('Escape');
    await copied.waitFor({ state: 'detached' });
    const restore = async (on: Page, path: string): Promise<string> => {
      await on.getByTestId('outbox-restore').setInputFiles(path);
      const told = on.getByRole('dialog', { name: 'Restore from a copy' });
      await told.waitFor();
      const text = await told.innerText();
      await on.keyboard.press('Escape');
      await told.waitFor({ state: 'hidden' });
      return text;
    };
    expect(await restore(page, file)).toContain('Nothing new in it.');

    const other = await startApp(['--data', mkdtempSync(join(tmpdir(), 'satchel-other-'))]);
    const elsewhere = openCore(other.url);
    try {
      await connectAndCopy(elsewhere.core, service.url);
      await releaseAll(elsewhere.core);
      const { page: second } = await openPage(browser);
      await second.goto(`${other.url}#/outbox`);
      expect(await restore(second, file)).toMatch(/items restored/);
      await second
        .getByRole('region', { name: 'To send' })
        .getByRole('button')
        .filter({ hasText: 'Carried Over Ltd' })
        .getByText('Restored: waits until you allow sending')
        .waitFor();
      expect(await restore(second, join(import.meta.dirname, 'outbox.test.ts'))).toContain(
        'not a copy of an outbox',
      );
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(await companiesCalled('Carried Over Ltd')).toBe(0);
      await elsewhere.core.outbox.sendNow({ id });
      await inState(elsewhere.core, id, 'applied');
      expect(await companiesCalled('Carried Over Ltd')).toBe(1);
      await second.context().close();
    } finally {
      elsewhere.close();
      await other.stop();
    }
    expect(problems).toEqual([]);
  });

  it('shows on Today what a colleague changed, until the user marks it as read by a key or opens it', async () => {
    const [latest = '', ...ids] = (await ownCompanies(core, 5)).map(({ id }) => id);
    await until(async () => (await core.sync.state()).freshAsOf !== null);
    await core.changes.see({ refs: null });
    // 70001 is a custom field for which the CRM sends no name.
    const patch = { last_edit_user: 1, short_name: 'Renamed by a colleague', 70001: 'Blue' };
    for (const id of ids) await control.touch('company', id, patch);
    await core.sync.start();
    const told = async (): Promise<string[]> => (await core.changes.unseen({ limit: 9 })).map(({ id }) => id);
    await until(async () => (await told()).length >= 4);
    await page.evaluate(() => {
      window.location.hash = '#/today';
    });
    const card = group('Since you were away');
    const lines = card.getByRole('listitem');
    await lines
      .filter({ hasText: /Changed: .*Short name/ })
      .nth(1)
      .waitFor();
    await lines
      .filter({ hasText: /Changed: .*Custom field 70001/ })
      .nth(1)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const count = await lines.count();
    // The focus moves to the line that follows, so that the next key marks that one and no other: also if
    // another change came on top since the line got the focus.
    const textOf = (at: number) => lines.nth(at).getByRole('button').first();
    const following = await textOf(2).innerText();
    await textOf(1).focus();
    await control.touch('company', latest, { last_edit_user: 1, short_name: 'Renamed later' });
    await core.sync.start();
    await expect.poll(() => lines.count(), { timeout: 20_000 }).toBe(count + 1);
    await page.keyboard.press('m');
    await expect.poll(() => lines.count()).toBe(count);
    await expect.poll(() => textOf(2).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await textOf(2).innerText()).toBe(following);
    await lines
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await expect.poll(() => lines.count()).toBe(count - 1);
    // So does the button of a line; after the last line it is the one before.
    await lines
      .last()
      .getByRole('button', { name: /^Mark as read/ })
      .focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => lines.count()).toBe(count - 2);
    await expect
      .poll(() =>
        lines
          .last()
          .getByRole('button')
          .last()
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
    // In the list the other one has its dot, with a text for screen readers, in both themes.
    await page.evaluate(() => {
      window.location.hash = '#/customers';
    });
    const marked = page.locator('[role="row"][aria-description="Changed by others since you last looked"]');
    const dot = marked.first().getByTitle('Changed by others since you last looked');
    const litIn = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      await page.emulateMedia({ colorScheme });
      await dot.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      return contrastOf(dot);
    };
    expect(await litIn('dark')).toBeGreaterThan(3);
    expect(await litIn('light')).toBeGreaterThan(3);
    await page.evaluate(() => {
      window.location.hash = '#/today';
    });
    await lines.first().getByRole('button').first().click();
    await page.getByRole('status').filter({ hasText: 'Short name' }).waitFor();
    await until(async () => (await told()).length <= 1);
    await core.changes.see({ refs: null });
  });

  it('shows the whole amount of a receipt in Chinese in a narrow window, whatever the name of the payer', async () => {
    const company = await submit(core, newCompany('青岛海润国际贸易与供应链管理股份有限公司北方分公司'));
    const handler = [(await core.accounts.state()).account?.selfUserId ?? ''];
    const fields = { amount: '1234567.89', currency: 'USD', company_id: company, handler };
    const id = await submit(core, { kind: 'receipt', fields: { ...fields, collection_date: '2026-11-20' } });
    await core.outbox.hold({ id, held: true });
    const narrow = await openPage(browser, { width: 900, locale: 'zh-CN', dark: true });
    await narrow.page.goto(`${app.url}#/outbox`);
    const title = narrow.page.locator(`[data-row="${id}"]`).getByText('1,234,567.89');
    await title.waitFor();
    const hiddenPx = await title.evaluate((element) => {
      const text = element.firstChild ?? element;
      const at = (text.textContent ?? '').indexOf('1,234,567.89');
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + '1,234,567.89'.length);
      return range.getBoundingClientRect().right - element.getBoundingClientRect().right;
    });
    expect(hiddenPx).toBeLessThanOrEqual(0);
    await narrow.page.close();
    for (const each of [id, company]) await core.outbox.discard({ id: each });
  });

  it('offers to save a copy before signing out, and keeps unsent work', async () => {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Settings/ })
      .click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 item has not been sent').waitFor();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save a copy of the outbox' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^satchel-outbox-.*\.json$/);
    await dialog.getByText('Remove the local copy').click();
    await page.getByRole('button', { name: 'Open the demo' }).waitFor();
    const [account] = (await core.accounts.state()).accounts;
    expect(account).toBeDefined();
    expect((await core.accounts.signIn({ accountId: account?.id ?? '', credentials: PASSWORD })).ok).toBe(
      true,
    );
    await until(async () => (await core.accounts.state()).account !== null);
    expect((await core.outbox.list({ states: ['queued'] })).map(({ title }) => title)).toContain(
      'Carried Over Ltd',
    );
  });
});
