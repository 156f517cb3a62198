/** What Today counts as a rep's orders, and the list that a click on the figure opens. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { stubWindow } from '../../support/renderer/bridge-to';
import { drawSettled } from '../../support/renderer/draw-settled';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

it('the chip of the owners of orders has a readable name, and the name of the person', async () => {
  await rig.connect();
  stubWindow(rig.fixture.core.router as never);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  // Variables, because these tests are compiled without JSX.
  const BAR: string = '../../../src/renderer/features/lists/filter-bar';
  const { FilterChips } = (await import(BAR)) as { FilterChips: FunctionComponent<object> };
  const { filterColumns } = await import('../../../src/renderer/records/filter-columns');
  const columns = await rig.window().records.columns({ resource: 'order' });
  const [person] = await rig.window().records.facets({ resource: 'order', field: 'owners', text: '' });
  const filters = [{ field: 'owners', op: 'in', values: [person!.value] }];
  const html = await drawSettled(
    FilterChips,
    { resource: 'order', columns: filterColumns('order', columns), filters, onChange: () => undefined },
    en,
  );
  vi.unstubAllGlobals();
  expect(html).toContain(`<b>Owners or sales shares</b> ${person!.label}`);
  expect(html).not.toContain('filter not used');
});
