/** An item that is delivered while its form is open, or while its row is selected. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type Core, releaseAll, submit } from '../support/outbox-window';

const SOON = { timeout: 20_000 };

describe.skipIf(!browserPath)('what the window shows of an item that is delivered meanwhile', () => {
  const desk = makeDesk();
  let page: Page;
  let core: Core;
  beforeAll(async () => {
    const opened = await desk.connect({ width: 1280 });
    ({ page, core } = opened);
    await page.goto(opened.app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await releaseAll(core);
  });

  it('a form opens again as an edit of the record, with what was typed, and saves it there', async () => {
    await core.outbox.pause({ paused: true });
    const fields = { name: 'Meanwhile Trading', pool_id: '0' };
    const id = await submit(core, { kind: 'company', fields, children: [] });
    await goToHash(page, `#/outbox?form=company~intent:${id}`);
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Company name').fill('Meanwhile Trading AG');
    await page.getByText('Draft saved').first().waitFor();
    await core.outbox.pause({ paused: false });
    const stateOf = async () => (await core.outbox.get({ id }))?.intent.state;
    await expect.poll(stateOf, SOON).toBe('applied');
    await sheet.getByRole('button', { name: /^Save(?! draft)/ }).click();
    await sheet.getByText('Saving changes the record in your CRM').waitFor();
    expect(await sheet.getByLabel('Company name').inputValue()).toBe('Meanwhile Trading AG');
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, 'delivered.png') });
    await sheet.getByRole('button', { name: /^Save(?! draft)/ }).click();
    await sheet.waitFor({ state: 'detached' });
    const items = await core.outbox.list({});
    expect(items.map(({ command }) => [command.target === null, command.fields.name])).toEqual([
      [true, 'Meanwhile Trading'],
      [false, 'Meanwhile Trading AG'],
    ]);
    expect(await core.outbox.drafts()).toEqual([]);
  });

  it('a selected row stays selected, and counts once', async () => {
    await core.outbox.pause({ paused: true });
    const fields = { name: 'Selected Trading', pool_id: '0' };
    const id = await submit(core, { kind: 'company', fields, children: [] });
    await goToHash(page, '#/customers?q=Selected');
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Selected Trading' });
    await row.waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.getByText('1 row selected').waitFor();
    await core.outbox.pause({ paused: false });
    const stateOf = async () => (await core.outbox.get({ id }))?.intent.state;
    await expect.poll(stateOf, SOON).toBe('applied');
    await expect.poll(() => row.getByText('To send').count(), SOON).toBe(0);
    await expect.poll(() => row.getAttribute('aria-selected'), SOON).toBe('true');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => page.getByText(/rows? selected/).count()).toBe(0);
  });
});
