/** Each save is carried out once, however fast the user presses, and also if the window gets no answer. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { submit, until, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';
import { spoilAnswers, type SpoiltAnswers } from '../support/spoilt-answers';

describe.skipIf(!browserPath)('saving', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let core: Core;
  let answers: SpoiltAnswers;

  const sheet = (title: string) => page.getByRole('dialog', { name: title });
  const waiting = async () => await core.outbox.list({ states: ['queued'] });
  const begin = async (key: string, title: string): Promise<void> => {
    await page.keyboard.press('c');
    await sheet('New…').waitFor();
    await page.keyboard.press(key);
    await sheet(title).getByRole('textbox').first().waitFor();
  };
  /** Presses Ctrl+Enter twice, without a pause in which the window could disable the second. */
  const pressSaveTwice = (): Promise<void> =>
    page.evaluate(() => {
      for (let press = 0; press < 2; press += 1)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
        );
    });

  beforeAll(async () => {
    ({ page, app, core } = await desk.connect());
    await core.outbox.pause({ paused: true });
    answers = await spoilAnswers(page);
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });
  beforeEach(async () => {
    for (const { id } of await waiting()) await core.outbox.discard({ id });
  });

  it('saving a company with a number twice at once creates one company', async () => {
    await begin('c', 'New company');
    const form = sheet('New company');
    await form.getByRole('textbox', { name: 'Company name' }).fill('Nordlicht Messebau');
    await form.getByRole('button', { name: /^All fields/ }).click();
    await form.getByRole('textbox', { name: 'Company number' }).fill('N-4711');
    await pressSaveTwice();
    await form.waitFor({ state: 'detached' });
    expect(await waiting()).toHaveLength(1);
  });

  it('saving again after the answer was lost creates one company, also after a change in between', async () => {
    await begin('r', 'New receipt');
    const form = sheet('New receipt');
    await form.getByLabel('Amount paid').fill('1250.50');
    await form.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: /^USD/ }).click();
    answers.lose('/outbox/submit');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Not saved\./).waitFor();
    await until(async () => (await waiting()).length === 1);
    await form.getByLabel('Amount paid').fill('1350.50');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    expect((await waiting()).map(({ command }) => command.fields)).toMatchObject([{ amount: '1350.50' }]);
  });

  it('undo pressed twice at once goes back one version', async () => {
    const receipt = (amount: string) => ({
      kind: 'receipt',
      schema: 1,
      target: null,
      fields: { amount, currency: 'USD' },
      children: [],
    });
    const id = await submit(core, receipt('100'));
    await core.outbox.edit({ id, command: receipt('200') });
    await core.outbox.edit({ id, command: receipt('300') });
    await page.evaluate((item) => {
      window.location.hash = `#/outbox?item=${encodeURIComponent(item)}`;
    }, id);
    const undo = page.getByRole('article').getByRole('button', { name: 'Undo last edit' });
    await undo.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await until(async () => (await core.outbox.get({ id }))?.intent.version !== 3);
    // When the button is enabled again, both presses have been answered.
    await expect.poll(() => undo.isEnabled()).toBe(true);
    expect((await core.outbox.get({ id }))?.intent).toMatchObject({
      version: 4,
      command: { fields: { amount: '200' } },
    });
    // The other edit can be undone too, and then nothing more.
    await undo.click();
    await expect.poll(() => undo.count()).toBe(0);
    expect((await core.outbox.get({ id }))?.intent.command.fields.amount).toBe('100');
  });
});
