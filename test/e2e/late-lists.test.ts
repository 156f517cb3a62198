/**
 * Lists of choices that arrive while the user fills in their field: the field keeps its focus and its text.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ORDER_ENUMS_PATH } from '#shared/http-api/order';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { until, type Core } from '../support/outbox-window';
import { User } from '../support/user';

describe.skipIf(!browserPath)('a list that comes late', () => {
  const desk = makeDesk();
  let page: Page;
  let core: Core;
  let problems: string[];
  let clearFaults: () => Promise<void>;
  const currency = () => page.getByRole('dialog').getByLabel('Currency');
  const isFocused = (): Promise<boolean> => currency().evaluate((field) => field === document.activeElement);

  beforeAll(async () => {
    const opened = await desk.connect({}, [
      { kind: 'status', status: 404, path: ORDER_ENUMS_PATH, times: 1000 },
    ]);
    ({ page, core, problems } = opened);
    ({ clearFaults } = opened.control);
    await page.goto(opened.app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('changes the list of a field only after the user has left the field', async () => {
    const user = new User(page);
    await user.press('c', 'r');
    await user.untilField('Company');
    await user.press('Tab');
    await user.untilField('Amount paid');
    await user.press('Tab');
    await user.untilField('Currency');
    await user.type('EU');
    expect(await core.records.lookup({ name: 'orderCurrency' })).toEqual([]);
    await clearFaults();
    await core.sync.start();
    await until(async () => (await core.records.lookup({ name: 'orderCurrency' })).length > 0, 60_000);
    // By now the window has been told and has read again: it already shows the new list elsewhere.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 1000);
        }),
    );
    expect(await isFocused()).toBe(true);
    await user.type('R');
    expect(await currency().inputValue()).toBe('EUR');
    await user.press('Tab');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Currency' }).waitFor();
    expect(await currency().inputValue()).toContain('EUR');
    await user.press('Shift+Tab');
    await user.untilField('Currency');
    expect(problems).toEqual([]);
  });
});
