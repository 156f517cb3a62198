/** "Since you were away" on Today, with more changes than it lists. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// A variable, because these tests are compiled without JSX.
const CHANGES: string = '../../../src/renderer/features/today/today-changes';

/** Draws the card over a core with this number of unseen changes. */
const drawn = async (count: number): Promise<string> => {
  const changes = Array.from({ length: count }, (_, at) => ({
    resource: 'company',
    id: `${at}`,
    title: `Company ${at}`,
    kind: 'changed',
    fields: ['name'],
    overwritten: [],
    person: null,
    at: count - at,
  }));
  windowOver(
    {
      changes: { unseen: ({ limit }: { limit: number }) => changes.slice(0, limit) },
      records: { page: () => ({ total: 0, rows: [] }), lookup: () => [], columns: () => [] },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { TodayChanges } = (await import(CHANGES)) as { TodayChanges: FunctionComponent<object> };
  return drawSettled(TodayChanges, {});
};

it('says that there are more than it lists, and marks only those as read', async () => {
  const html = await drawn(640);
  expect(html).toContain('changes.countAtLeast');
  expect(html).toContain('changes.moreAtLeast');
  expect(html).toContain('changes.markTheseRead');
  expect(html).not.toContain('changes.markAllRead');
});

it('counts all and marks all, if it lists all', async () => {
  const html = await drawn(200);
  expect(html).toContain('>changes.count<');
  expect(html).toContain('changes.markAllRead');
});
