/** What Settings show and offer while a part of the local copy cannot be read. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { taggedKey, unlock } from '../../src/main/node/encrypt-database';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { connectAndCopy, openCore } from '../support/outbox-window';
import { startApp, startServiceProcess } from '../support/processes';

/** Overwrites the last page of a table in a closed copy. */
const damageLastPage = (file: string, table: string): void => {
  const database = unlock(new Database(file), taggedKey(null));
  const page = Number(database.prepare('SELECT max(pageno) FROM dbstat WHERE name = ?').pluck().get(table));
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(handle);
};

describe.skipIf(!browserPath)('settings over a disk that fails', () => {
  const desk = makeDesk();

  it('show the log and make the report although the copy is damaged', async () => {
    const data = mkdtempSync(join(tmpdir(), 'satchel-damaged-'));
    desk.alsoClose(() => rmSync(data, { recursive: true, force: true }));
    const service = await startServiceProcess(['--memory', '--dataset', '20', '--port', '0']);
    const app = await startApp(['--data', data]);
    const { core, close } = openCore(app.url);
    await connectAndCopy(core, service.url);
    const { dataDirectory } = await core.diagnostics.get();
    close();
    await Promise.all([app.stop(), service.stop()]);
    damageLastPage(join(dataDirectory, 'cache.db'), 'drift');

    const { page, app: again } = await desk.open([], {}, data);
    await page.goto(again.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await goToHash(page, '#/settings?tab=diagnostics');
    await page.getByText('The local copy is damaged').waitFor();
    await page.getByRole('textbox', { name: 'Find in the log' }).waitFor();
    await page.getByRole('button', { name: 'Prepare the report' }).click();
    const report = page.getByRole('dialog', { name: 'Report for support' }).locator('pre');
    expect(JSON.parse(await report.innerText())).toMatchObject({ drift: { unreadable: 'database-corrupt' } });
  });

  it('say why a change was not stored', async () => {
    const { page, core, app } = await desk.openDemo();
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const { dataDirectory } = await core.diagnostics.get();
    const list = join(dataDirectory, '../../accounts.json');
    renameSync(list, `${list}.kept`);
    mkdirSync(list);
    await goToHash(page, '#/settings?tab=appearance');
    const reminders = page.getByRole('switch', { name: 'Remind me of follow-ups' });
    await reminders.click({ force: true });
    await page.getByRole('status').filter({ hasText: 'Something went wrong in Satchel' }).waitFor();
    expect(await reminders.isChecked()).toBe(true);
    rmdirSync(list);
    renameSync(`${list}.kept`, list);
    await reminders.click({ force: true });
    await expect.poll(() => reminders.isChecked()).toBe(false);
  });
});
