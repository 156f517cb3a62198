/**
 * A list in daily use: columns by keyboard, several sort keys, selected rows, copied cells, and saved views
 * that outlive the window.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { View } from '#shared/contract/records';
import { browserPath, focusGrid, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { afterFirstFocus, expectFocused } from '../support/focus';
import type { Core } from '../support/outbox-window';
import type { Running } from '../support/processes';
import { spoilAnswers, type SpoiltAnswers } from '../support/spoilt-answers';

const columnNames = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allTextContents()).map((name) => name.replace(/\d$/, ''));
const header = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name, exact: false }).first();
const cell = (page: Page, row: number, column: number): Locator => page.locator(`#c${row}-${column}`);
const address = (page: Page): string => decodeURIComponent(page.url().split('#')[1] ?? '');
const goTo = (page: Page, screen: string) =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click();

const focusText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

describe.skipIf(!browserPath)('a list', () => {
  const desk = makeDesk();
  let app: Running;
  let core: Core;
  let page: Page;
  let problems: string[];
  let answers: SpoiltAnswers;
  /** The address of the saved view. */
  let viewAddress: string;
  const footer = (): Locator => page.getByRole('region', { name: 'Totals and selected rows' });
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.openDemo());
    answers = await spoilAnswers(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(app.url);
    await goTo(page, 'Orders');
  });

  it('sorts by several columns, numbered, and keeps that in the address', async () => {
    await expect
      .poll(() => page.getByRole('grid').getAttribute('aria-rowcount').then(Number), { timeout: 90_000 })
      .toBeGreaterThan(1000);
    await header(page, 'Currency').click();
    await header(page, 'Amount').click({ modifiers: ['Shift'] });
    await expect.poll(() => address(page)).toContain('s=currency,amount');
    expect(await header(page, 'Amount').innerText()).toMatch(/2$/);
    await expect.poll(() => cell(page, 0, 4).textContent()).toBe('CNY');
  });

  it('moves, resizes and pins columns by keyboard and menu', async () => {
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowUp');
    const before = await header(page, 'Order no.').evaluate((element: HTMLElement) => element.offsetWidth);
    await page.keyboard.press('Alt+ArrowRight');
    await expect
      .poll(() => header(page, 'Order no.').evaluate((element: HTMLElement) => element.offsetWidth))
      .toBe(before + 16);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect
      .poll(async () => (await columnNames(page)).slice(0, 3))
      .toEqual(['Order no.', 'Company', 'Name']);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Pin column' }).click();
    await expect
      .poll(async () => (await columnNames(page)).slice(0, 3))
      .toEqual(['Order no.', 'Name', 'Company']);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Hide column' }).click();
    await expect.poll(() => columnNames(page)).not.toContain('Name');
  });

  it('shows the totals of the filtered rows, per currency', async () => {
    await expect.poll(() => footer().innerText()).toMatch(/Amount[\s\S]*USD[\s\u00a0][\d,.]+/);
    const all = await footer().innerText();
    await header(page, 'Order date').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this…' }).click();
    // Not this year, which has no orders on its first days.
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await expect.poll(() => address(page)).toContain('"op":"within","preset":"last30"');
    await expect.poll(() => footer().innerText()).not.toBe(all);
  });

  it('selects rows by Space and copies them with the column headers', async () => {
    await cell(page, 0, 0).click();
    await page.keyboard.press('Escape');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await expect.poll(() => footer().innerText()).toContain('3 rows selected');
    await footer().getByRole('button', { name: 'Copy' }).click();
    await expect.poll(async () => (await clipboard()).split('\n').length).toBe(4);
    expect(await clipboard()).toMatch(/^Order no\.\tCompany\t/);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect.poll(() => footer().innerText()).toMatch(/^\d{3,} rows selected/);
    await page.keyboard.press('Escape');
  });

  it('adds up the selected rows, and opens the menu of a row by right click or Shift+F10', async () => {
    const column = Number(await header(page, 'Amount').getAttribute('aria-colindex')) - 1;
    await page.getByRole('grid').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+ArrowUp');
    await page.keyboard.press('Space');
    const digits = (text: string): string => text.replaceAll(/[^\d.]/g, '');
    const wanted = Number(digits((await cell(page, 0, column).textContent()) ?? ''));
    await expect
      .poll(async () => Number(digits((await footer().innerText()).split('Amount')[1] ?? '')))
      .toBe(wanted);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Copy number / }).click();
    const number = (await cell(page, 0, 0).textContent()) ?? '';
    await expect.poll(clipboard).toBe(number);
    await cell(page, 2, 0).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open Enter' }).click();
    await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('keeps the selection of the new list when the rows of an earlier one arrive late', async () => {
    const before = address(page);
    const isRead = (): Promise<boolean> =>
      page.evaluate(() => {
        const busy = document.querySelector('[role="grid"]')?.getAttribute('aria-busy');
        return busy !== 'true' && document.querySelector('#c1-0')?.textContent.startsWith('SO') === true;
      });
    await goToHash(page, '#/orders');
    await expect.poll(isRead).toBe(true);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+ArrowUp');
    await page.keyboard.press('Space');
    await expect.poll(() => footer().innerText()).toContain('1 row selected');
    await page.keyboard.press('ArrowDown');
    const first = await cell(page, 0, 0).innerText();
    answers.late('/records/page', 1_500);
    await page.keyboard.press('Shift+Space');
    await page.waitForTimeout(100);
    answers.mend();
    await goToHash(page, '#/orders?s=order_no');
    await expect.poll(() => cell(page, 0, 0).innerText()).not.toBe(first);
    await expect.poll(isRead).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => footer().innerText()).toContain('1 row selected');
    await page.waitForTimeout(1_500);
    expect(await footer().innerText()).toContain('1 row selected');
    await page.keyboard.press('Escape');
    await goToHash(page, `#${before}`);
  });

  it('clears the selection when another filter shows other rows', async () => {
    await page.keyboard.press('Space');
    await expect.poll(() => footer().innerText()).toContain('1 row selected');
    const before = address(page);
    await page.goto(`${page.url().split('#')[0]}#/orders?q=zzzz-nothing`);
    await expect.poll(() => footer().innerText()).not.toContain('selected');
    await page.goBack();
    await expect.poll(() => address(page)).toBe(before);
    await page.keyboard.press('Escape');
  });

  it('extends a selection by Shift and by dragging, and copies only the selection', async () => {
    const [a, b] = [await cell(page, 1, 1).boundingBox(), await cell(page, 3, 2).boundingBox()];
    if (!a || !b) throw new Error('no cells');
    await page.mouse.move(a.x + 20, a.y + 10);
    await page.mouse.down();
    await page.mouse.move(b.x + 20, b.y + 10, { steps: 6 });
    await page.mouse.up();
    expect(address(page)).not.toContain('open=');
    await page.keyboard.press('Control+c');
    await expect
      .poll(async () => (await clipboard()).split('\n').map((line) => line.split('\t').length))
      .toEqual([2, 2, 2]);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect.poll(async () => (await clipboard()).split('\n').length).toBe(4);
    // These columns have no numbers, so the footer keeps the totals of the list. A column of amounts is added
    // up.
    expect(await footer().innerText()).not.toContain('Average');
    const amount = await page.getByRole('columnheader', { name: /^Amount \(USD\)/ }).getAttribute('id');
    const at = Number(amount?.slice(1));
    await cell(page, 1, at).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => footer().innerText()).toContain('Count 3');
    await page.keyboard.press('Control+c');
    await expect.poll(async () => (await clipboard()).split('\n').length).toBe(3);
    const sum = (await clipboard()).split('\n').reduce((all, text) => all + Number(text), 0);
    expect(await footer().innerText()).toContain(
      `Sum USD\u00a0${sum.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} · Average`,
    );
    await page.keyboard.press('Escape');
  });

  it('opens the next and previous record with J and K, and the list follows', async () => {
    await cell(page, 2, 1).click();
    await expect.poll(() => address(page)).toContain('open=order~');
    const first = address(page);
    await page.keyboard.press('j');
    await expect.poll(() => address(page)).not.toBe(first);
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toBe('c3-1');
    await page.keyboard.press('k');
    await expect.poll(() => address(page)).toBe(first);
    await page.keyboard.press('Escape');
  });

  it('reads a record while the mouse button is down on its row, so that the panel opens without a skeleton', async () => {
    const box = await cell(page, 5, 1).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.mouse.down();
    // Longer than a record is read on a busy machine.
    await page.waitForTimeout(2_000);
    await page.evaluate(() => {
      const drawn = { skeletons: 0 };
      Object.assign(globalThis, { drawn });
      new MutationObserver(() => {
        drawn.skeletons += document.querySelectorAll('aside > [aria-hidden="true"]').length;
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.mouse.up();
    await page
      .getByRole('complementary', { name: 'Order', exact: true })
      .getByRole('heading')
      .first()
      .waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { drawn: object }).drawn)).toMatchObject({
      skeletons: 0,
    });
    await page.keyboard.press('Escape');
  });

  it('handles the panel’s keys after a click on its text, and gets the focus back when the panel is closed', async () => {
    await cell(page, 2, 1).click();
    const panel = page.getByRole('complementary', { name: 'Order', exact: true });
    // Escape closes only the topmost layer.
    await panel.getByRole('button', { name: 'New from here' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await panel.count()).toBe(1);
    await panel.getByRole('heading').first().click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  });

  it('keeps a saved view after a reload, and ⌘K finds it', async () => {
    await page.getByRole('button', { name: 'Save as view…' }).click();
    await page.getByLabel('Name of the view').fill('Last 30 days by currency');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Last 30 days by currency' }).waitFor();
    await expect.poll(() => focusText(page)).toBe('Save as view…');
    await page.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => address(page)).toBe('/orders');
    // The reload would lose a view that the core does not have yet.
    await expect
      .poll(async () => JSON.stringify((await core.accounts.state()).settings))
      .toContain('Last 30 days by currency');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('tab', { name: 'Last 30 days by currency' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').last().fill('by currency');
    await page.getByRole('option', { name: /Last 30 days by currency/ }).click();
    await expect.poll(() => address(page)).toMatch(/s=currency,amount.*"preset":"last30"/);
  });

  it('Enter in the search opens a match of the final text, however late the results arrive', async () => {
    const before = address(page);
    await page.goto(`${page.url().split('#')[0]}#/orders`);
    await expect.poll(() => cell(page, 4, 0).innerText()).not.toBe('');
    const [first, second] = [await cell(page, 0, 0).innerText(), await cell(page, 4, 0).innerText()];
    expect(first).not.toBe(second);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox').last();
    await field.fill(first);
    await page.getByRole('option', { name: first }).first().waitFor();
    answers.late('/records/search', 1_000);
    await field.fill(second);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Order', exact: true }).getByText(second).first().waitFor();
    answers.mend();
    await page.keyboard.press('Escape');
    await page.goto(`${page.url().split('#')[0]}#${before}`);
  });

  it('keys of the list and the panel do nothing behind a form, and Alt+↓ opens the list of a field', async () => {
    const before = address(page);
    await goToHash(page, '#/invoices');
    await cell(page, 1, 0).click();
    const panel = page.getByRole('complementary', { name: 'Invoice', exact: true });
    const title = await panel.getByRole('heading').first().innerText();
    await page.keyboard.press('e');
    const form = page.getByRole('dialog');
    const company = form.getByRole('combobox', { name: 'Company' });
    await company.waitFor();
    await afterFirstFocus(page);
    await company.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => company.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    for (const key of ['Control+f', 'Control+e', 'Control+p', 'Alt+ArrowDown', 'j']) {
      await form
        .getByRole('heading')
        .first()
        .evaluate((heading) => {
          heading.tabIndex = -1;
          heading.focus();
        });
      await page.keyboard.press(key);
    }
    await page.keyboard.type('xyz');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(address(page)).toMatch(/^\/invoices\?open=[^&]*&form=[^&]*$/);
    expect(await panel.getByRole('heading').first().innerText()).toBe(title);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => panel.getByRole('heading').first().innerText()).not.toBe(title);
    await goToHash(page, `#${before}`);
  });

  it('next and previous follow the list after another sort and another search', async () => {
    viewAddress = address(page);
    await goToHash(page, '#/orders');
    await cell(page, 3, 0).click();
    const panel = page.getByRole('complementary', { name: 'Order', exact: true });
    await panel.getByRole('heading').first().waitFor();
    const opened = (): string => /open=order~(\d+)/.exec(address(page))?.[1] ?? '';
    const id = opened();
    const view: View = { resource: 'order', sort: [{ field: 'amount', direction: 'asc' }] };
    const pages = await Promise.all(
      [0, 500, 1000].map((start) => core.records.page({ view, start, limit: 500, columns: [] })),
    );
    const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id));
    const next = ids[ids.indexOf(id) + 1];
    await header(page, 'Amount').click();
    await expect.poll(() => address(page)).toContain('s=amount');
    // The list shows its top, not the open record.
    await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBe(0);
    await page.keyboard.press('j');
    await expect.poll(opened).not.toBe(id);
    expect(opened()).toBe(next);
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(opened).toBe(id);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('no order is called this');
    await expect.poll(() => panel.getByRole('button', { name: 'Next record' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => address(page)).not.toContain('q=');
    await panel.getByRole('button', { name: 'Next record' }).waitFor();
    await page.keyboard.press('j');
    await expect.poll(opened).not.toBe(id);
    expect(opened()).toBe(next);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('next and previous work on the open customer after its page showed another one', async () => {
    await goToHash(page, '#/customers');
    await cell(page, 1, 0).click();
    const panel = page.getByRole('complementary', { name: 'Company', exact: true });
    await expect.poll(() => address(page)).toContain('open=company~');
    const before = address(page);
    await panel.getByRole('button', { name: 'Open page' }).click();
    await expect.poll(() => address(page)).toContain('page=');
    const first = address(page);
    await page.getByRole('button', { name: 'Next customer' }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => address(page)).not.toBe(first);
    const second = address(page);
    // The page takes the focus after it is drawn.
    await expectFocused(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Escape');
    await expect.poll(() => address(page)).toBe(before);
    await panel.getByRole('button', { name: 'Next record' }).click();
    await expect.poll(() => address(page)).toContain(/page=(company~\d+)/.exec(second)?.[1]);
    await page.keyboard.press('Escape');
  });

  it('the row of the active cell is on the screen at the bottom and at the top', async () => {
    await focusGrid(page, '#/orders');
    await page.keyboard.press('Control+ArrowUp');
    const isSeen = (): Promise<boolean> =>
      page.evaluate(() => {
        const grid = document.querySelector('[role="grid"]');
        const id = grid?.getAttribute('aria-activedescendant') ?? '';
        const [box, cellBox] = [
          grid?.getBoundingClientRect(),
          document.getElementById(id)?.getBoundingClientRect(),
        ];
        const head = document.querySelector('[role="columnheader"]')?.getBoundingClientRect();
        if (!box || !cellBox || !head) return false;
        return cellBox.bottom <= box.bottom && cellBox.top >= head.bottom - 1;
      });
    for (let row = 0; row < 40; row += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(isSeen).toBe(true);
    for (let row = 0; row < 38; row += 1) await page.keyboard.press('ArrowUp');
    await expect.poll(isSeen).toBe(true);
  });

  it('a filter of the column menu gives the focus back to the grid', async () => {
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Filter by this…' }).press('Enter');
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  });

  it('a text in a filter finds values, has a limit, and does not lose the other filters', async () => {
    const editFilter = async (field: string): Promise<void> => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
      await page.keyboard.type(field);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Apply' }).waitFor();
    };
    await goToHash(page, '#/orders');
    await editFilter('Status');
    await page.getByRole('checkbox').first().waitFor();
    const names = await page
      .getByRole('checkbox')
      .evaluateAll((boxes) =>
        boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent.trim() ?? ''),
      );
    const status = names.find((name) => names.filter((other) => other.includes(name)).length === 1) ?? '';
    await page.keyboard.type('no such status');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(status);
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toMatch(/"op":"in","values":\["[^",]+"\]/);
    await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });
    await editFilter('Name');
    await page.getByRole('checkbox').first().waitFor();
    await page.keyboard.insertText('x'.repeat(250));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(2);
    await expect.poll(() => page.getByText('No matches').count()).toBe(1);
    await goToHash(page, '#/customers');
    await editFilter('Owner');
    await page.getByRole('checkbox').first().waitFor();
    await page.keyboard.type('e');
    await page.keyboard.press('Enter');
    await page.getByText('Several values match').waitFor();
    await page.keyboard.press('Escape');
    await editFilter('Country');
    await page.getByRole('checkbox').first().waitFor();
    await page.keyboard.type('us');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toContain('"op":"in","values":["US"]');
    // An old link filters by a part of the code. Its chip opens a menu that can be applied.
    const old = JSON.stringify([{ field: 'country', op: 'contains', text: 'CN' }]);
    await goToHash(page, `#/customers?f=${encodeURIComponent(old)}`);
    await page.getByRole('button', { name: /^Country/ }).click();
    await page.getByRole('checkbox').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toContain('"op":"in","values":["CN"]');
  });

  it('names a filter of a field that it does not have, and is shown without it', async () => {
    await goToHash(
      page,
      `#/orders?s=nonsense&f=${encodeURIComponent('[{"field":"nowhere","op":"notEmpty"}]')}`,
    );
    await page.getByText('No field “nowhere”: filter not used').waitFor();
    await expect
      .poll(() => page.getByRole('grid').getAttribute('aria-rowcount').then(Number))
      .toBeGreaterThan(1000);
    await page.getByRole('button', { name: 'Remove filter nowhere' }).click();
    await expect.poll(() => address(page)).toBe('/orders?s=nonsense');
    await goToHash(page, `#${viewAddress}`);
  });

  it('Enter saves the list as a file, also while its rows are still being counted', async () => {
    answers.late('/records/page', 1200);
    await goToHash(page, '#/orders?s=name');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+e');
    await expectFocused(page.getByRole('button', { name: 'Export', exact: true }));
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    answers.mend();
    expect(download.suggestedFilename()).toMatch(/^Orders .*\.xlsx$/);
    await page.keyboard.press('Escape');
    await goToHash(page, `#${viewAddress}`);
  });

  it('shows that a view was changed, and undoes its deletion', async () => {
    await header(page, 'Company').click();
    await page.getByRole('button', { name: 'Update this view' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Update this view' }).count()).toBe(0);
    await page.getByRole('button', { name: 'View Last 30 days by currency' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Last 30 days by currency', selected: true }).waitFor();
    await expect.poll(() => address(page)).toContain('s=company');
  });

  it('finds a customer that the filter menu does not list, and names the filter by it', async () => {
    await page.goto(`${app.url.split('#')[0]}#/orders`);
    await header(page, 'Company').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this…' }).click();
    const menu = page.getByRole('dialog').last();
    await menu.getByText('The 200 most frequent values. Type to find others.').waitFor();
    const listed = new Set(await menu.locator('label').allTextContents());
    expect(listed.size).toBeGreaterThan(100);
    await page.keyboard.press('Escape');
    const column = Number(await header(page, 'Company').getAttribute('aria-colindex')) - 1;
    let rare: string | undefined;
    await page.getByRole('grid').focus();
    for (let at = 0; rare === undefined && at < 40; at += 1) {
      const names = await page.locator(`[id^="c"][id$="-${column}"]`).allTextContents();
      rare = names.find((name) => name !== '' && !listed.has(name));
      await page.keyboard.press('PageDown');
      await page.waitForTimeout(100);
    }
    expect(rare).toBeDefined();
    await header(page, 'Company').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this…' }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('textbox')
      .fill(rare ?? '');
    await page.getByRole('checkbox', { name: rare ?? '' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => address(page)).toContain('"op":"in"');
    await page.getByRole('button', { name: `Company ${rare}` }).waitFor();
    await expect.poll(() => cell(page, 0, column).textContent()).toBe(rare);
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
