/**
 * Products with their stock: what is copied, what is available without the service, and services without
 * products.
 */
import { describe, expect, it } from 'vitest';
import { PRODUCT_INVENTORY_PATH } from '../../../src/shared/http-api/product';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const product = async (number: string) => {
  const view = { resource: 'product' as const, search: number };
  const { rows } = await rig.window().records.page({ view, start: 0, limit: 1 });
  const record = await rig.window().records.get({ resource: 'product', id: rows[0]?.id ?? '' });
  if (record === null) throw new Error(`no product ${number}`);
  return record;
};
const stateOf = async () =>
  (await rig.window().sync.state()).resources.find(({ resource }) => resource === 'product');
const readAgain = (id: string) => rig.window().sync.fetchDetail({ resource: 'product', id });

describe('[PL1] products', () => {
  it.each(['full', 'live'] as const)(
    'are copied with SKUs and stock from a service of profile %s',
    async (profile) => {
      await rig.connect({ profile });
      expect((await stateOf())?.records).toBe(rig.service.service.truth('product').length);
      const { values, columns } = await product('P10006');
      const truth = rig.service.service.truth('product').find(({ doc }) => doc.product_no === 'P10006');
      expect(values.stock_list).toHaveLength(((truth?.detail.inventory ?? []) as unknown[]).length);
      expect(values).toMatchObject({
        currency: 'USD',
        product_type: 2,
        stock_available: expect.stringMatching(/^\d+$/),
        stock_time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        sku_items: [{ sku_code: 'P10006-1' }, { sku_code: 'P10006-2' }],
      });
      expect(columns.find(({ key }) => key === '70770002')?.customName).toBe('Test reports');
    },
  );

  it('keep the last known stock while the service does not answer', async () => {
    await rig.connect({ profile: 'full' });
    const before = await product('P10003');
    rig.service.wire.intercept = (request) =>
      request.url.includes(PRODUCT_INVENTORY_PATH)
        ? Promise.resolve({ kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' })
        : undefined;
    await readAgain(before.id).catch(() => undefined);
    const after = await product('P10003');
    expect(after.values.stock_list).toEqual(before.values.stock_list);
    expect(after.values.stock_time).toBe(before.values.stock_time);
    expect(after.detailAt).toBe(before.detailAt);
  });

  it('have their details also if only the stock cannot be read, and get it later', async () => {
    await rig.connect({ profile: 'full' });
    rig.service.wire.intercept = (request) =>
      request.url.includes(PRODUCT_INVENTORY_PATH)
        ? Promise.resolve({
            kind: 'answer',
            status: 500,
            headers: {},
            text: 'Internal error',
            url: request.url,
          })
        : undefined;
    await rig.window().diagnostics.refetch({ resource: 'product' });
    await rig.rounds();
    const before = await product('P10003');
    expect(before.values.sku_items).toEqual([expect.objectContaining({ sku_code: expect.any(String) })]);
    expect(before.values.stock_list).toBeUndefined();
    const wanted = () =>
      rig.workspace().cache.detailsWanted('product', { limit: 1_000, ownerId: null, since: null });
    // A later round reads them again.
    expect(wanted()).toContain(before.id);
    rig.mend();
    await readAgain(before.id);
    expect((await product('P10003')).values.stock_list).toEqual(expect.any(Array));
    expect(wanted()).not.toContain(before.id);
  });

  it('are not there where the service has no such list', async () => {
    await rig.connect({ profile: 'contract' });
    expect(await stateOf()).toMatchObject({ state: 'not-offered', records: 0 });
  });
});
