/** The buttons of the panel copy what the panel shows, in a form that other programs can read. */
import type { FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Column } from '../../../src/shared/contract/records';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
const copied: Record<string, string> = {};
vi.mock('../../../src/renderer/ui/copy-button', () => ({
  CopyButton: ({ value, label }: { value: () => string; label: string }) => {
    copied[label] = value();
    return null;
  },
}));

const copyOf = async (column: Column, value: unknown): Promise<string | undefined> => {
  windowOver(
    {
      records: {
        page: () => ({ total: 1, start: 0, rows: [{ id: '7', values: { nickname: 'Mia' } }] }),
        lookup: ({ name }: { name: string }) => (name === 'origin' ? [{ id: '3', name: 'Fair' }] : []),
      },
      diagnostics: { get: () => ({ serverOffsetMs: 8 * 3_600_000, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/panel/panel-details';
  const { PanelDetails } = (await import(path)) as { PanelDetails: FunctionComponent<object> };
  const record = {
    resource: 'company',
    id: '1',
    title: 'Acme',
    values: { [column.key]: value, currency: 'USD' },
    columns: [column],
    fetchedAt: 0,
    detailAt: 1,
    detailState: 'held',
    raw: '{}',
  };
  for (const label of Object.keys(copied)) delete copied[label];
  await drawSettled(PanelDetails, { record });
  return copied['common.copyOf'];
};

it.each([
  ['a time in the time zone of the computer', 'dateTime', '2026-11-26 18:00:00', '2026-11-26 10:00:00', {}],
  ['the name of a code', 'enum', 3, 'Fair', { options: 'origin' }],
  ['the digits of an amount', 'money', '1234.50', '1234.50', {}],
  ['the digits of an id', 'id', '9007199254740993123', '9007199254740993123', {}],
  ['a text', 'text', ' a, b', ' a, b', {}],
] as const)('%s', async (_, kind, value, expected, more) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'UTC');
  expect(await copyOf({ key: 'field_1', kind, sort: 'none', ...more }, value)).toBe(expected);
});

it('the name of a person', async () => {
  expect(await copyOf({ key: 'create_user', kind: 'id', sort: 'none' }, '7')).toBe('Mia');
});
