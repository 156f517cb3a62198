/** What others changed, if it is more than Today lists: the note of an opened record and the marks of a list. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Row } from '../../../src/shared/contract/records';
import { MOST_CHANGES } from '../../../src/shared/domain/limits';
import { companyChange } from '../../support/renderer/company-change';
import { makePage, mount, partsIn, settled, withRecorded } from '../../support/renderer/mounted';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

const MANY = MOST_CHANGES + 50;
interface Asked {
  limit: number;
  of?: { resource: string; ids: string[] };
}
let seen: unknown[] = [];

/** A core in which others have changed many companies, the one with the number 0 first. */
beforeEach(() => {
  seen = [];
  const changes = Array.from({ length: MANY }, (_, at) => companyChange(at, { at })).toReversed();
  windowOver({
    changes: {
      unseen: ({ limit, of }: Asked) =>
        changes.filter(({ id }) => of?.ids.includes(id) ?? true).slice(0, limit),
      see: (input: unknown) => {
        seen.push(input);
        return { ok: true };
      },
    },
    records: { page: () => ({ total: 0, rows: [] }), lookup: () => [], columns: () => [] },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  makePage();
});

it('an opened record says what was changed in it, and is seen', async () => {
  const ChangeNote = await partsIn('records')('change-note', 'ChangeNote');
  await mount(createElement(ChangeNote, { resource: 'company', id: '0' }));
  await vi.waitFor(() => expect(seen).toEqual([{ refs: [{ resource: 'company', id: '0' }], until: 0 }]));
});

it('a list marks each changed record, and no other', async () => {
  const useUnread = await partsIn('features/lists/grid')<
    (resource: string, rowAt: (index: number) => Row | undefined, shown: object) => ReadonlySet<string>
  >('use-unread', 'useUnread');
  let unread: ReadonlySet<string> = new Set();
  const rowAt = (index: number): Row => ({ id: `${index % 2 === 0 ? index / 2 : `x${index}`}`, values: {} });
  const Probe = (): null => {
    unread = useUnread('company', rowAt, { first: 0, last: 5 });
    return null;
  };
  await mount(createElement(Probe));
  await settled();
  await vi.waitFor(() => expect(['0', '1', '2'].every((id) => unread.has(id))).toBe(true));
  expect(unread.has('x1')).toBe(false);
});
