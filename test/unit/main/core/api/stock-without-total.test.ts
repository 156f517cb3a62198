/** The stock of a product whose list states no total. */
import { expect, it } from 'vitest';
import type { ApiClient } from '#core/api/client';
import { withStock } from '#core/api/product-stock';

it('a stock list without a total is read to its end, or has no sums', async () => {
  const rows = Array.from({ length: 230 }, (_, n) => ({
    sku_id: 1,
    warehouse_id: n,
    enable_count: 1,
    real_count: 1,
  }));
  const client = {
    read: async (_: string, query: Record<string, unknown>) => {
      const page = Number(query.start_index);
      const data = { list: rows.slice((page - 1) * 100, page * 100) };
      return { kind: 'ok', data, text: JSON.stringify({ data }), now: '2026-11-23 12:00:00' };
    },
  } as unknown as ApiClient;
  const value = { product_id: 1, sku_items: [{ sku_id: 1 }] };
  const answer = await withStock(client, { raw: JSON.stringify(value), value, now: null });
  expect(answer.ok && answer.value.value.stock_available).toBe('230');
});
