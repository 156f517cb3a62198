/** Forms and dialogs that share records with other parts of the window, and a form that fails. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { inState, ownCompanies, releaseAll, submitEdit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';
import { spoilAnswers, type SpoiltAnswers } from '../support/spoilt-answers';

describe.skipIf(!browserPath)('a form', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;
  let company: { id: string; name: string };
  let answers: SpoiltAnswers;

  const sheet = (title: string) => page.getByRole('dialog', { name: title });
  const panel = () => page.getByRole('complementary', { name: 'Company', exact: true });
  const openPanel = async (): Promise<void> => {
    await page.evaluate((id) => {
      window.location.hash = `#/customers?open=company~${id}`;
    }, company.id);
    await panel().getByRole('heading', { name: company.name }).waitFor();
  };

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.connect({ width: 1440 }));
    await releaseAll(core);
    [company = { id: '', name: '' }] = await ownCompanies(core, 1);
    const self = (await core.accounts.state()).account?.selfUserId ?? '';
    const edit = await submitEdit(core, 'company', company.id, { user_id: self, tel: '+49 40 555 0199' });
    await inState(core, edit, 'applied');
    answers = await spoilAnswers(page);
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('opens over the panel of a company with a delivered edit, by C R', async () => {
    await openPanel();
    await page.keyboard.press('c');
    await sheet('New…').waitFor();
    await page.keyboard.press('r');
    await sheet('New receipt').getByLabel('Amount paid').waitFor();
    await sheet('New receipt').getByRole('combobox', { name: 'Company' }).click();
    await page.getByRole('option', { name: company.name }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await sheet('New receipt').waitFor({ state: 'detached' });
    // The panel is still open beside it and shows the delivered values.
    await panel().getByText('+49 40 555 0199').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('replaces the list from which it was chosen: two dialogs are never open at once', async () => {
    await page.evaluate(() => {
      const count = (): void => {
        const most = Math.max(
          Number(document.body.dataset.mostDialogs ?? 0),
          document.querySelectorAll('[role="dialog"]').length,
        );
        if (String(most) !== document.body.dataset.mostDialogs)
          document.body.dataset.mostDialogs = String(most);
      };
      new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
    });
    for (const [key, title] of [
      ['c', 'New company'],
      ['l', 'New lead'],
      ['r', 'New receipt'],
    ] as const) {
      await page.keyboard.press('c');
      await sheet('New…').waitFor();
      await page.keyboard.press(key);
      await sheet(title).getByRole('textbox').first().waitFor();
      await sheet(title).getByRole('button', { name: 'Close', exact: true }).click();
      await sheet(title).waitFor({ state: 'detached' });
    }
    expect(await page.evaluate(() => document.body.dataset.mostDialogs)).toBe('1');
  });

  it('that fails does not break the window, keeps the typed text, and opens again with it', async () => {
    await openPanel();
    await page.keyboard.press('c');
    await page.keyboard.press('r');
    const receipt = sheet('New receipt');
    await receipt.getByLabel('Amount paid').fill('1,250.50');
    answers.empty('/records/search');
    await receipt.getByRole('combobox', { name: 'Company' }).fill('Nord');
    const fault = sheet('This form stopped working');
    await fault.getByText(/saved as a draft/).waitFor();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, 'form-fault.png') });

    answers.mend();
    await fault.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => receipt.getByLabel('Amount paid').inputValue()).toBe('1,250.50');

    answers.empty('/records/search');
    await receipt.getByRole('combobox', { name: 'Company' }).fill('Ham');
    await fault.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Orders/ })
      .click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.keyboard.press('c');
    await sheet('New…').getByRole('region', { name: 'Drafts' }).getByText('1,250.50').waitFor();
    await page.keyboard.press('Escape');
  });
});
