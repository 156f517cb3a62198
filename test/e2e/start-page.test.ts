/** The start page, which is shown as long as no account is open. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { axeViolations, browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';

describe.skipIf(!browserPath)('the start page', () => {
  const desk = makeDesk();

  it('says that the list of accounts cannot be read, until the user dismisses it', async () => {
    const data = mkdtempSync(join(tmpdir(), 'satchel-start-page-'));
    writeFileSync(join(data, 'accounts.json'), '{torn');
    const { app, page, problems } = await desk.open([], {}, data);
    await page.goto(app.url);
    const notice = page.getByRole('status').filter({ hasText: 'The list of your accounts can’t be read' });
    await notice.waitFor();
    await page.getByRole('heading', { name: 'Connect your CRM' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
