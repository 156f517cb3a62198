/**
 * The user's own unsent work in lists and panels: shown at once with a mark, then under its real id, and
 * without a mark after the read-back.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { inState, releaseAll, submit, submitEdit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';

describe.skipIf(!browserPath)('pending work in lists and panels', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let core: Core;

  const row = (text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text });
  const panel = () => page.getByRole('complementary', { name: 'Company', exact: true });
  const look = async (name: string): Promise<void> => {
    if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, `${name}.png`) });
  };

  beforeAll(async () => {
    ({ page, problems, app, core } = await desk.connect({ width: 1440 }));
    await releaseAll(core);
    await core.outbox.pause({ paused: true });
    await page.goto(app.url);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Customers/ })
      .click();
    await page.getByRole('grid').waitFor();
  });

  it('a new company is first in its list, an edited one keeps its place, both are marked; the panel opens with the local id', async () => {
    const [, second, third] = (await core.records.page({ view: { resource: 'company' }, start: 0, limit: 3 }))
      .rows;
    const company = await submit(core, {
      kind: 'company',
      fields: { name: 'Zephyrine Trading 瑾璐贸易', short_name: 'ZT', pool_id: '0', tel: '021 555 0123' },
      children: [{ ref: 'local:c1', fields: { name: 'Ann Lee', email: 'ann@zephyrine.example' } }],
    });
    await submit(core, {
      kind: 'receipt',
      fields: { amount: '1200.50', currency: 'USD', company_id: company },
    });
    await submitEdit(core, 'company', second!.id, { short_name: 'Renamed by me' });
    await submitEdit(core, 'company', third!.id, { tel: '1' });
    await row('Zephyrine').getByText('To send').waitFor({ state: 'attached' });
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Zephyrine');
    await row('Renamed by me').locator('[data-own="pending"]').waitFor();
    expect(await row('Renamed by me').locator('[data-own="pending"]').count()).toBe(1);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('瑾璐');
    await page
      .getByRole('group', { name: 'Customers' })
      .getByRole('option', { name: /Zephyrine/ })
      .getByText('To send')
      .waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await row('Zephyrine').click();
    await panel().getByRole('heading', { name: 'Zephyrine Trading 瑾璐贸易' }).waitFor();
    await panel()
      .getByRole('tab', { name: /^Related/ })
      .click();
    await panel().getByText('New receipt').waitFor();
    await look('light');
    expect(await panel().getByRole('tab', { name: 'JSON' }).count()).toBe(0);
    expect(await axeViolations(page, '[role="grid"]')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('after the delivery the address changes to the real id, and after the read-back the marks disappear', async () => {
    expect(page.url()).toContain('open=company%7Elocal');
    const id = decodeURIComponent(/open=company%7E(local[^&]+)/.exec(page.url())?.[1] ?? '');
    await core.outbox.pause({ paused: false });
    await inState(core, id, 'applied');
    const real = (await core.outbox.get({ id }))?.intent.realId;
    await page.waitForURL((url) => url.hash.includes(`open=company%7E${real}`));
    await panel().getByRole('heading', { name: 'Zephyrine Trading 瑾璐贸易' }).waitFor();
    await core.sync.start();
    await row('Zephyrine')
      .getByText(/To send|Delivered/)
      .waitFor({ state: 'detached' });
    expect(await row('Zephyrine').count()).toBe(1);
    await look('delivered');
    expect(problems).toEqual([]);
  });
});
