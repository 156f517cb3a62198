/**
 * Without a mouse: Escape closes one layer and no more, not while an input method composes, and the focus
 * returns from every layer to where the user works.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, focusGrid, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Running } from '../support/processes';

const PALETTE = 'Search records, screens and commands';
const named = encodeURIComponent(JSON.stringify([{ field: 'name', op: 'notEmpty' }]));

describe.skipIf(!browserPath)('layers without a mouse', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  /** The name of the element with the focus, otherwise its role. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const label = (at as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return at?.getAttribute('aria-label') ?? label ?? at?.getAttribute('role') ?? at?.tagName ?? '';
    });
  /** Escape closes the dialog that has the focus. A dialog takes the focus a moment after it is shown. */
  const hasTheFocus = (name: string): Promise<void> =>
    expect.poll(() => dialog(name).locator(':focus').count()).toBe(1);
  /** Escape that cancels what an input method composes, as on macOS. */
  const escapeWhileComposing = (): Promise<void> =>
    page.evaluate(() => {
      const how = { key: 'Escape', code: 'Escape', keyCode: 229, isComposing: true };
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { ...how, bubbles: true, cancelable: true }),
      );
    });

  beforeAll(async () => {
    ({ page, problems, app } = await desk.openDemo());
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('Escape in the palette keeps the window below it, with what was typed', async () => {
    await focusGrid(page, '#/customers');
    await page.keyboard.press('s');
    await dialog(/^Next follow-up/).waitFor();
    await page.keyboard.press('5');
    await page.keyboard.type('friday 3pm');
    await page.keyboard.press('Control+k');
    await dialog(PALETTE).waitFor();
    await page.keyboard.press('Escape');
    await dialog(PALETTE).waitFor({ state: 'detached' });
    await expect.poll(focused).toContain('Or type a day');
    expect(
      await dialog(/^Next follow-up/)
        .getByRole('textbox')
        .inputValue(),
    ).toBe('friday 3pm');
    await page.keyboard.press('Escape');
    await dialog(/^Next follow-up/).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('companies list');
  });

  it('Escape in the shortcuts keeps the dialog below them', async () => {
    await focusGrid(page, '#/orders');
    await page.keyboard.press('c');
    await dialog('New…').waitFor();
    await page.keyboard.press('?');
    await hasTheFocus('Shortcuts');
    await page.keyboard.press('Escape');
    await dialog('Shortcuts').waitFor({ state: 'detached' });
    expect(await dialog('New…').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog('New…').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('orders list');
    await page.keyboard.press('Control+e');
    await dialog('Export orders').waitFor();
    await page.keyboard.press('?');
    await hasTheFocus('Shortcuts');
    await page.keyboard.press('Escape');
    await dialog('Shortcuts').waitFor({ state: 'detached' });
    expect(await dialog('Export orders').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog('Export orders').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('orders list');
  });

  it('Escape of an input method does not close the panel of a button', async () => {
    await focusGrid(page, '#/orders');
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await expect.poll(focused).toBe('INPUT');
    await page.keyboard.type('na');
    await escapeWhileComposing();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Columns');
  });

  it('the focus returns from the windows of a saved view', async () => {
    await focusGrid(page, `#/orders?f=${named}`);
    await page.getByRole('button', { name: 'Save as view…' }).press('Enter');
    await expect.poll(focused).toBe('Name of the view');
    await page.keyboard.type('Named');
    await escapeWhileComposing();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Named' }).waitFor();
    const rename = async (): Promise<void> => {
      await page.getByRole('button', { name: 'View Named' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
      await expect.poll(focused).toBe('Name of the view');
    };
    await rename();
    await escapeWhileComposing();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('View Named');
    await rename();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('View Named');
    await page.getByRole('button', { name: 'View Named' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete view' }).press('Enter');
    await page.getByRole('tab', { name: 'Named' }).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('orders list');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('tab', { name: 'Named' }).waitFor();
    await expect.poll(focused).toBe('orders list');
  });

  it('the focus stays in the form after the lines of an order are added or not', async () => {
    await goToHash(page, '#/today');
    await page.keyboard.press('c');
    await dialog('New…').waitFor();
    await page.keyboard.press('i');
    const form = dialog('New invoice');
    await expect.poll(focused).toMatch(/^Company/);
    await page.keyboard.type('lotus');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const orders = form.getByRole('combobox', { name: 'Add lines from an order' });
    const pick = async (): Promise<void> => {
      await expect.poll(() => orders.isEnabled()).toBe(true);
      // The focus opens the list. Until it is shown, the library may still forget a line that a key highlights.
      await orders.focus();
      await expect.poll(() => orders.getAttribute('aria-controls')).not.toBeNull();
      const list = page.locator(`[id="${await orders.getAttribute('aria-controls')}"]`);
      await list.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => orders.getAttribute('aria-activedescendant')).not.toBeNull();
      await page.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Cancel' }).waitFor();
    };
    await pick();
    await form.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(focused).toBe('Add lines from an order');
    await pick();
    const ticks = form.getByRole('checkbox');
    for (let at = 0; at < (await ticks.count()); at++) await ticks.nth(at).check();
    await form.getByRole('button', { name: /^Add \d+ lines?$/ }).press('Enter');
    await expect.poll(focused).toMatch(/^Quantity/);
    await form.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await form.waitFor({ state: 'detached' });
  });

  it('the arrows change the tab of companies and leads, and of an opened record', async () => {
    await focusGrid(page, '#/customers');
    await page.getByRole('tab', { name: 'Companies' }).focus();
    await page.keyboard.press('ArrowRight');
    const leads = page.getByRole('tab', { name: 'Leads', selected: true });
    await expect.poll(() => leads.evaluate((tab) => tab === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'Companies', selected: true }).waitFor();
    await page.locator('#c0-0').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    await panel.getByRole('tab', { name: 'Details' }).focus();
    await page.keyboard.press('ArrowRight');
    const contacts = panel.getByRole('tab', { name: /^Contacts/, selected: true });
    await expect.poll(() => contacts.evaluate((tab) => tab === document.activeElement)).toBe(true);
    expect(await panel.getByRole('tablist', { name: /./ }).count()).toBe(1);
    expect(await panel.getByRole('tabpanel', { name: /^Contacts/ }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
