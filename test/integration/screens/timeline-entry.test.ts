/** What the timeline says of pending work. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const drawn = async (state: string, needsUser: boolean): Promise<string> => {
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/customers/timeline-entry';
  const { TimelineLine } = (await import(path)) as { TimelineLine: FunctionComponent<object> };
  const entry = {
    key: 'receipt local:1',
    kind: 'receipt',
    resource: 'receipt',
    id: 'local:1',
    time: '2026-11-25 09:00:00',
    values: {},
    intents: [{ id: 'i', state }],
    needsUser,
  };
  const format = {
    locale: 'en',
    offsetMs: 0,
    word: () => '',
    userName: () => undefined,
    lookupName: () => undefined,
  };
  return drawSettled(TimelineLine, { entry, index: 0, subject: { resource: 'company', id: '1' }, format });
};

it('says that an item in doubt needs attention, once the user has to decide', async () => {
  expect(await drawn('uncertain', false)).toContain('customer.state.uncertain');
  const html = await drawn('uncertain', true);
  expect(html).toContain('outbox.group.needs');
  expect(html).not.toContain('customer.state.uncertain');
  expect(await drawn('rejected', true)).toContain('customer.state.rejected');
});
