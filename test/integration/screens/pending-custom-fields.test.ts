/** An undelivered edit names its custom fields as the CRM does, not by their ids. */
import type { FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const ITEM = {
  id: 'i1',
  kind: 'company',
  state: 'queued',
  command: {
    kind: 'company',
    target: '1',
    fields: {},
    children: [],
    custom: { '71234567': 'Hall 7', '71234568': ['Fair', 'Web'] },
  },
  base: { fields: {}, children: [], readAt: null },
  party: null,
  notes: [],
  conflicts: [],
  candidates: [],
  waitsFor: [],
  dependants: [],
  updatedAt: 0,
  createdAt: 0,
  title: 'Acme',
  subject: '',
  number: null,
};

let item: object = ITEM;
const draw = async (file: string, name: string, properties: object): Promise<string> => {
  windowOver(
    {
      outbox: { forRecord: () => [item], summary: () => null },
      records: {
        get: () => null,
        page: () => ({ total: 0, start: 0, rows: [] }),
        lookup: ({ name: lookup }: { name: string }) =>
          lookup === 'companyFields'
            ? [
                { id: '71234567', name: 'Stand' },
                { id: '71234568', name: 'Sources' },
              ]
            : [],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/outbox/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, properties);
};

it('in the panel of the record', async () => {
  const html = await draw('pending-block', 'PendingBlock', { resource: 'company', id: '1' });
  expect(html).toContain('<dt>Stand</dt>');
  expect(html).toContain('Hall 7');
  expect(html).toContain('Fair, Web');
  expect(html).not.toContain('7123456');
});

it('in the list of the outbox', async () => {
  const html = await draw('outbox-list', 'OutboxList', {
    items: [ITEM],
    selectedId: undefined,
    waitText: () => '',
    drafts: { count: 0, list: null },
    hidden: 0,
    onMore: () => undefined,
  });
  expect(html).toContain('Stand, Sources');
  expect(html).not.toContain('7123456');
});

it('says in the panel how many more fields are changed than it shows', async () => {
  const keys = ['name', 'short_name', 'address', 'fax', 'homepage', 'remark', 'tel', 'province'];
  const values = (text: string) => Object.fromEntries(keys.map((key) => [key, `${text} ${key}`]));
  const base = { fields: values('Old'), children: [], readAt: null };
  item = { ...ITEM, base, command: { ...ITEM.command, fields: values('New'), custom: {} } };
  onTestFinished(() => {
    item = ITEM;
  });
  const html = await draw('pending-block', 'PendingBlock', { resource: 'company', id: '1' });
  expect(html).toContain('New remark');
  expect(html).not.toContain('New tel');
  expect(html).toContain('changes.moreFields');
});
