/**
 * An account whose encrypted cache or unsent work cannot be opened in this session: the screen that says so,
 * and what the user can do.
 */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseKind, unlock } from '../../src/main/node/encrypt-database';
import { newRecoveryCode, wrapKey } from '../../src/main/node/recovery-wrap';
import { axeViolations, browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { spoilAnswers } from '../support/spoilt-answers';

/** A folder for screenshots, for work on the design. */
const PICTURES = process.env.SATCHEL_PICTURES;

const KEY = 'ab'.repeat(32);
/** The files of the demo's account as a desktop session with a keychain leaves them. */
const demoAccount = (): { data: string; account: string } => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-locked-'));
  const account = join(data, 'accounts', 'demo');
  mkdirSync(account, { recursive: true });
  const profile = {
    id: 'demo',
    name: 'Demo',
    baseUrl: 'http://demo.invalid',
    demo: true,
    headerStyle: 'raw',
    selfUserId: '1001',
    selfName: null,
    identity: { userId: null, email: null },
    signedOut: false,
  };
  writeFileSync(
    join(data, 'accounts.json'),
    JSON.stringify({ version: 1, currentId: 'demo', profiles: [profile], settings: {} }),
  );
  return { data, account };
};
const encryptedFile = (path: string): void => {
  const database = unlock(new Database(path), KEY);
  database.exec('CREATE TABLE t (a)');
  database.close();
};

describe.skipIf(!browserPath)('a copy that is locked', () => {
  const desk = makeDesk();
  const { data, account } = demoAccount();
  beforeAll(() => {
    encryptedFile(join(account, 'cache.db'));
    writeFileSync(join(account, 'cache.key'), '{"version":1,"sealed":"AAAA"}\n');
  });

  it('says why it is locked and that nothing is lost, and makes a new copy only after a confirmation', async () => {
    const { app, page, problems } = await desk.open([], {}, data);
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();
    await page.getByText('Unsent changes are kept on this computer').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'locked.en.png') });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();

    await page.getByRole('button', { name: 'Go to the start page' }).click();
    await page.getByRole('heading', { name: 'Connect your CRM' }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();
    await page.getByRole('button', { name: 'Go to the start page' }).click();
    await page.getByRole('button', { name: 'Open the demo' }).click();

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
    await page.getByText('The local copy is not encrypted, because this system has no keychain').waitFor();
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'storage.png') });
    expect(problems).toEqual([]);
  });
});

describe.skipIf(!browserPath)('unsent work that is locked', () => {
  const desk = makeDesk();
  const lockedOutbox = (): ReturnType<typeof demoAccount> & { code: string } => {
    const { data, account } = demoAccount();
    const code = newRecoveryCode();
    encryptedFile(join(account, 'outbox.db'));
    writeFileSync(join(account, 'outbox.key'), '{"version":1,"sealed":"AAAA"}\n');
    writeFileSync(join(account, 'outbox.recovery'), wrapKey('demo', KEY, code));
    return { data, account, code };
  };

  it('keeps a code that is typed half when the keychain turns out to be only locked', async () => {
    const { data, code } = lockedOutbox();
    const { app, page } = await desk.open([], {}, data);
    const answers = await spoilAnswers(page);
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Recovery code' });
    await field.fill(code.slice(0, 9));
    answers.replace('"reason":"no-keyring"', '"reason":"waiting"');
    // The window reads everything again after it was disconnected.
    answers.lose('/accounts/unlock');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Waiting for your keychain' }).waitFor();
    expect(await field.inputValue()).toBe(code.slice(0, 9));
  });

  it('asks for the recovery code, distinguishes a typing error from a wrong code, and opens with the right one; without a keychain it offers only the way back', async () => {
    const { data, account, code } = lockedOutbox();
    const { app, page, problems } = await desk.open([], {}, data);
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'There is no keychain in this session' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Recovery code' });
    const open = page.getByRole('button', { name: 'Open', exact: true });
    expect([
      await open.isDisabled(),
      await field.evaluate((element) => element === document.activeElement),
    ]).toEqual([true, true]);
    await field.fill(`${code.slice(0, -1)}U`);
    await page.keyboard.press('Enter');
    await page.getByText('The code has a typing error').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await field.fill(newRecoveryCode());
    await page.keyboard.press('Enter');
    await page.getByText('Wrong code. Use the latest code').waitFor();
    await page.getByRole('button', { name: 'Continue without it' }).click();
    const leave = page.getByRole('dialog', { name: 'Continue without your unsent work?' });
    await leave.getByRole('button', { name: 'Cancel' }).click();
    await leave.waitFor({ state: 'hidden' });
    expect(databaseKind(join(account, 'outbox.db'))).toBe('encrypted');

    await page.getByRole('button', { name: 'Go to the start page' }).click();
    await page.getByRole('heading', { name: 'Connect your CRM' }).waitFor();
    await open.click();
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await open.click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await page.goto(`${app.url}#/settings?tab=sync`);
    await page.getByText('Your unsent work is encrypted.').waitFor();
    expect(await page.getByRole('button', { name: 'New recovery code…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stop encrypting…' }).click();
    const stop = page.getByRole('dialog', { name: 'Stop encrypting unsent work?' });
    expect(await axeViolations(page)).toEqual([]);
    await stop.getByRole('button', { name: 'Stop encrypting' }).click();
    await stop.waitFor({ state: 'hidden' });
    await page.getByText('Unsent work cannot be encrypted on this computer').waitFor();
    expect([databaseKind(join(account, 'outbox.db')), existsSync(join(account, 'outbox.recovery'))]).toEqual([
      'plain',
      false,
    ]);
    expect(await page.getByRole('button', { name: 'Encrypt…' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
