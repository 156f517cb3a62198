/** "Show all" in the panel of a record: the list has exactly the records that the panel counts. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { RESOURCES } from '../../../src/shared/domain/resources';
import { relatedFilter } from '../../../src/renderer/records/related-filter';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';
import { makeRig } from '../../support/sync/make-rig';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
const rig = makeRig();

// A variable, because these tests are compiled without JSX.
const RELATED: string = '../../../src/renderer/features/panel/panel-related';

it('the filter of each relation gives the records that are related', async () => {
  await rig.connect({ dataset: 60 });
  await rig.rounds();
  const core = rig.window();
  const tried = new Set<string>();
  for (const resource of RESOURCES)
    for (const id of rig.workspace().cache.liveIds(resource).slice(0, 60)) {
      const record = (await core.records.get({ resource, id }))!;
      for (const { resource: kind, total } of await core.records.related({ resource, id, limit: 1 })) {
        const filter = relatedFilter(record, kind);
        if (filter === null) continue;
        const listed = await core.records.page({
          view: { resource: kind, filters: [filter] },
          start: 0,
          limit: 1,
        });
        expect([resource, id, kind, listed.total]).toEqual([resource, id, kind, total]);
        tried.add(`${resource} ${kind}`);
      }
    }
  expect([...tried]).toEqual(
    expect.arrayContaining([
      'company order',
      'company quotation',
      'company outboundInvoice',
      'company receipt',
      'lead trail',
    ]),
  );
});

it('the panel and the list count a pending receipt alike', async () => {
  await rig.connect({ dataset: 20 });
  await rig.rounds();
  rig.cut();
  const core = rig.window();
  const [id = ''] = rig.workspace().cache.liveIds('company');
  const fields = { amount: '5.00', currency: 'EUR', company_id: id };
  const receipt = { schema: 1, kind: 'receipt', target: null, fields, children: [] };
  expect(await core.outbox.submit({ command: receipt })).toMatchObject({ ok: true });
  const record = (await core.records.get({ resource: 'company', id }))!;
  const related = await core.records.related({ resource: 'company', id, limit: 50 });
  const receipts = related.find(({ resource }) => resource === 'receipt')!;
  const filters = [relatedFilter(record, 'receipt')!];
  const listed = await core.records.page({ view: { resource: 'receipt', filters }, start: 0, limit: 50 });
  expect(receipts.rows.some(({ id: row }) => row.startsWith('local:'))).toBe(true);
  expect(listed.total).toBe(receipts.total);
});

/** Draws the "Related" tab of a record with one group. */
const drawn = async (record: object, kind: string, total: number): Promise<string> => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  const { PanelRelated } = (await import(RELATED)) as { PanelRelated: FunctionComponent<object> };
  const rows = Array.from({ length: 50 }, (_, at) => ({ id: `${at + 1}`, values: { order_no: `SO${at}` } }));
  return drawSettled(PanelRelated, { record, groups: [{ resource: kind, total, rows }] });
};
const company = { resource: 'company', id: '7', values: {} };

it('"Show all 123" can be pressed', async () => {
  expect(await drawn(company, 'order', 123)).toMatch(/<button\b[^>]*>panel\.showAll<\/button>/);
});

it('says how many there are, where no list has them', async () => {
  const order = { resource: 'order', id: '7', values: {} };
  const html = await drawn(order, 'outboundInvoice', 60);
  expect(html).toContain('panel.newest');
  expect(html).not.toContain('panel.showAll');
});

it('offers nothing more if all are shown', async () => {
  expect(await drawn(company, 'order', 50)).not.toMatch(/panel\.(?:showAll|newest)/);
});
