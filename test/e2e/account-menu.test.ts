/**
 * The menu of accounts behind the logo: another account is added and opened, without signing out and without
 * losing unsent work. An edit of a deleted record creates the record again.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import {
  type Control,
  type Core,
  controlOf,
  inState,
  ownCompanies,
  PASSWORD,
  releaseAll,
  submit,
  submitEdit,
} from '../support/outbox-window';
import { startServiceProcess } from '../support/processes';

describe.skipIf(!browserPath)('accounts and records that are gone', () => {
  const desk = makeDesk();
  let page: Page;
  let problems: string[];
  let core: Core;
  let control: Control;
  let secondUrl: string;

  beforeAll(async () => {
    const opened = await desk.connect();
    ({ page, problems, core, control } = opened);
    const second = await startServiceProcess(['--port', '0', '--memory', '--dataset', '20', '--seed', '3']);
    desk.alsoClose(() => second.stop());
    secondUrl = second.url;
    await page.goto(opened.app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });
  const logo = () => page.getByRole('navigation', { name: 'Screens' }).getByRole('button').first();
  const openMenu = async (): Promise<void> => {
    await logo().click();
    await page.getByRole('menu', { name: 'Accounts' }).waitFor();
  };
  const dialog = () => page.getByRole('dialog', { name: 'Add an account' });
  const testConnection = async (url: string): Promise<void> => {
    await dialog().getByLabel('CRM address').fill(url);
    await dialog().locator('input[type="email"]').fill(PASSWORD.username);
    await dialog().getByLabel('Password', { exact: true }).fill(PASSWORD.password);
    if (!(await dialog().getByLabel('Client ID', { exact: true }).isVisible()))
      await dialog().getByText('Advanced').click();
    await dialog().getByLabel('Client ID', { exact: true }).fill(PASSWORD.clientId);
    await dialog().getByLabel('Client secret').fill(PASSWORD.clientSecret);
    await dialog().getByRole('button', { name: 'Test connection' }).click();
  };

  it('is renamed in Settings; Escape and an empty name change nothing', async () => {
    const before = (await core.accounts.state()).account?.name ?? '';
    await goToHash(page, '#/settings?tab=account');
    const name = page.getByRole('textbox', { name: 'Name of this account' });
    await name.fill('Not this one');
    await name.press('Escape');
    expect(await name.inputValue()).toBe(before);
    await name.fill('  ');
    await name.press('Tab');
    expect(await name.inputValue()).toBe(before);
    await name.fill('Nordwind, sales');
    await name.press('Enter');
    await logo().filter({ hasText: 'Nordwind, sales' }).waitFor();
    expect(await name.inputValue()).toBe('Nordwind, sales');
    expect(await axeViolations(page)).toEqual([]);
    await name.fill(before);
    await name.press('Tab');
    await logo().filter({ hasText: before }).waitFor();
    await goToHash(page, '#/today');
  });

  it('creates a record again if its edit finds that it was deleted', async () => {
    await releaseAll(core);
    const [company] = await ownCompanies(core, 1);
    if (!company) throw new Error('no company');
    await core.outbox.pause({ paused: true });
    const edit = await submitEdit(core, 'company', company.id, { remark: 'Prefers the phone' });
    await control.remove('company', company.id);
    await core.outbox.pause({ paused: false });
    await inState(core, edit, 'rejected');
    await goToHash(page, `#/outbox?open=${edit}`);
    const item = page.getByRole('main');
    await item.getByText('The record is no longer in your CRM').waitFor();
    expect(await item.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await item.getByRole('button', { name: 'Create again' }).click();
    const form = page.getByRole('dialog');
    await expect
      .poll(() => form.getByRole('textbox', { name: 'Company name' }).inputValue())
      .toBe(company.name);
    await expect.poll(async () => (await core.outbox.get({ id: edit }))?.intent.state).toBe('discarded');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    await expect
      .poll(async () =>
        (await core.outbox.list({ states: ['applied'] })).map(({ command }) => [
          command.target,
          command.fields.name,
          command.fields.remark,
        ]),
      )
      .toContainEqual([null, company.name, 'Prefers the phone']);
  });

  it('adds an account without signing out, and keeps the unsent work of both', async () => {
    await core.outbox.pause({ paused: true });
    const unsent = await submit(core, { kind: 'company', fields: { name: 'Waits Here Ltd', pool_id: '0' } });
    await openMenu();
    await page.getByRole('menuitem', { name: 'Add account…' }).click();
    await dialog().getByText('1 item has not been sent').waitFor();
    // The menu fades out, and faded text has less contrast.
    await page.getByRole('menu', { name: 'Accounts' }).waitFor({ state: 'detached' });
    expect(await axeViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });

    await openMenu();
    await page.getByRole('menuitem', { name: 'Add account…' }).click();
    await testConnection(secondUrl);
    await dialog().getByLabel('Name of this account').fill('Southwind');
    await dialog().getByRole('button', { name: 'Download my data' }).click();
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => logo().innerText()).toContain('Southwind');
    const { accounts } = await core.accounts.state();
    expect(accounts.map(({ name, auth }) => [name, auth])).toEqual([
      ['Northwind', 'signed-in'],
      ['Southwind', 'signed-in'],
    ]);
    expect((await core.outbox.summary()).waiting).toBe(0);
    await core.outbox.pause({ paused: true });
    await submit(core, { kind: 'company', fields: { name: 'Waits There Ltd', pool_id: '0' } });
    // The window is told a moment later.
    const outbox = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Outbox/ });
    await expect.poll(() => outbox.innerText()).toMatch(/1/);

    await openMenu();
    await page.getByRole('menuitem', { name: 'Switch to Northwind' }).click();
    // The question names the unsent work before another account opens; Cancel keeps the current account.
    const question = page.getByRole('dialog', { name: 'Open another account?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => logo().innerText()).toContain('Southwind');
    await openMenu();
    await page.getByRole('menuitem', { name: 'Switch to Northwind' }).click();
    await question.getByRole('button', { name: 'Open Northwind' }).click();
    await expect.poll(() => logo().innerText()).toContain('Northwind');
    expect((await core.outbox.get({ id: unsent }))?.intent.state).toBe('queued');
    const southwind = accounts.find(({ name }) => name === 'Southwind')?.id ?? '';
    // Another window opens the other account while a form is open: the form and what was open are of this one.
    await goToHash(page, '#/customers?q=valve');
    await goToHash(page, '#/orders?q=valve&form=company~draft:here');
    await page.getByRole('textbox', { name: 'Company name' }).fill('Begun Here Ltd');
    await expect.poll(async () => (await core.outbox.drafts()).length).toBe(1);
    await core.accounts.open({ accountId: southwind });
    await expect.poll(() => logo().innerText()).toContain('Southwind');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const hash = () => page.evaluate(() => window.location.hash);
    expect(await hash()).toBe('#/orders');
    await page.goBack();
    await expect.poll(hash).toBe('#/customers');
    await page.goForward();
    await expect.poll(hash).toBe('#/orders');
    expect(await core.outbox.drafts()).toEqual([]);
    expect((await core.outbox.list({ states: ['queued'] })).map(({ title }) => title)).toEqual([
      'Waits There Ltd',
    ]);
    expect(problems).toEqual([]);
  });

  it('says what to do if the connection fails, in words of the user', async () => {
    const busy = await startServiceProcess(['--port', '0', '--memory', '--dataset', '20', '--control']);
    desk.alsoClose(() => busy.stop());
    await openMenu();
    await page.getByRole('menuitem', { name: 'Add account…' }).click();
    await testConnection('ftp://crm.example');
    const note = (text: string) => dialog().getByRole('alert').filter({ hasText: text });
    const refused = dialog().getByText('That is not an address of a CRM');
    expect(await refused.innerText()).not.toContain('shape');
    // A screen reader reads it with the field.
    const described = await dialog().getByLabel('CRM address').getAttribute('aria-describedby');
    expect(await refused.getAttribute('id')).toBe(described);
    await controlOf(busy.url).fault({ kind: 'status', status: 429 });
    await testConnection(busy.url);
    // The form does not try again by itself.
    const text = await note('Too many requests to your CRM').innerText();
    expect(text).toContain('Wait a minute, then try again.');
    expect(text).not.toContain('automatically');
    const test = dialog().getByRole('button', { name: 'Test connection' });
    expect(await test.evaluate((button) => button === document.activeElement)).toBe(true);
    // In a low window the result is below the fields.
    await page.setViewportSize({ width: 1280, height: 560 });
    const isInView = (what: Locator): Promise<boolean> =>
      what.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight);
    await dialog().getByLabel('CRM address').fill('ftp://crm.example');
    await page.keyboard.press('Enter');
    await refused.waitFor();
    await expect.poll(() => isInView(refused)).toBe(true);
    await dialog().getByLabel('CRM address').fill(busy.url);
    await page.keyboard.press('Enter');
    const connect = dialog().getByRole('button', { name: 'Download my data' });
    await connect.waitFor();
    await expect.poll(() => isInView(connect)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    // What is typed is not dropped without a question, at which Escape returns to the form.
    await page.keyboard.press('Escape');
    const discard = dialog().getByRole('button', { name: 'Discard' });
    await discard.waitFor();
    await page.keyboard.press('Escape');
    await discard.waitFor({ state: 'detached' });
    expect(await dialog().getByLabel('CRM address').inputValue()).toBe(busy.url);
    await page.keyboard.press('Escape');
    await discard.click();
    await dialog().waitFor({ state: 'detached' });
  });

  it('adds no account if the user cancels while the service is asked', async () => {
    const slow = await startServiceProcess(['--port', '0', '--memory', '--dataset', '20', '--control']);
    desk.alsoClose(() => slow.stop());
    const before = await core.accounts.state();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Add account…' }).click();
    await testConnection(slow.url);
    await dialog().getByRole('button', { name: 'Download my data' }).waitFor();
    await controlOf(slow.url).fault({ kind: 'latency', delayMs: 3000 });
    await dialog().getByRole('button', { name: 'Download my data' }).click();
    await dialog().getByRole('button', { name: 'Connecting…' }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect((await core.accounts.state()).accounts).toEqual(before.accounts);
    expect((await core.accounts.state()).account).toEqual(before.account);
  });

  const account = async (name: string): Promise<string> =>
    (await core.accounts.state()).accounts.find((one) => one.name === name)!.id;
  const opened = async (name: string): Promise<void> => {
    await core.accounts.open({ accountId: await account(name) });
    await expect.poll(() => logo().innerText()).toContain(name);
  };

  it('a message and a window of one account do not stay in another', async () => {
    await opened('Northwind');
    const [company] = await ownCompanies(core, 1);
    await core.outbox.pause({ paused: false });
    await core.outbox.setUndoSeconds({ seconds: 30 });
    await goToHash(page, '#/customers?form=lead~draft:of-northwind');
    const form = page.getByRole('dialog');
    await form.getByRole('textbox').first().fill('Lead of Northwind');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await goToHash(page, `#/customers?page=company~${company!.id}`);
    await page.getByRole('heading', { name: company!.name }).first().waitFor();
    await page.keyboard.press('s');
    await form.waitFor();

    await opened('Southwind');
    await form.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await opened('Northwind');
    expect((await core.outbox.list({})).map(({ state, title }) => [state, title])).toContainEqual([
      'queued',
      'Lead of Northwind',
    ]);
    expect(problems).toEqual([]);
  });

  it('a button of an account says which account it is, in the settings and on the start page', async () => {
    await opened('Southwind');
    await page.reload();
    await goToHash(page, '#/settings?tab=account');
    const describedBy = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluateAll((buttons) =>
          buttons.map(
            (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.innerText,
          ),
        );
    await expect.poll(() => describedBy('Open')).toEqual(['Northwind']);
    const southwind = await account('Southwind');
    await core.accounts.signOut({ accountId: southwind, data: 'keep' });
    await page.getByText('Accounts on this computer').waitFor();
    await page.getByRole('radiogroup', { name: 'Language' }).waitFor();
    await expect.poll(() => describedBy('Open')).toEqual(['Northwind\nSigned in']);
    expect(await describedBy('Sign in')).toEqual(['Southwind\nSigned out']);
    expect(await page.title()).toBe('Satchel');
    await core.accounts.signIn({ accountId: southwind, credentials: PASSWORD });
    await expect.poll(() => logo().innerText()).toContain('Southwind');
  });

  it('an account that was signed out is opened with its sign-in', async () => {
    const northwind = await account('Northwind');
    await opened('Southwind');
    await core.accounts.signOut({ accountId: northwind, data: 'keep' });
    await page.reload();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Switch to Northwind' }).click();
    const signIn = page.getByRole('dialog', { name: 'Sign in to Northwind' });
    // Unsent work of the open account is named here as well.
    await signIn.getByText('1 item has not been sent').waitFor();
    // It begins on its first empty field, not on its close button.
    await page.waitForTimeout(300);
    await expect.poll(() => signIn.locator(':focus').evaluate((one) => one.tagName)).toBe('INPUT');
    expect(await axeViolations(page)).toEqual([]);
    await signIn.locator('input[type="email"]').fill(PASSWORD.username);
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD.password);
    if (!(await signIn.getByLabel('Client ID', { exact: true }).isVisible()))
      await signIn.getByText('Advanced').click();
    await signIn.getByLabel('Client ID', { exact: true }).fill(PASSWORD.clientId);
    await signIn.getByLabel('Client secret').fill(PASSWORD.clientSecret);
    await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => logo().innerText()).toContain('Northwind');
    await signIn.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
