import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#core/api/client';
import { withStock } from '#core/api/product-stock';
import type { DetailAnswer } from '#core/api/read-page';
import type { Query } from '#core/api/query-string';
import { INVENTORY, PRODUCT_INFO } from '../../../../fixtures/live-service/product-samples';

const NOW = '2026-11-23 12:00:00';
const details = (value: Record<string, unknown> = PRODUCT_INFO): DetailAnswer => ({
  raw: JSON.stringify(value),
  value: { ...value },
  now: NOW,
});

/** A service that answers `rows` in pages of `size`; it notes the queries. */
const serviceOf = (rows: readonly object[], size = 100, ignoresPages = false) => {
  const asked: Query[] = [];
  const client = {
    read: async (_: string, query: Query) => {
      asked.push(query);
      const page = ignoresPages ? 1 : Number(query.start_index);
      const data = { count: rows.length, list: rows.slice((page - 1) * size, page * size) };
      return { kind: 'ok', data, text: JSON.stringify({ code: 200, now: NOW, data }), now: NOW };
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `read` is called
  return { asked, client: client as unknown as ApiClient };
};
const answered = async (client: ApiClient, value?: Record<string, unknown>) => {
  const answer = await withStock(client, details(value));
  if (!answer.ok) throw new Error(answer.trouble.kind);
  expect(JSON.parse(answer.value.raw)).toEqual(answer.value.value);
  return answer.value.value;
};

describe('the stock of a product', () => {
  it('is stored in its details with its sums and the time of the answer', async () => {
    const { client, asked } = serviceOf(INVENTORY);
    expect(await answered(client)).toEqual({
      ...PRODUCT_INFO,
      stock_list: INVENTORY,
      stock_available: '799.5',
      stock_actual: '2133',
      stock_time: NOW,
    });
    expect(asked).toEqual([{ sku_id: '5300006368,5300006369', count: 100, start_index: 1 }]);
  });

  it('is read page by page', async () => {
    const { client, asked } = serviceOf(INVENTORY, 2);
    expect(await answered(client)).toMatchObject({ stock_list: INVENTORY, stock_available: '799.5' });
    expect(asked).toHaveLength(2);
  });

  it('has no sums if a service does not answer all of its rows', async () => {
    const { client } = serviceOf(INVENTORY, 2, true);
    const value = await answered(client);
    expect(value.stock_list).toEqual(INVENTORY.slice(0, 2));
    expect(value).not.toHaveProperty('stock_available');
  });

  it('is not asked for without SKUs', async () => {
    const { client, asked } = serviceOf(INVENTORY);
    const { sku_items: _, ...single } = PRODUCT_INFO;
    expect(await answered(client, single)).toEqual(single);
    expect(asked).toEqual([]);
  });

  it.each([
    { kind: 'refused', isKept: true },
    { kind: 'forbidden', isKept: true },
    { kind: 'offline', isKept: false },
    { kind: 'server-error', isKept: false },
  ])(
    'is left out after $kind: $isKept; otherwise the details are read again later',
    async ({ kind, isKept }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `read` is called
      const client = { read: async () => ({ kind }) } as unknown as ApiClient;
      const answer = await withStock(client, details());
      expect(answer.ok ? answer.value.value : null).toEqual(isKept ? PRODUCT_INFO : null);
    },
  );
});
