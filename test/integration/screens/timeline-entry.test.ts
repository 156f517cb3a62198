/** What the timeline says of pending work. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

/** Draws an entry of the timeline of a company, or of a lead. */
const drawnOf = async (entry: object, resource: 'company' | 'lead', texts?: typeof en): Promise<string> => {
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/customers/timeline-entry';
  const { TimelineLine } = (await import(path)) as { TimelineLine: FunctionComponent<object> };
  const format = {
    locale: 'en',
    offsetMs: 0,
    word: () => '',
    userName: () => undefined,
    lookupName: () => undefined,
  };
  return drawSettled(TimelineLine, { entry, index: 0, subject: { resource, id: '1' }, format }, texts);
};

const drawn = (state: string, needsUser: boolean): Promise<string> =>
  drawnOf(
    {
      key: 'receipt local:1',
      kind: 'receipt',
      resource: 'receipt',
      id: 'local:1',
      time: '2026-11-25 09:00:00',
      values: {},
      intents: [{ id: 'i', state }],
      needsUser,
    },
    'company',
  );

it('says that an item in doubt needs attention, once the user has to decide', async () => {
  expect(await drawn('uncertain', false)).toContain('customer.state.uncertain');
  const html = await drawn('uncertain', true);
  expect(html).toContain('outbox.group.needs');
  expect(html).not.toContain('customer.state.uncertain');
  expect(await drawn('rejected', true)).toContain('customer.state.rejected');
});

it.each([
  ['company', '1', 'Customer changed'],
  ['company', 'local:1', 'New customer'],
  ['lead', '1', 'Lead changed'],
  ['lead', 'local:1', 'New lead'],
] as const)('calls what waits of a %s with the id %s "%s"', async (resource, id, title) => {
  const entry = {
    key: `edit ${resource} ${id}`,
    kind: 'edit',
    resource,
    id,
    time: '2026-11-25 09:00:00',
    values: { remark: 'new' },
    intents: [{ id: 'i', state: 'queued' }],
    needsUser: false,
  };
  expect(await drawnOf(entry, resource, en)).toContain(`>${title}<`);
});

it.each(['2026-11-25', '2026-11-25 00:00:00'])('shows no hours of %s, which is a day', async (time) => {
  const entry = { key: 'order 1', kind: 'order', resource: 'order', id: '1', time, values: {}, intents: [] };
  const html = await drawnOf({ ...entry, needsUser: false }, 'company');
  expect(html).toMatch(/<time[^>]*>Nov 25, 2026</);
  expect(html).not.toContain('>00:00<');
});
