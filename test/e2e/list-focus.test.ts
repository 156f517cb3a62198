/**
 * Where the focus in a list goes without a mouse: a button that disappears by its own press leaves it in the
 * list, and the active cell stays on its record when others come above it.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, focusGrid, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type Core, submit } from '../support/outbox-window';
import type { Running } from '../support/processes';

const filtered = (...fields: string[]): string => {
  const filters = fields.map((field) => ({ field, op: 'notEmpty' }));
  return `#/orders?f=${encodeURIComponent(JSON.stringify(filters))}`;
};

describe.skipIf(!browserPath)('without a mouse, the focus in a list', () => {
  const desk = makeDesk();
  let app: Running;
  let core: Core;
  let page: Page;
  let problems: string[];
  /** The name of the element with the focus, otherwise its role. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('role') ?? at?.getAttribute('aria-label') ?? at?.tagName ?? '';
    });
  const pressButton = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).first().press('Enter');
  };

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.openDemo());
    await page.goto(app.url);
  });

  it('goes to the next filter after one is removed, then to the list', async () => {
    await goToHash(page, filtered('name', 'order_no'));
    await pressButton('Remove filter Name');
    await expect.poll(focused).toBe('Remove filter Order no.');
    await pressButton('Remove filter Order no.');
    await expect.poll(focused).toBe('grid');
  });

  it('goes to the list after all filters are cleared', async () => {
    await goToHash(page, filtered('name'));
    await pressButton('Clear filters');
    await expect.poll(focused).toBe('grid');
  });

  it('goes to the list after its filters are cleared where it found nothing', async () => {
    await goToHash(page, '#/orders?q=zzzz-nothing');
    await pressButton('Clear filters');
    await expect.poll(focused).toBe('grid');
  });

  it('goes to the list after the selection is cleared', async () => {
    await focusGrid(page, '#/orders');
    await page.keyboard.press('Space');
    await pressButton('Clear');
    await expect.poll(focused).toBe('grid');
  });

  it('stays on its record, which stays where it is on the screen, when a record comes above it', async () => {
    const active = () =>
      page.evaluate(() => {
        const id = document.querySelector('[role="grid"]')?.getAttribute('aria-activedescendant') ?? '';
        const cell = document.getElementById(id);
        const top = Math.round(cell?.getBoundingClientRect().top ?? -1);
        return { row: Number(/^c(\d+)-/.exec(id)?.[1] ?? -1), text: cell?.textContent ?? '', top };
      });
    const create = (name: string) =>
      submit(core, { kind: 'company', fields: { name, pool_id: '0' }, children: [] });
    const isFirst = (name: string) => expect.poll(() => page.locator('#c0-0').textContent()).toContain(name);
    await focusGrid(page, '#/customers');
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
    // At its top the list shows what is new, so its rows move down.
    const before = await active();
    await create('Came first');
    await expect.poll(active).toMatchObject({ row: before.row + 1, text: before.text });
    await isFirst('Came first');
    // Further down they stay where they are.
    for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowDown');
    // The list draws the row after it has scrolled.
    await expect.poll(async () => (await active()).row).toBe(before.row + 61);
    await expect.poll(async () => (await active()).text).not.toBe('');
    const below = await active();
    await create('Came second');
    await expect.poll(active).toEqual({ ...below, row: below.row + 1 });
    // Without the focus the list does not follow anything.
    await page.keyboard.press('Control+Home');
    await isFirst('Came second');
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
