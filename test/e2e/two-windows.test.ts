/** Two windows of one app with the same form open. */
import { join } from 'node:path';
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

  it('save a draft a second time only on an answer', async () => {
    const fields = { amount: '1200.50', currency: 'USD', collection_date: '2026-11-20' };
    const form = { schema: 1, values: { fields, children: [], names: {} } };
    await core.outbox.saveDraft({
      id: 'draft:both',
      kind: 'receipt',
      target: null,
      form,
      base: null,
    } as never);
    const other = await page.context().newPage();
    const items = async (): Promise<number> => (await core.outbox.list({})).length;
    const sheet = (of: Page) => of.getByRole('dialog', { name: 'New receipt' });
    for (const one of [page, other]) {
      await one.goto(app.url);
      await one.getByRole('navigation', { name: 'Screens' }).waitFor();
      await one.evaluate(() => (location.hash = '#/receipts?form=receipt~draft:both'));
      await sheet(one).getByLabel('Amount paid').waitFor();
    }
    const before = await items();
    await sheet(page)
      .getByRole('button', { name: /^Save(?! draft)/ })
      .click();
    await sheet(page).waitFor({ state: 'detached' });
    expect(await items()).toBe(before + 1);
    await sheet(other)
      .getByRole('button', { name: /^Save(?! draft)/ })
      .click();
    const asked = sheet(other).getByRole('alert').filter({ hasText: 'saved or deleted in another window' });
    await asked.waitFor();
    if (process.env.LOOK) await other.screenshot({ path: join(process.env.LOOK, 'draft-gone.png') });
    expect(await items()).toBe(before + 1);
    await asked.getByRole('button', { name: 'Save here as well' }).click();
    await sheet(other).waitFor({ state: 'detached' });
    expect(await items()).toBe(before + 2);
  });

  it('say that the item of a draft may have been delivered', async () => {
    const form = { schema: 1, values: { fields: { amount: '5', currency: 'EUR' }, children: [], names: {} } };
    const lost = {
      id: 'draft:lost',
      kind: 'receipt',
      target: null,
      intentId: 'local:lost',
      form,
      base: null,
    };
    await core.outbox.saveDraft(lost as never);
    await page.evaluate(() => (location.hash = '#/receipts?form=receipt~draft:lost'));
    const said = page.getByText('no longer in the Outbox');
    await said.waitFor();
    expect(await said.textContent()).toContain('saving makes a new record');
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, 'item-lost.png') });
  });
});
