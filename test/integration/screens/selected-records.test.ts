/** Selected rows of a list, of which one no longer fits the filter of the list. */
import { afterEach, expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
afterEach(() => vi.unstubAllGlobals());

it('their sum and their copy have all that are counted as selected', async () => {
  await rig.connect({ dataset: 30 });
  rig.cut();
  stubWindow(rig.fixture.core.router);
  const { connectCore, core } = await import('../../../src/renderer/client/client');
  connectCore();
  const { totalsOfSelected } = await import('../../../src/renderer/features/lists/selection-totals');
  const { rowsById } = await import('../../../src/renderer/records/read-rows');
  const view = {
    resource: 'opportunity' as const,
    filters: [{ field: 'currency', op: 'in' as const, values: ['USD'] }],
    sort: [{ field: 'name', direction: 'asc' as const }],
    search: '',
    removed: false,
  };
  const { rows } = await core.records.page({ view, start: 0, limit: 3 });
  const ids = rows.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  const [{ id: target, values }] = rows as [(typeof rows)[number]];
  const { name, company_id, handler } = values;
  const fields = { name, company_id: String(company_id), handler, currency: 'EUR' };
  const command = { schema: 1, kind: 'opportunity', target, children: [], fields } as const;
  expect(await core.outbox.submit({ command, base: null })).toMatchObject({ ok: true });
  const [{ sums } = { sums: [] }] = (await totalsOfSelected(view, ids, ['amount'])).fields;
  expect(sums.reduce((all, { count }) => all + count, 0)).toBe(3);
  expect((await rowsById(view, ids, ['name'])).map(({ id }) => id)).toEqual(ids);
});
