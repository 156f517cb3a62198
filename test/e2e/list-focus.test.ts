/** A button of a list that disappears by its own press leaves the focus in the list, not nowhere. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Running } from '../support/processes';

const filtered = (...fields: string[]): string => {
  const filters = fields.map((field) => ({ field, op: 'notEmpty' }));
  return `#/orders?f=${encodeURIComponent(JSON.stringify(filters))}`;
};

describe.skipIf(!browserPath)('without a mouse, the focus in a list', () => {
  const desk = makeDesk();
  let app: Running;
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
    ({ page, problems, app } = await desk.openDemo());
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
    await goToHash(page, '#/orders');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await pressButton('Clear');
    await expect.poll(focused).toBe('grid');
  });

  it('reported no error', () => expect(problems).toEqual([]));
});
