/** An account whose encrypted copy cannot be opened in this session: the screen that says so, and the two ways on. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlock } from '../../src/main/node/encrypt-database';
import { axeViolations, browserPath, launchBrowser, openPage } from '../support/browser';
import { startApp, type Running } from '../support/processes';

/** A folder for pictures of what is tested, for whoever works on the looks. */
const PICTURES = process.env.SATCHEL_PICTURES;

describe.skipIf(!browserPath)('a copy that is locked', () => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-locked-'));
  const account = join(data, 'accounts', 'demo');
  let browser: Browser;
  let app: Running;
  beforeAll(async () => {
    // As a desktop session with a keychain leaves it.
    mkdirSync(account, { recursive: true });
    const profile = { id: 'demo', name: 'Demo', baseUrl: 'http://demo.invalid', demo: true, headerStyle: 'raw', selfUserId: '1001', selfName: null, identity: { userId: null, email: null }, signedOut: false };
    writeFileSync(join(data, 'accounts.json'), JSON.stringify({ version: 1, currentId: 'demo', profiles: [profile], settings: {} }));
    const cache = unlock(new Database(join(account, 'cache.db')), 'ab'.repeat(32));
    cache.exec('CREATE TABLE t (a)');
    cache.close();
    writeFileSync(join(account, 'cache.key'), '{"version":1,"sealed":"AAAA"}\n');
    [browser, app] = await Promise.all([launchBrowser(), startApp(['--data', data])]);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it('says what holds it up and that nothing is lost, and makes a new copy only when asked twice', async () => {
    const { page, problems } = await openPage(browser);
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();
    await page.getByText('What you have not sent yet is kept on this computer').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'locked.en.png') });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();

    await page.getByRole('button', { name: 'Go to the start page' }).click();
    await page.getByRole('heading', { name: 'Connect your CRM' }).waitFor();
    await page.reload();

    await page.getByRole('button', { name: 'Make a new copy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a new copy?' });
    await dialog.getByText('the new copy is not encrypted').waitFor();
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'locked.dialog.png') });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(existsSync(join(account, 'cache.db.aside-1'))).toBe(false);

    await page.getByRole('button', { name: 'Make a new copy' }).click();
    await dialog.getByRole('button', { name: 'Make a new copy' }).click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await page.goto(`${app.url}#/settings?tab=sync`);
    await page.getByText('The local copy is not encrypted: there is no system keychain here').waitFor();
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'storage.png') });
    expect(problems).toEqual([]);
  });
});
