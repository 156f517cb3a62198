/** A record whose details are not on this computer: what only they contain is unknown, not absent. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import type { RecordView } from '../../../src/shared/contract/records';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const recordWith = (more: Partial<RecordView>): RecordView => ({
  resource: 'company',
  id: '1',
  title: 'Acme',
  subtitle: '',
  values: {},
  columns: [
    { key: 'customers', kind: 'contacts', sort: 'none', fromDetail: true },
    { key: 'product_list', kind: 'lines', sort: 'none', fromDetail: true },
  ],
  fetchedAt: 0,
  detailAt: null,
  detailState: 'offered',
  raw: '{}',
  ...more,
});
const LOOKUPS: Readonly<Record<string, readonly { id: string; name: string }[]>> = {
  postGrade: [{ id: '3', name: 'Manager' }],
};
const draw = async (file: string, name: string, properties: object, texts?: typeof en): Promise<string> => {
  windowOver(
    {
      records: { lookup: ({ name }) => LOOKUPS[name] ?? [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, properties, texts);
};

it.each([
  ['customers/customer-contacts', 'CustomerContacts', {}, 'common.sentences', 'panel.contactsUnknown'],
  [
    'panel/panel-contacts',
    'PanelContacts',
    { fields: ['customers'] },
    'panel.noContacts',
    'panel.contactsUnknown',
  ],
  ['panel/panel-lines', 'PanelLines', { field: 'product_list' }, 'panel.noLines', 'document.noLines'],
])('%s', async (file, name, properties, none, unknown) => {
  const unread = await draw(file, name, { ...properties, record: recordWith({}) });
  expect(unread).toContain(unknown);
  expect(unread).not.toContain(none);
  const read = await draw(file, name, {
    ...properties,
    record: recordWith({ detailAt: 1, detailState: 'held' }),
  });
  expect(read).toContain(none);
  expect(read).not.toContain(unknown);
});

it.each([
  ['customers/customer-contacts', 'CustomerContacts', {}],
  ['panel/panel-contacts', 'PanelContacts', { fields: ['customers'] }],
])('%s shows a birthday as a day of the language', async (file, name, properties) => {
  const customers = [
    { name: 'Anna', birth: '1990-05-04 00:00:00' },
    { name: 'Ben', birth: '1970-01-01 08:00:00' },
  ];
  const html = await draw(file, name, { ...properties, record: recordWith({ values: { customers } }) });
  expect(html).toContain('May 4, 1990');
  expect(html).not.toMatch(/1990-05-04|1970/);
});

it.each([
  ['customers/customer-contacts', 'CustomerContacts', {}],
  ['panel/panel-contacts', 'PanelContacts', { fields: ['customers'] }],
])('%s shows the seniority and the gender of a contact', async (file, name, properties) => {
  const customers = [{ name: 'Anna', post: 'Buyer', post_grade: 3, gender: 2 }];
  const shown = async (contacts: object[]): Promise<string> =>
    draw(file, name, { ...properties, record: recordWith({ values: { customers: contacts } }) }, en);
  const html = await shown(customers);
  expect(html).toContain('Manager');
  expect(html).toContain('Female');
  expect(await shown([{ name: 'Ben', post: 'Buyer', post_grade: 0, gender: 0 }])).not.toMatch(
    /Gender|Seniority|>0</,
  );
});
