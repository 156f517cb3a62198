/**
 * For a screen reader: what changes is announced once, what goes on changing is not announced again and
 * again, and every control has a name.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, focusGrid } from '../support/browser';
import { makeDesk } from '../support/desk';
import { afterFirstFocus, expectFocused } from '../support/focus';
import { hear } from '../support/heard';
import { submit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

/** Longer than a search, an answer and the rendering after it take. */
const SETTLED_MS = 1500;
/** Not this year, which has no orders on its first days. */
const LAST_30_DAYS = encodeURIComponent(
  JSON.stringify([{ field: 'account_date', op: 'within', preset: 'last30' }]),
);

describe.skipIf(!browserPath)('announced', () => {
  const desk = makeDesk();
  let app: Running;
  let core: Core;
  let page: Page;
  let problems: string[];
  let take: () => Promise<string[]>;
  const heardWithin = async (act: () => Promise<unknown>): Promise<string[]> => {
    await take();
    await act();
    await page.waitForTimeout(SETTLED_MS);
    return take();
  };
  /** What is announced after an action that must be announced, however late. */
  const heardAfter = async (act: () => Promise<unknown>): Promise<string[]> => {
    await take();
    await act();
    const heard: string[] = [];
    const isHeard = async (): Promise<boolean> => heard.push(...(await take())) > 0;
    await expect.poll(isHeard, { timeout: 20_000 }).toBe(true);
    await page.waitForTimeout(SETTLED_MS);
    return [...heard, ...(await take())];
  };

  const beginInvoice = async (): Promise<Locator> => {
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('i');
    const form = page.getByRole('dialog', { name: 'New invoice' });
    await form.getByLabel('Invoice no.').waitFor();
    return form;
  };
  const leave = async (form: Locator): Promise<void> => {
    await afterFirstFocus(page);
    await form.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await form.waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.openDemo());
    await core.outbox.pause({ paused: true });
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    ({ take } = await hear(page));
  });

  it('the palette says how many lines it found, or that it found none', async () => {
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox').last();
    await box.waitFor();
    expect((await heardAfter(() => page.keyboard.type('zzqqxx'))).at(-1)).toBe('Nothing found');
    // It names no line that does not exist.
    expect(await box.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ControlOrMeta+a');
    const heard = await heardAfter(() => page.keyboard.type('lotus'));
    const lines = await page.getByRole('option').count();
    expect(heard.at(-1)).toBe(`${lines} results`);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
  });

  it('a list says which rows are selected', async () => {
    await focusGrid(page, '#/orders');
    expect(await heardAfter(() => page.keyboard.press('Space'))).toEqual(['1 row selected']);
    await page.keyboard.press('ArrowDown');
    expect(await heardAfter(() => page.keyboard.press('Space'))).toEqual(['2 rows selected']);
    expect(await heardAfter(() => page.keyboard.press('Escape'))).toEqual(['Selection cleared']);
  });

  it('a list says once how many records a search found, and not each time when a pull brings more', async () => {
    await focusGrid(page, '#/customers');
    const search = page.getByRole('textbox', { name: 'Search companies' });
    await search.focus();
    const heard = await heardAfter(() => page.keyboard.type('lotus'));
    const rows = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    expect(heard.at(-1)).toBe(`${rows} records`);
    expect(await heardAfter(() => page.keyboard.type('zzzz'))).toEqual(['0 records']);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(SETTLED_MS);
    const create = (name: string) =>
      submit(core, { kind: 'company', fields: { name, pool_id: '0' }, children: [] });
    const said = await heardWithin(async () => {
      for (const name of ['Lotus One', 'Lotus Two', 'Lotus Three']) await create(name);
    });
    expect(said.filter((text) => /^[\d,]+( records?)?$/.test(text))).toEqual([]);
  });

  it('an export says that it began and how it ended, and not each of its steps', async () => {
    await focusGrid(page, '#/orders');
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: 'Export orders' });
    await expectFocused(dialog.getByRole('button', { name: 'Export', exact: true }));
    await take();
    await page.keyboard.press('Enter');
    await page.getByText('Download started').waitFor();
    const heard = await take();
    expect(heard.length).toBeLessThanOrEqual(2);
    expect(heard.at(-1)).toContain('Download started');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('a field of a form that must be filled in says so', async () => {
    const form = await beginInvoice();
    const required = (name: string) => form.getByRole('combobox', { name }).getAttribute('aria-required');
    const number = form.getByRole('textbox', { name: 'Invoice no.' });
    expect(await number.getAttribute('aria-required')).toBe('true');
    for (const name of ['Company', 'Owners', 'Currency']) expect(await required(name), name).toBe('true');
    expect(await required('Warehouse')).toBeNull();
    await leave(form);
  });

  it('the buttons of a calendar have names', async () => {
    const form = await beginInvoice();
    await form.getByRole('textbox', { name: 'Invoice date' }).focus();
    await page.getByRole('table').waitFor();
    for (const name of ['Earlier', 'Later'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(1);
    await page.keyboard.press('Escape');
    await leave(form);
  });

  it('small buttons are at least 24 px high and wide', async () => {
    const leastOf = (all: Locator): Promise<number> =>
      all.evaluateAll((buttons) =>
        Math.min(
          ...buttons.flatMap((button) => {
            const { width, height } = button.getBoundingClientRect();
            return [width, height];
          }),
        ),
      );
    const form = await beginInvoice();
    expect(await leastOf(form.locator('.mantine-InputClearButton-root'))).toBeGreaterThanOrEqual(24);
    await leave(form);
    await focusGrid(page, '#/orders');
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const moving = page.getByRole('button', { name: /^(?:Move|Pin|Unpin) / });
    await moving.first().waitFor();
    expect(await leastOf(moving)).toBeGreaterThanOrEqual(24);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focusGrid(page, `#/orders?f=${LAST_30_DAYS}`);
    const removing = page.getByRole('button', { name: /^Remove filter / });
    expect(await leastOf(removing)).toBeGreaterThanOrEqual(24);
  });

  it('the button of the period that a filter has is pressed', async () => {
    await focusGrid(page, `#/orders?f=${LAST_30_DAYS}`);
    await page.getByRole('button', { name: /^Order date/ }).press('Enter');
    const editor = page.getByRole('dialog', { name: 'Order date' });
    await editor.waitFor();
    expect(await editor.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Last 30 days']);
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
