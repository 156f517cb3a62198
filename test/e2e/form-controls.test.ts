/**
 * What a form keeps of typed text: a picker that is left or emptied, a day, a group of fields, and a form under
 * another dialog.
 */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type Core, ownCompanies } from '../support/outbox-window';
import { User } from '../support/user';

const NOTHING_FOUND = 'Nothing found. Select one from the list, or clear the field.';
const PALETTE = 'Search records, screens and commands';

describe.skipIf(!browserPath)('the fields of a form', () => {
  const desk = makeDesk();
  let page: Page;
  let core: Core;
  let problems: readonly string[];
  let user: User;
  let company: { id: string; name: string };

  const form = (name: string | RegExp = 'New receipt') => page.getByRole('dialog', { name });
  const picker = (name: string) => form().getByRole('combobox', { name, exact: true });
  const field = (name: string) => form().getByRole('textbox', { name, exact: true });
  const allFields = () => form().getByRole('button', { name: /^All fields/ });
  const saved = async () =>
    (await core.outbox.list({ states: ['queued'] })).map((item) => item.command.fields);
  const empty = async (name: string): Promise<void> => {
    await picker(name).focus();
    await user.press('ControlOrMeta+A');
    await user.press('Backspace');
  };

  beforeAll(async () => {
    const opened = await desk.connect();
    ({ page, core, problems } = opened);
    await core.outbox.pause({ paused: true });
    [company = { id: '', name: '' }] = await ownCompanies(core, 1);
    await page.goto(opened.app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    user = new User(page);
  });
  beforeEach(async () => {
    for (const { id } of await core.outbox.list({ states: ['queued'] })) await core.outbox.discard({ id });
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('r');
    await user.untilField('Company');
  });
  afterEach(async () => {
    const open = form(/^New /);
    if ((await open.count()) > 0) await open.getByRole('button', { name: 'Close', exact: true }).click();
    await open.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('a company of which only the ID is known is saved, and not looked for by its ID', async () => {
    await user.type('64000123');
    await page.getByRole('option', { name: '#64000123' }).waitFor();
    await user.press('Enter');
    await expect.poll(() => picker('Company').inputValue()).toBe('#64000123');
    await field('Amount paid').fill('125');
    await picker('Currency').fill('EUR');
    await user.press('Control+Enter');
    await form().waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([{ amount: '125', currency: 'EUR', company_id: '64000123' }]);
  });

  it('the highlighted line is taken when another field is clicked, and saved with the button', async () => {
    await user.type(company.name.slice(0, -2));
    await page.locator('[role="option"][data-combobox-selected]', { hasText: company.name }).waitFor();
    await field('Amount paid').click();
    expect(await picker('Company').inputValue()).toBe(company.name);
    await user.type('125');
    await picker('Currency').fill('EUR');
    await form().getByRole('button', { name: /^Save/ }).last().click();
    await form().waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([{ amount: '125', currency: 'EUR', company_id: company.id }]);
  });

  it('text without a match stays in the field, and saving reports it', async () => {
    await field('Amount paid').fill('125');
    await picker('Currency').fill('no such money');
    await field('Amount paid').click();
    expect(await picker('Currency').inputValue()).toBe('no such money');
    await user.press('Control+Enter');
    await form().getByText(NOTHING_FOUND).waitFor();
    await expect.poll(() => picker('Currency').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await saved()).toEqual([]);
  });

  it('the list of a field to fix does not cover the message of the field', async () => {
    await field('Amount paid').fill('125');
    await picker('Currency').fill('no such money');
    await user.press('Control+Enter');
    const message = form().getByText(NOTHING_FOUND);
    await message.waitFor();
    await page.getByText('Nothing found', { exact: true }).waitFor();
    await expect.poll(() => picker('Currency').getAttribute('aria-expanded')).toBe('true');
    const isSeen = () =>
      message.evaluate((one) => {
        const { x, y, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + 4, y + height / 2));
      });
    await expect.poll(isSeen).toBe(true);
  });

  it('a rate says from where it is only when it is filled in', async () => {
    const from = form().getByText('From an earlier document in this currency.');
    await allFields().click();
    await field('Exchange rate (CNY per 100)').waitFor();
    expect(await from.count()).toBe(0);
    await picker('Currency').fill('USD');
    await user.press('Tab');
    await expect.poll(() => field('Exchange rate (CNY per 100)').inputValue()).not.toBe('');
    expect(await from.count()).toBeGreaterThan(0);
  });

  it('an allocation and a contact that are added have the focus', async () => {
    await allFields().click();
    await form().getByRole('button', { name: 'Add an allocation' }).click();
    const allocation = form().getByRole('group', { name: 'Allocation 1' });
    await expect.poll(() => allocation.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await form().getByRole('button', { name: 'Close', exact: true }).click();
    await form().waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('c');
    const contacts = form('New company').getByRole('group');
    await contacts.first().waitFor();
    const before = await contacts.count();
    await form('New company').getByRole('button', { name: 'Add a contact' }).click();
    await user.untilField('Name');
    await user.type('Nadia Karim');
    expect(await contacts.count()).toBe(before + 1);
    expect(await contacts.last().getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Nadia Karim',
    );
  });

  it('a picker that is emptied with the keyboard has no choice any more', async () => {
    await field('Amount paid').fill('125');
    await picker('Currency').fill('EUR');
    await user.press('Tab');
    await expect.poll(() => picker('Currency').inputValue()).toContain('EUR');
    await empty('Currency');
    await user.press('Tab');
    expect(await picker('Currency').inputValue()).toBe('');

    await picker('Company').fill(company.name);
    await page.getByRole('option', { name: company.name }).waitFor();
    await user.press('Enter');
    await picker('Currency').fill('EUR');
    await empty('Company');
    await user.press('Control+Enter');
    await form().waitFor({ state: 'detached' });
    const [fields] = await saved();
    expect(fields).toMatchObject({ amount: '125', currency: 'EUR' });
    expect(fields).not.toHaveProperty('company_id');
  });

  it('a tree highlights what matches the text, and Enter keeps what is selected', async () => {
    await form().getByRole('button', { name: 'Close', exact: true }).click();
    await form().waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await page.keyboard.press('c');
    const company = form('New company');
    const group = company.getByRole('textbox', { name: 'Group', exact: true });
    await group.fill('nord');
    await page.locator('[role="option"][data-combobox-selected]', { hasText: 'Nordics' }).waitFor();
    await user.press('Enter');
    await expect.poll(() => group.inputValue()).toBe('Nordics');
    await user.press('Enter');
    await user.press('Tab');
    expect(await group.inputValue()).toBe('Nordics');

    await group.fill('dach');
    await company.getByRole('textbox', { name: 'Company name', exact: true }).click();
    await expect.poll(() => group.inputValue()).toBe('DACH');
    await user.type('Tree Works');
    await group.fill('amer');
    await user.press('Control+Enter');
    await company.waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([{ name: 'Tree Works', group_id: '502' }]);
  });

  it('a click on the selected day keeps the day', async () => {
    const day = field('Collected on');
    await day.fill('2026-11-25');
    await user.press('Tab');
    await day.click();
    await page.getByRole('button', { name: '25 November 2026' }).click();
    expect(await day.inputValue()).toBe('2026-11-25');
    await field('Amount paid').fill('125');
    await picker('Currency').fill('EUR');
    await user.press('Control+Enter');
    await form().waitFor({ state: 'detached' });
    const [fields] = await saved();
    expect(String(fields?.collection_date)).toContain('2026-11-25');
  });

  it('a group that opened for a field to fix stays open while the field is corrected', async () => {
    await field('Amount paid').fill('125');
    await picker('Currency').fill('EUR');
    await user.press('Tab');
    await allFields().click();
    await field('Amount received').fill('much');
    await allFields().click();
    await field('Amount received').waitFor({ state: 'detached' });
    await user.press('Control+Enter');
    await user.untilField('Amount received');
    await user.press('ControlOrMeta+A');
    await user.type('120');
    expect(await field('Amount received').inputValue()).toBe('120');
    await user.press('Control+Enter');
    await form().waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([{ amount: '125', real_amount: '120' }]);
  });

  it('a field to fix is shown although the search for a field leaves it out', async () => {
    await field('Amount paid').fill('125');
    await picker('Currency').fill('EUR');
    await user.press('Tab');
    await allFields().click();
    await field('Amount received').fill('much');
    await form().getByPlaceholder('Find a field').fill('payer');
    await field('Amount received').waitFor({ state: 'detached' });
    await user.press('Control+Enter');
    await user.untilField('Amount received');
    await user.press('ControlOrMeta+A');
    await user.type('120');
    expect(await field('Amount received').inputValue()).toBe('120');
  });

  it('keys in the palette over a form neither save nor close the form', async () => {
    await field('Amount paid').fill('125');
    await picker('Currency').fill('EUR');
    await user.press('Tab');
    await user.press('Control+K');
    const palette = page.getByRole('combobox', { name: PALETTE });
    await palette.waitFor();
    await user.type('zzqqxx');
    await user.press('Control+Enter');
    await user.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await form().count()).toBe(1);
    expect(await saved()).toEqual([]);
    await field('Amount paid').focus();
    await user.press('Control+Enter');
    await form().waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([{ amount: '125', currency: 'EUR' }]);
  });
});
