/** Two windows of one app with the same form open. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

describe.skipIf(!browserPath)('two windows with one form', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let core: Core;
  beforeAll(async () => {
    ({ page, app, core } = await desk.connect({ width: 1440 }));
  });

  it('keep both texts, and each window shows its own after a reload', async () => {
    const { rows } = await core.records.page({ view: { resource: 'lead' }, start: 0, limit: 1 });
    const other = await page.context().newPage();
    const hash = `#/orders?form=lead~${rows[0]?.id}`;
    const remark = (of: Page) => of.getByRole('dialog').getByLabel('Remark').first();
    const opened = async (of: Page): Promise<void> => {
      await of.goto(app.url);
      await of.getByRole('navigation', { name: 'Screens' }).waitFor();
      await of.evaluate((to) => (location.hash = to), hash);
      await remark(of).waitFor();
    };
    await opened(page);
    await remark(page).fill('by sea');
    await page.getByText('Draft saved').first().waitFor();
    await opened(other);
    await remark(other).fill('by sea, or rail');
    await other.getByText('Draft saved').first().waitFor();
    await remark(page).fill('by sea, in May');
    await page.getByText('also changed in another window').waitFor();
    // The field keeps the focus although the address has changed.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/INPUT|TEXTAREA/);
    await page.reload();
    await expect.poll(() => remark(page).inputValue(), { timeout: 20_000 }).toBe('by sea, in May');
    await other.reload();
    await expect.poll(() => remark(other).inputValue(), { timeout: 20_000 }).toBe('by sea, or rail');
  });
});
