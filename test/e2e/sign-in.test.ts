/**
 * Signing in again, after the token is lost and after signing out: the form is filled in as in the last
 * sign-in, without the secrets.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath, launchBrowser, openPage } from '../support/browser';
import { PASSWORD } from '../support/outbox-window';
import { startApp, startServiceProcess, type Running } from '../support/processes';

const SECRETS = [PASSWORD.clientSecret, PASSWORD.password];
const data = mkdtempSync(join(tmpdir(), 'satchel-sign-in-'));

describe.skipIf(!browserPath)('signing in again', () => {
  let browser: Browser;
  let service: Running;
  let app: Running;
  let page: Page;
  let problems: string[];

  const open = async (): Promise<void> => {
    app = await startApp(['--data', data]);
    ({ page, problems } = await openPage(browser));
    await page.goto(app.url);
  };
  const method = (name: string): Locator => page.getByRole('radio', { name });
  const clientId = (): Locator => page.getByLabel('Client ID', { exact: true });
  const inWork = (): Promise<void> => page.getByRole('navigation', { name: 'Screens' }).waitFor();
  /** The method, the client and the e-mail are filled in; the secrets are not. */
  const beginsWhereItWas = async (): Promise<void> => {
    await clientId().waitFor();
    expect(await method('E-mail').isChecked()).toBe(true);
    expect(await clientId().inputValue()).toBe(PASSWORD.clientId);
    expect(await page.locator('input[type="email"]').inputValue()).toBe(PASSWORD.username);
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');
    expect(
      await page
        .locator('input[type="password"]')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join('')),
    ).toBe('');
  };
  const secrets = async (): Promise<void> => {
    await page.getByLabel('Client secret').fill(PASSWORD.clientSecret);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD.password);
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startServiceProcess(['--port', '0', '--memory', '--dataset', '250', '--seed', '7']);
    await open();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([app.stop(), service.stop()]);
  });

  it('connects by e-mail and password', async () => {
    await page.getByLabel('CRM address').fill(service.url);
    await page.locator('input[type="email"]').fill(PASSWORD.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD.password);
    // The missing field is under "Advanced", which opens and shows the error.
    expect(await page.getByLabel('Client secret').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Required', { exact: true }).first().waitFor();
    await expect.poll(() => clientId().evaluate((field) => field === document.activeElement)).toBe(true);
    await clientId().fill(PASSWORD.clientId);
    await secrets();
    const address = page.getByLabel('CRM address');
    await address.fill('ftp://crm.example');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
    await address.fill(service.url);
    expect(await address.getAttribute('aria-invalid')).not.toBe('true');
    // The service decides what a user name is. The browser does not check its form.
    await page.locator('input[type="email"]').fill('mia');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Wrong e-mail or password').waitFor();
    await page.locator('input[type="email"]').fill(PASSWORD.username);
    await page.getByRole('button', { name: 'Test connection' }).click();
    // The user is found by the e-mail.
    await page.getByText('Found by your e-mail.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Who are you?' }).inputValue()).toContain(
      PASSWORD.username,
    );
    await page.getByRole('button', { name: 'Download my data' }).click();
    await inWork();
    await expect.poll(() => readFileSync(join(data, 'accounts.json'), 'utf8')).toContain('"signIns"');
    for (const secret of SECRETS)
      expect(readFileSync(join(data, 'accounts.json'), 'utf8')).not.toContain(secret);
  });

  it('starts with the last sign-in when the token is lost, and continues', async () => {
    // The browser window keeps the token in memory only, so the next start has none.
    await page.context().close();
    await app.stop();
    await open();
    await inWork();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-field'));
    for (const _ of ['from another screen', 'on this screen']) {
      await page.getByRole('contentinfo').getByText('Sign-in needed').click();
      await beginsWhereItWas();
      await expect.poll(focused).toBe('password');
      await page.getByRole('heading', { name: 'Settings' }).click();
    }
    await secrets();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Signed in', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('offers to sign in again after signing out, and opens the kept data', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('Keep the local copy').click();
    await page.getByText('Accounts on this computer').waitFor();
    expect(await page.getByLabel('CRM address').inputValue()).toBe(service.url);
    await page.getByText('Advanced').click();
    await beginsWhereItWas();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
    await beginsWhereItWas();
    await expect
      .poll(() =>
        page.getByLabel('Password', { exact: true }).evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    // Cancel removes the form; the focus returns to the button that opened it.
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    const opener = page.getByRole('button', { name: 'Sign in', exact: true });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await opener.press('Enter');
    await beginsWhereItWas();
    await secrets();
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await inWork();
    expect(problems).toEqual([]);
  });

  it('follows the CRM to another address, and not to another CRM', async () => {
    const started = (seed: string): Promise<Running> =>
      startServiceProcess(['--port', '0', '--memory', '--dataset', '250', '--seed', seed]);
    const [moved, other] = [await started('7'), await started('8')];
    // The copy must have records to compare.
    await page.goto(`${app.url}#/orders`);
    await page.getByRole('gridcell').first().waitFor();
    await page.goto(`${app.url}#/settings`);
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New CRM address').waitFor();
    const go = async (address: string): Promise<void> => {
      await dialog.getByLabel('New CRM address').fill(address);
      await dialog.getByLabel('Client secret').fill(PASSWORD.clientSecret);
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD.password);
      await dialog.getByRole('button', { name: 'Sign in and change' }).click();
    };
    await go(other.url);
    await dialog.getByText('Compared with the records on this computer').waitFor();
    expect(readFileSync(join(data, 'accounts.json'), 'utf8')).not.toContain(other.url);
    await go(moved.url);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByText(moved.url).first().waitFor();
    expect(JSON.parse(readFileSync(join(data, 'accounts.json'), 'utf8'))).toMatchObject({
      profiles: [{ baseUrl: moved.url }],
    });
    await Promise.all([other.stop(), moved.stop()]);
    expect(problems).toEqual([]);
  });

  it('removes the copy of an account that is signed out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('Keep the local copy').click();
    await page.getByText('Accounts on this computer').waitFor();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the local copy' }).click();
    await expect.poll(() => page.getByText('Accounts on this computer').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
