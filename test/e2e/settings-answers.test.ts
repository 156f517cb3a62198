/** What Settings show while the core answers late, or cannot answer. */
import { describe, expect, it } from 'vitest';
import { axeViolations, browserPath, goToHash, valuesOf } from '../support/browser';
import { makeDesk } from '../support/desk';
import { spoilAnswers } from '../support/spoilt-answers';

describe.skipIf(!browserPath)('settings over slow answers', () => {
  const desk = makeDesk();

  it('show the last of two quick choices, and never the first one again', async () => {
    const { page, core, app } = await desk.openDemo();
    const answers = await spoilAnswers(page);
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await goToHash(page, '#/settings?tab=sync');
    const orders = page.getByRole('row', { name: /^Orders/ });
    await expect.poll(() => orders.innerText(), { timeout: 60_000 }).toMatch(/Complete/);
    const undo = page.getByRole('combobox', { name: 'Time to undo' });
    const before = await undo.inputValue();
    const shown = await valuesOf(undo);
    const choose = async (seconds: number): Promise<void> => {
      await undo.click();
      await page.getByRole('option', { name: `${seconds} seconds` }).click();
      await expect.poll(async () => (await core.outbox.summary()).undoSeconds).toBe(seconds);
      // Longer than the core waits before it announces the change, so that each choice is announced by itself.
      await page.waitForTimeout(200);
    };
    answers.hold();
    await choose(10);
    await choose(20);
    await answers.release();
    await page.waitForTimeout(300);
    expect(await shown.jsonValue()).toEqual([before, '10 seconds', '20 seconds']);
    await core.outbox.setUndoSeconds({ seconds: 3 });
    await expect.poll(() => undo.inputValue()).toBe('3 seconds');
  });

  it('say that no recovery code could be made, and offer another try', async () => {
    const { page, app } = await desk.openDemo();
    const answers = await spoilAnswers(page);
    answers.replace('"tokenStorage":"memory"', '"tokenStorage":"keychain"');
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    answers.refuse('/accounts/offerCode');
    await goToHash(page, '#/settings?tab=sync');
    await page.getByRole('button', { name: 'Encrypt…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Something went wrong in Satchel').waitFor();
    expect(await dialog.getByText('Making a code').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    const again = dialog.getByRole('button', { name: 'Try again' });
    // The core of this test has no keychain.
    answers.mend();
    await again.click();
    await dialog.getByText('The system keychain is not available').waitFor();
    answers.answer('/accounts/offerCode', {
      ok: true,
      code: 'AAAA-BBBB-CCCC-DDDD',
      ask: [0, 2],
      offerId: 'o',
    });
    await again.click();
    const code = dialog.getByRole('group', { name: 'Recovery code' });
    await code.waitFor();
    await expect.poll(() => code.evaluate((box) => box === document.activeElement)).toBe(true);
  });
});
