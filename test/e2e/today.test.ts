/**
 * Today: own and all records, follow-ups with a next step, waiting items, and lines that link to their
 * records.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, expectVisible } from '../support/browser';
import { makeDesk } from '../support/desk';
import { submit, type Core, untilDetailsRead } from '../support/outbox-window';
import type { Running } from '../support/processes';

/** A machine that builds, tests and renders at once is slow. */
const SOON = { timeout: 20_000 };

describe.skipIf(!browserPath)('Today', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const back = async (): Promise<void> => {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Today/ })
      .click();
    await card('Next follow-ups').waitFor();
  };

  beforeAll(async () => {
    ({ page, problems, core, app } = await desk.openDemo());
    await page.goto(app.url);
  });

  it('shows recent activity, and that there is nothing to send', async () => {
    await card('This week and last week').waitFor();
    await expectVisible(card('Recent activity').getByRole('listitem').nth(3));
    await expectVisible(page.getByText('Nothing to send.'));
    await untilDetailsRead(core);
  });

  it("counts this week as the records do, mine and everyone's", async () => {
    const figure = async (): Promise<number> =>
      Number(
        (
          await card('This week and last week')
            .getByRole('button', { name: /Orders/ })
            .innerText()
        )
          .match(/\n(\d[\d,]*)/)?.[1]
          ?.replaceAll(',', ''),
      );
    const self = (await core.accounts.state()).account!.selfUserId!;
    const now = (await core.diagnostics.get()).serverOffsetMs!;
    const today = new Date(Date.now() + now);
    const monday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const total = async (mine: boolean): Promise<number> =>
      (
        await core.records.page({
          view: {
            resource: 'order',
            filters: [
              { field: 'create_time', op: 'between', from: monday },
              ...(mine ? [{ field: 'owners', op: 'in' as const, values: [self] }] : []),
            ],
          },
          start: 0,
          limit: 1,
        })
      ).total;
    await expect.poll(figure, SOON).toBe(await total(true));
    await page.getByText('Everyone', { exact: true }).click();
    await expect.poll(figure, SOON).toBe(await total(false));
    // On a Monday morning in the service's zone there may be no orders yet.
    expect(await total(false)).toBeGreaterThanOrEqual(await total(true));
    await card('This week and last week')
      .getByRole('button', { name: /Orders/ })
      .click();
    await expect
      .poll(() => page.getByRole('grid', { name: 'orders list' }).getAttribute('aria-rowcount'), SOON)
      .toBe(String((await total(false)) + 1));
    await back();
    expect(page.url()).toContain('who=all');
    await page.getByText('Mine', { exact: true }).click();
  });

  it('opens the customer of a follow-up, adds a note, and sets the next date', async () => {
    const first = card('Next follow-ups').getByRole('listitem').first();
    const name = (await first.getByRole('button').first().innerText()).trim();
    await card('Next follow-ups').getByRole('button', { name, exact: true }).click();
    await expectVisible(page.getByRole('heading', { level: 1, name }));
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await first.getByRole('button', { name: /^Done: write a note about / }).click();
    await expectVisible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await first.getByRole('button', { name: /^Plan the next follow-up for / }).click();
    await expectVisible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('plans the next follow-up by one key, in the time zone of the user', async () => {
    const lines = card('Next follow-ups').locator('li[data-follow-up]');
    const first = lines.first();
    const nameOf = async (id: string): Promise<string> =>
      String((await core.records.get({ resource: 'company', id }))?.values.name);
    const at = (days: number, hour: number, minute = 0): Date => {
      const now = new Date();
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute);
    };
    const planned = (time: Date): Promise<number> => {
      // The demo service is eight hours ahead of UTC, wherever the computer is.
      const sent = new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
      return core.records
        .page({
          view: {
            resource: 'company',
            filters: [{ field: 'next_follow_up_time', op: 'between', from: sent, to: sent }],
          },
          start: 0,
          limit: 1,
        })
        .then(({ total }) => total);
    };
    const earliest = (await first.getAttribute('data-follow-up')) ?? '';
    await first.getByRole('button', { name: /^Plan the next follow-up/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Next follow-up with/ });
    await dialog.getByRole('button', { name: /^Tomorrow/ }).waitFor();
    await page.keyboard.press('1');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => planned(at(1, 9)), SOON).toBe(1);

    // The list is rendered again, and another customer is first.
    await expect.poll(() => first.getAttribute('data-follow-up'), SOON).not.toBe(earliest);
    const second = (await first.getAttribute('data-follow-up')) ?? '';
    await first.getByRole('button').first().click();
    await page.getByRole('heading', { level: 1, name: await nameOf(second), exact: true }).waitFor();
    await page.keyboard.press('s');
    await dialog.getByRole('button', { name: /^Tomorrow/ }).waitFor();
    await page.keyboard.press('5');
    await page.keyboard.type('soon');
    await page.keyboard.press('Enter');
    await dialog.getByText(/^Type a day/).waitFor();
    // The demo plans its own follow-ups for ten o'clock of its zone, which may be that of this computer.
    await dialog.getByLabel('Or type a day').fill('+2d 10:20');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => planned(at(2, 10, 20)), SOON).toBe(1);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
  });

  it('shows follow-ups by day and week, plans by key, reminds, and saves a calendar file', async () => {
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: 'Follow-ups' }).click();
    await page.getByRole('heading', { level: 1, name: 'Follow-ups', exact: true }).waitFor();
    const lines = page.getByRole('main').locator('li[data-follow-up]');
    await lines.first().waitFor();
    const overdue = page.getByRole('region', { name: 'Overdue' });
    await expectVisible(overdue.getByRole('listitem').nth(1));
    const before = await overdue.getByRole('listitem').count();
    const id = (await overdue.getByRole('listitem').nth(1).getAttribute('data-follow-up')) ?? '';
    await overdue.getByRole('listitem').first().getByRole('button').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: /^Next follow-up with/ });
    await dialog.getByRole('button', { name: /^In three days/ }).waitFor();
    await page.keyboard.press('2');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => overdue.getByRole('listitem').count(), SOON).toBe(before - 1);
    // The next S puts off the line that follows, not the first one.
    await expect
      .poll(() => lines.nth(1).evaluate((line) => line.contains(document.activeElement)), SOON)
      .toBe(true);
    await lines.and(page.locator(`[data-follow-up="${id}"]`)).waitFor();

    const day = (days: number): string =>
      new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
    const passed = (await overdue.getByRole('listitem').first().getAttribute('data-follow-up')) ?? '';
    await submit(core, {
      kind: 'company',
      target: passed,
      // The service's yesterday may be today here.
      fields: { next_follow_up_time: `${day(-2)} 00:00:00`, pool_id: '0' },
    });
    await page.getByText('Calendar', { exact: true }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Calendar file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Follow-ups \d{4}-\d{2}-\d{2}\.ics$/);
    const file = readFileSync(await download.path(), 'utf8');
    expect(file).toContain(`-${id}@satchel`);
    expect(file).not.toContain(`-${passed}@satchel`);
    await page.getByText('List', { exact: true }).click();

    // Due in a moment: the window announces it and links to the customer. A reminder that replaces another
    // one counts both, unless the first was planned anew.
    const inMs = (ms: number): string =>
      new Date(Date.now() + ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const planAt = (target: string, next_follow_up_time: string) =>
      submit(core, { kind: 'company', target, fields: { next_follow_up_time, pool_id: '0' } });
    const other = (await overdue.getByRole('listitem').first().getAttribute('data-follow-up')) ?? '';
    const [sooner, later] = [inMs(2_000), inMs(4_000)];
    await planAt(other, later);
    await page.getByText(/^Follow-up now: /).waitFor({ timeout: 40_000 });
    // The edit comes late: it was due before the one that is shown.
    await planAt(id, sooner);
    await page.getByText('2 follow-ups are due').waitFor({ timeout: 40_000 });
    await planAt(other, inMs(86_400_000));
    await planAt(id, inMs(1_000));
    await page.getByText(/^Follow-up now: /).waitFor({ timeout: 40_000 });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(() => decodeURIComponent(page.url()), SOON).toContain(`page=company~${id}`);
    await back();
  });

  it('shows who owes money and since when, as the customer’s page does', async () => {
    const line = card('Owed by customers').getByRole('listitem').first();
    const said = await line.innerText();
    const [, since = '', owed = ''] = said.split('\n').map((part) => part.trim());
    expect(owed).toMatch(/^[A-Z]{3}\s[\d,.]+$/);
    await line.getByRole('button').click();
    const money = page.getByRole('region', { name: 'Money' });
    await money.getByText(owed, { exact: true }).first().waitFor();
    await money.getByText(since, { exact: true }).waitFor();
    await back();
  });

  it('lists a recently opened order in the search with its customer and amount', async () => {
    const { rows } = await core.records.page({
      view: { resource: 'order', filters: [{ field: 'currency', op: 'in', values: ['EUR'] }] },
      start: 0,
      limit: 1,
    });
    const { id, values } = rows[0] ?? { id: '', values: {} };
    await page.evaluate((order) => {
      window.location.hash = `#/orders?open=order~${order}`;
    }, id);
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: String(values.order_no) })
      .waitFor();
    await page.keyboard.press('Control+k');
    const line = page.getByRole('option', { name: String(values.order_no) });
    const company = values.company as { name?: string } | undefined;
    await expect.poll(() => line.innerText(), SOON).toContain(String(company?.name ?? values.company_name));
    expect(await line.innerText()).toMatch(/EUR\s[\d,.]+/);
    await page.keyboard.press('Escape');
    await back();
  });

  it('accepts a time as it is typed into a form', async () => {
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 1 });
    await page.evaluate((id) => {
      window.location.hash = `#/today?form=company~${id}`;
    }, rows[0]!.id);
    const field = page.getByRole('dialog').getByLabel('Next follow-up');
    await field.fill('tomorrow 10:00');
    await page.keyboard.press('Tab');
    const now = new Date();
    const ten = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 10);
    const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
    expect(await field.inputValue()).toBe(wall(ten.getTime() - ten.getTimezoneOffset() * 60_000));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await core.records.get({ resource: 'company', id: rows[0]!.id }))?.values, SOON)
      .toMatchObject({ next_follow_up_time: `${wall(ten.getTime() + 8 * 3_600_000)}:00` });
  });

  it('never shows a dash instead of a text: an entry without text says what happened', async () => {
    const lines = await card('Recent activity').getByRole('listitem').allInnerTexts();
    for (const line of lines) expect(line.split('\n').map((part) => part.trim())).not.toContain('—');
  });

  it('lists waiting items first, each with a link to the item', async () => {
    await core.outbox.pause({ paused: true });
    const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 1 });
    await submit(core, {
      kind: 'receipt',
      fields: { amount: '10', currency: 'USD', company_id: rows[0]!.id },
    });
    const box = card('To send');
    await box.getByText('1 item to send').waitFor();
    await box.getByText('Sending is paused.').waitFor();
    await box.getByRole('listitem').first().getByRole('button').click();
    await expect.poll(() => page.url(), SOON).toContain('#/outbox?item=');
    await back();
  });

  it('has no error in the console', () => expect(problems).toEqual([]));
});
