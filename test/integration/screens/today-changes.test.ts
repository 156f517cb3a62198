/** "Since you were away" on Today, with more changes than it lists. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { companyChange } from '../../support/renderer/company-change';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// A variable, because these tests are compiled without JSX.
const CHANGES: string = '../../../src/renderer/features/today/today-changes';

/** Draws the card over a core with this number of unseen changes. */
const drawn = async (
  count: number,
  person: string | null = null,
  personName: string | null = null,
): Promise<string> => {
  const changes = Array.from({ length: count }, (_, at) =>
    companyChange(at, { at: count - at, person, personName }),
  );
  windowOver(
    {
      changes: { unseen: ({ limit }: { limit: number }) => changes.slice(0, limit) },
      records: {
        page: () => ({ total: 0, rows: [{ id: '7', values: { email: 'mia@acme.example' } }] }),
        lookup: ({ name }: { name: string }) => (name === 'frozenUsers' ? [{ id: '8', name: 'Tom' }] : []),
        columns: () => [],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { TodayChanges } = (await import(CHANGES)) as { TodayChanges: FunctionComponent<object> };
  return drawSettled(TodayChanges, {}, person === null ? undefined : en);
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

it('names the person as the lists do, also a former colleague', async () => {
  expect(await drawn(1, '7')).toContain('mia@acme.example');
  expect(await drawn(1, '8')).toContain('Tom');
  // The list of users may not be permitted.
  expect(await drawn(1, '9', 'Wang Wei')).toContain('Wang Wei');
  expect(await drawn(1, '7', 'Mia')).toContain('mia@acme.example');
});
