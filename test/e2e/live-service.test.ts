/**
 * Screens with the bundled service in the forms of the live service: names everywhere, and nothing that a rep
 * cannot read.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ResourceName } from '#shared/domain/resources';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { until, type Core } from '../support/outbox-window';

const SCREENS: readonly [ResourceName, string][] = [
  ['company', 'customers'],
  ['order', 'orders'],
  ['quotation', 'quotations'],
  ['purchaseOrder', 'purchase-orders'],
  ['receipt', 'receipts'],
];
/** Every company of the demo has at least one of these. */
const CUSTOM_FIELDS = /Preferred port 首选港口|Certificates 认证/;
/** Keys, JSON and markup, which a rep must not see: `end_status`, `{"a":1}`, `<p>`. */
const FOR_MACHINES = /^[a-z]+(?:_[a-z]+)+$|^[[{]"|<\/?p>/;

describe.skipIf(!browserPath)('the live service', () => {
  const desk = makeDesk();
  let page: Page;
  let core: Core;
  let problems: string[];
  const detailed = async (resource: ResourceName) =>
    (await core.records.page({ view: { resource }, start: 0, limit: 1, columns: [] })).rows[0]?.id ?? '';
  const open = async (resource: ResourceName): Promise<void> => {
    const screen = SCREENS.find(([of]) => of === resource)?.[1] ?? '';
    const id = await detailed(resource);
    await until(async () => (await core.records.get({ resource, id }))?.detailState === 'held', 60_000);
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/${screen}?open=${resource}~${id}`);
    const title = (await core.records.get({ resource, id }))?.title ?? '';
    // The panel of the record before has the same tabs.
    await page.getByRole('complementary').getByRole('heading', { level: 2, name: title }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).waitFor();
  };

  beforeAll(async () => {
    const opened = await desk.connect({}, [], ['--profile', 'live']);
    ({ page, core, problems } = opened);
    await page.goto(opened.app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it.each(SCREENS)('shows the codes of a %s as names', async (resource) => {
    await open(resource);
    const panel = page.getByRole('complementary');
    const read = () => panel.locator('dt, dd, th, td').allInnerTexts();
    // The names of custom fields may come later than the record.
    const wanted = resource === 'company' ? CUSTOM_FIELDS : /\w/;
    await expect.poll(async () => (await read()).join('\n')).toMatch(wanted);
    const texts = await read();
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => FOR_MACHINES.test(text.trim()))).toEqual([]);
  });

  it('a form finds custom fields by name, and sends several choices as a list', async () => {
    await core.outbox.release({ kind: 'company' });
    const id = await detailed('company');
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/customers?form=company~${id}`);
    await page.getByRole('button', { name: /^All fields/ }).click();
    await page.getByPlaceholder('Find a field').fill('Certificates');
    expect(await page.getByText('Nothing found').count()).toBe(0);
    const field = (await core.records.lookup({ name: 'companyFields' })).find(
      ({ name, raw }) =>
        name.startsWith('Certificates') && String((raw as { field_type: unknown }).field_type) === '7',
    );
    if (!field) throw new Error('no field of several choices');
    const choices = (field.raw as { ext_info: string[] }).ext_info.slice(0, 2);
    const input = page.getByRole('combobox', { name: field.name, exact: true });
    for (const choice of choices) {
      await input.click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    }
    await page.getByRole('button', { name: /^Save(?! draft)/ }).click();
    await until(async () => (await core.outbox.list({ latest: 1 }))[0]?.state === 'applied');
    const [item] = await core.outbox.list({ latest: 1 });
    const sent = (await core.outbox.get({ id: item?.id ?? '' }))?.payload?.body ?? '{}';
    expect(JSON.parse(sent)).toMatchObject({ [field.id]: choices });
  });

  it('shows lines of quotations with their unit', async () => {
    await open('quotation');
    await page.getByRole('tab', { name: /^Lines/ }).click();
    await page.getByRole('columnheader', { name: 'Unit', exact: true }).first().waitFor();
    expect(problems).toEqual([]);
  });
});
