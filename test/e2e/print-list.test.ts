/**
 * Printing a long list: the loaded part is shown, a click on Print waits for the whole list, and no column is
 * cut off.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { until } from '../support/outbox-window';

type Send = () => void;

describe.skipIf(!browserPath)('a printed list', () => {
  const desk = makeDesk();
  let page: Page;
  let problems: string[];
  let held: Send[] | null = null;
  /** What the core sends reaches the window at once, or waits until the test lets it through. */
  const deliver = (send: Send): void => {
    if (held) held.push(send);
    else send();
  };

  beforeAll(async () => {
    const { app, core, ...opened } = await desk.openDemo({ width: 900 });
    ({ page, problems } = opened);
    await until(async () => (await core.sync.state()).freshAsOf !== null, 60_000);
    await page.routeWebSocket(/./, (window) => {
      const server = window.connectToServer();
      server.onMessage((message) => {
        deliver(() => window.send(message));
      });
    });
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset.printed = String(
          document.querySelectorAll('[data-print-layer] tbody tr').length,
        );
      };
    });
    await page.goto(`${app.url}#/orders`);
    await page.getByRole('grid').getByRole('row').nth(3).waitFor();
  });

  it('shows its progress, and prints when it is complete', async () => {
    held = [];
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+p');
    const preview = page.getByRole('dialog', { name: 'Print preview' });
    const progress = preview.getByText(/^Preparing [1-9]\d* of 1,000 rows…$/);
    // One message at a time, so that the list is still incomplete however long a step takes.
    const isReading = async (): Promise<boolean> => {
      if (await progress.isVisible()) return true;
      held?.shift()?.();
      return false;
    };
    await expect.poll(isReading, { interval: 200, timeout: 20_000 }).toBe(true);
    await preview.getByRole('button', { name: 'Print or save as PDF' }).click();
    expect(await page.evaluate(() => document.body.dataset.printed)).toBeUndefined();
    const waiting = held;
    held = null;
    for (const send of waiting) send();
    await preview.getByText(/^1,\d{3} rows$/).waitFor();
    await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('1000');
  });

  it('shows its whole width in a narrow window, and keeps its columns on paper', async () => {
    const { sheet, table, room } = await page.evaluate(() => {
      const box = (selector: string): DOMRect => document.querySelector(selector)!.getBoundingClientRect();
      return {
        sheet: box('[data-print-layer] article').toJSON() as DOMRect,
        table: box('[data-print-layer] table').toJSON() as DOMRect,
        room: window.innerWidth,
      };
    });
    expect(sheet.right).toBeLessThanOrEqual(room);
    expect(sheet.width).toBeGreaterThan(room * 0.85);
    expect(table.right).toBeLessThan(sheet.right);
    expect(problems).toEqual([]);
  });
});
