/**
 * Activity: figures as the service counts them, compared with the previous period, sorted, saved, and still
 * available with the network off.
 */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

/** A machine that builds, tests and renders at once is slow. */
const SOON = { timeout: 20_000 };

describe.skipIf(!browserPath)('Activity', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;
  const go = (hash: string): Promise<void> => goToHash(page, hash);
  const table = () => page.getByRole('region', { name: 'All figures by person' });
  const row = (name: string) =>
    table()
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  const choose = async (box: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: box }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  beforeAll(async () => {
    ({ page, problems, core, app } = await desk.openDemo());
    await page.goto(app.url);
    await page
      .getByText(/Data as of/)
      .first()
      .waitFor({ timeout: 120_000 });
  });

  it('compares a month by person with the previous month, and describes the bars in words', async () => {
    await go('#/activity');
    await choose('Range', 'Last month');
    await row('Mia Chen').waitFor({ timeout: 60_000 });
    await page.getByText(/, compared with /).waitFor({ timeout: 60_000 });
    const figure = page.getByRole('figure');
    await figure.getByRole('heading', { name: 'Follow-ups by person' }).waitFor();
    const caption = await figure.innerText();
    const total = Number(/([\d,]+) in total/.exec(caption)?.[1]?.replaceAll(',', ''));
    const bars = await figure
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) =>
          Number(
            /: ([\d,]+), before [\d,]+$/.exec(item.getAttribute('title') ?? '')?.[1]?.replaceAll(',', ''),
          ),
        ),
      );
    expect(bars.length).toBeGreaterThan(3);
    expect(bars.reduce((sum, value) => sum + value, 0)).toBe(total);
    expect(bars).toEqual(bars.toSorted((a, b) => b - a));
  });

  it('takes a first day after the last one, and moves the last one with it', async () => {
    await go('#/activity');
    const [from, to] = ['From', 'To'].map((name) => page.getByRole('textbox', { name, exact: true }));
    const later = `${new Date().getFullYear() + 1}-03-01`;
    await from!.fill(later);
    await page.keyboard.press('Tab');
    await expect.poll(() => to!.inputValue()).toBe(later);
    expect(await from!.inputValue()).toBe(later);
    await choose('Range', 'Last month');
    await row('Mia Chen').waitFor({ timeout: 60_000 });
  });

  it('sorts by a heading, and the chart follows', async () => {
    await table().getByRole('button', { name: 'Orders', exact: true }).click();
    await page.getByRole('figure').getByRole('heading', { name: 'Orders by person' }).waitFor();
    expect(
      await table().getByRole('columnheader', { name: 'Orders', exact: true }).getAttribute('aria-sort'),
    ).toBe('descending');
    await table().getByRole('button', { name: 'Person' }).click();
    const names = await table().locator('tbody').getByRole('rowheader').allInnerTexts();
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('saves the table as a spreadsheet reads it', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Team report \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [head, ...lines] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
    expect(head?.slice(0, 2)).toEqual(['Person', 'New leads']);
    const orders = head!.indexOf('Orders');
    expect(Number(lines.at(-1)?.[orders])).toBe(
      lines.slice(0, -1).reduce((sum, line) => sum + Number(line[orders]), 0),
    );
    expect((await row('Mia Chen').innerText()).split('\t')).toContain(
      await row('Mia Chen').getByRole('cell').nth(5).innerText(),
    );
  });

  it('filters by person, and compares with a year earlier or with no period', async () => {
    await page.getByRole('combobox', { name: 'People' }).click();
    await page.getByRole('option', { name: 'Mia Chen' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => table().locator('tbody').getByRole('row').count(), { timeout: 30_000 }).toBe(1);
    await choose('Compare with', 'No comparison');
    await expect.poll(() => page.getByRole('figure').innerText(), SOON).not.toContain('against');
    await choose('Compare with', 'Same period last year');
    const { serverOffsetMs } = await core.diagnostics.get();
    const today = new Date(Date.now() + (serverOffsetMs ?? 0));
    const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
    const year = lastMonth.getUTCFullYear() - 1;
    await page.getByText(new RegExp(`, compared with .*${year}`)).waitFor({ timeout: 30_000 });
  });

  it('shows downloaded figures with the network off, with their time, and says which figures were never downloaded', async () => {
    await core.accounts.setDemoOffline({ offline: true });
    await expect.poll(() => page.locator('body').innerText(), { timeout: 20_000 }).toMatch(/Offline/);
    await page.reload();
    await row('Mia Chen').waitFor();
    await page
      .getByText(/As of \d/)
      .first()
      .waitFor();
    // Days that no test before has shown.
    await go('#/activity?from=2021-01-05&to=2021-01-06');
    await page.getByText('Connect once to download these figures.').waitFor({ timeout: 30_000 });
    await core.accounts.setDemoOffline({ offline: false });
    await expect.poll(() => page.locator('body').innerText(), { timeout: 30_000 }).toMatch(/Online/);
  });

  it('has no error in the console', () => expect(problems).toEqual([]));
});
