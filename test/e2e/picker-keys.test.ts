/**
 * Keys that are pressed before their list is loaded: they take effect when the list is there, and use the
 * typed text.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { ownCompanies, submit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';
import { spoilAnswers, type SpoiltAnswers } from '../support/spoilt-answers';
import { User } from '../support/user';

const LATE_MS = 600;

describe.skipIf(!browserPath)('keys in a picker', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let core: Core;
  let problems: string[];
  let answers: SpoiltAnswers;
  let user: User;
  let company: { id: string; name: string };

  const form = () => page.getByRole('dialog', { name: 'New receipt' });
  const companyField = () => form().getByRole('combobox', { name: 'Company' });
  const currency = () => form().getByRole('combobox', { name: 'Currency' });
  const saved = async () =>
    (await core.outbox.list({ states: ['queued'] })).map((item) => item.command.fields);

  beforeAll(async () => {
    ({ page, app, core, problems } = await desk.connect());
    await core.outbox.pause({ paused: true });
    [company = { id: '', name: '' }] = await ownCompanies(core, 1);
    answers = await spoilAnswers(page);
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    user = new User(page);
  });
  beforeEach(async () => {
    for (const { id } of await core.outbox.list({ states: ['queued'] })) await core.outbox.discard({ id });
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('r');
    await user.untilField('Company');
    answers.late('/records/search', LATE_MS);
  });
  afterEach(async () => {
    answers.mend();
    if ((await form().count()) > 0) await form().getByRole('button', { name: 'Close', exact: true }).click();
    await form().waitFor({ state: 'detached' });
  });

  it('Enter before the search has answered selects the typed company', async () => {
    await user.type(company.name.slice(0, -2));
    await user.press('Enter');
    await expect.poll(() => companyField().inputValue()).toBe(company.name);
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    expect(await form().count()).toBe(1);
    await user.press('Tab');
    await user.untilField('Amount paid');
    expect(await companyField().inputValue()).toBe(company.name);
  });

  it('Tab before the search has answered moves on, and still selects the company', async () => {
    await user.type(company.name.slice(0, -2));
    await user.press('Tab');
    await user.untilField('Amount paid');
    await user.type('125');
    await expect.poll(() => companyField().inputValue()).toBe(company.name);
    expect(await form().getByLabel('Amount paid').inputValue()).toBe('125');
  });

  it('Escape closes the calendar of a day, and not the form around it', async () => {
    await form().getByRole('textbox', { name: 'Collected on' }).focus();
    await page.getByRole('table').waitFor();
    await user.press('Escape');
    await page.getByRole('table').waitFor({ state: 'detached' });
    expect(await form().count()).toBe(1);
    await user.press('Escape');
    await form().waitFor({ state: 'detached' });
  });

  it('saving before the search has answered saves the company that was typed', async () => {
    await form().getByLabel('Amount paid').fill('125');
    await currency().fill('EUR');
    await user.press('Tab');
    await companyField().focus();
    await user.type(company.name.slice(0, -2));
    await user.press('Control+Enter');
    await form().waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([{ amount: '125', currency: 'EUR', company_id: company.id }]);
  });

  it('finds a company by its name although more than 30 newer records contain the name', async () => {
    const name = 'Busy Customer Works';
    const id = await submit(core, { kind: 'company', fields: { name, pool_id: '0' }, children: [] });
    for (let i = 0; i < 31; i += 1) {
      const fields = { company_id: id, content: `Call ${i} with ${name}`, remark_type: 102 };
      await submit(core, { kind: 'trailNote', fields, children: [] });
    }
    await companyField().focus();
    await user.type('Busy Customer');
    const line = page.getByRole('option', { name });
    await line.waitFor();
    const colorOf = (item: Element): string => getComputedStyle(item).color;
    // The note at the end is as readable as the name on the highlighted line.
    await expect
      .poll(async () => (await line.locator('small').evaluate(colorOf)) === (await line.evaluate(colorOf)))
      .toBe(true);
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, 'busy-customer.png') });
    await user.press('Enter');
    await expect.poll(() => companyField().inputValue()).toBe(name);
  });

  it('an unknown company name is not dropped without a message', async () => {
    await form().getByLabel('Amount paid').fill('125');
    await currency().fill('EUR');
    await user.press('Tab');
    await companyField().focus();
    await user.type('qqqq zzzz nobody');
    await user.press('Control+Enter');
    await form().getByText('Nothing found. Select one from the list, or clear the field.').waitFor();
    expect(await saved()).toEqual([]);
  });

  it('Tab selects the highlighted line of a short list', async () => {
    await currency().focus();
    await user.type('EUR');
    await user.press('Tab');
    await expect.poll(() => currency().inputValue()).toContain('EUR');
    expect(problems).toEqual([]);
  });
});
