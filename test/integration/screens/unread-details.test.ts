/** Fields from details that are not on this computer: a filter by them, and a file with them, say so. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
// A dialog is drawn only in a browser.
vi.mock('../../../src/renderer/ui/dialog', async (original) => ({
  ...(await original<object>()),
  Dialog: ({ children }: { children: unknown }) => children,
}));

const COLUMNS = [
  { key: 'name', kind: 'text', sort: 'scan' },
  { key: 'user_id', kind: 'users', sort: 'scan', fromDetail: true },
];
const NOTE = 'The details of 2 records are not on this computer: they count as empty.';

const copied = (more: object): void => {
  const leads = { resource: 'lead', state: 'complete', completeAsOf: 'x', records: 8, details: 6 };
  told.state = { resources: [{ ...leads, ...more }] };
};
const draw = async (file: string, name: string, properties: object): Promise<string> => {
  windowOver(
    {
      records: {
        facets: () => [{ value: '', label: '', count: 2 }],
        lookup: () => [],
        page: () => ({ rows: [] }),
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, properties, en);
};
const filterBy = (field: string) => ({ field, op: 'empty' as const });
const chips = (field: string) =>
  draw('lists/filter-bar', 'FilterChips', {
    resource: 'lead',
    columns: COLUMNS,
    filters: [filterBy(field)],
    onChange: () => undefined,
  });
const editor = (at: number) =>
  draw('lists/filter-editor', 'FilterEditor', {
    resource: 'lead',
    column: COLUMNS[at],
    onApply: () => undefined,
  });
const dialog = (shown: object[], filters: object[] = []) =>
  draw('documents/export-dialog', 'ExportDialog', {
    view: { resource: 'lead', filters, sort: [], search: '', removed: false },
    columns: COLUMNS,
    shown,
    total: 8,
    onClose: () => undefined,
  });

it('a filter by them says how many records it cannot judge', async () => {
  copied({});
  expect(await chips('user_id')).toContain(NOTE);
  expect(await editor(1)).toContain(NOTE);
  for (const html of [await chips('name'), await editor(0)]) expect(html).not.toContain('The details of');
  copied({ details: 8 });
  for (const html of [await chips('user_id'), await editor(1)]) expect(html).not.toContain('The details of');
});

it('the dialog of an export says so, and that not all records are here', async () => {
  copied({});
  expect(await dialog(COLUMNS)).toContain(NOTE);
  expect(await dialog([COLUMNS[0]!], [filterBy('user_id')])).toContain(NOTE);
  const plain = await dialog([COLUMNS[0]!]);
  expect(plain).not.toContain('The details of');
  expect(plain).not.toContain('Not all');
  copied({ state: 'loading', completeAsOf: null });
  expect(await dialog([COLUMNS[0]!])).toContain('Not all leads are on this computer yet.');
});
