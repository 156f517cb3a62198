/**
 * Placeholders have the shape of the content that is loading: the list, the record beside it, the page of a
 * customer.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, expectVisible } from '../support/browser';
import { makeDesk } from '../support/desk';
import { type SpoiltAnswers, spoilAnswers } from '../support/spoilt-answers';

/** Longer than any test: an answer with this delay never arrives. */
const NEVER_MS = 600_000;

describe.skipIf(!browserPath)('what is awaited', () => {
  const desk = makeDesk();
  let page: Page;
  let answers: SpoiltAnswers;
  let appUrl: string;

  beforeAll(async () => {
    const opened = await desk.openDemo();
    ({ page } = opened);
    appUrl = opened.app.url;
    answers = await spoilAnswers(page);
  });
  /**
   * Expects that its placeholders become visible after their delay; before that they exist but are
   * transparent.
   */
  const expectDrawn = async (within: Locator): Promise<void> => {
    const placeholder = within.locator('[class*="skeleton"]').first();
    await expect
      .poll(async () => Number(await placeholder.evaluate((bar) => getComputedStyle(bar).opacity)))
      .toBeGreaterThan(0.5);
    const { delay, fill } = await placeholder.evaluate((bar) => {
      const { animationDelay, animationFillMode } = getComputedStyle(bar);
      return { delay: animationDelay, fill: animationFillMode };
    });
    expect([delay, fill]).toEqual(['0.15s', 'forwards']);
  };

  it('has the shape of a list, before its columns and before its rows are loaded', async () => {
    answers.late('/records/columns', NEVER_MS);
    await page.goto(`${appUrl}#/orders`);
    await expectDrawn(page.getByRole('main'));
    answers.late('/records/page', NEVER_MS);
    await page.reload();
    await expectVisible(page.getByRole('grid'));
    await expectDrawn(page.getByRole('grid'));
  });

  it('has the shape of a record and of a customer’s page', async () => {
    answers.mend();
    await page.reload();
    const rows = page.getByRole('grid').getByRole('row');
    await rows.nth(2).waitFor();
    answers.late('/records/get', NEVER_MS);
    await rows.nth(2).getByRole('gridcell').first().click();
    await expectDrawn(page.getByRole('complementary', { name: 'Order', exact: true }));
    await page.evaluate(() => {
      window.location.hash = '#/customers?page=company~1';
    });
    await expectDrawn(page.getByRole('main'));
  });
});
