/**
 * The stock of a product's SKUs per warehouse, from the optional inventory-list (contract B). The service
 * answers it by SKU only, so it is read with the details, stored in them, and as old as they are.
 */
import { isObject } from '#shared/domain/is-object';
import { toId } from '#shared/domain/ids';
import { sumDecimals, toDecimal } from '#shared/domain/money';
import { stringifyLossless } from '#shared/http-api/lossless-json';
import { PRODUCT_INVENTORY_PATH } from '#shared/http-api/product';
import type { ApiClient } from './client';
import { readPage, type Answer, type DetailAnswer, type ListPage } from './read-page';

const COUNT = 100;
/** A product in 500 warehouses is not expected. With more, the sums are left out, because they would be too low. */
const MOST_PAGES = 5;

interface Stock {
  rows: ListPage['items'];
  now: string | null;
  isComplete: boolean;
}

const skusOf = (value: Readonly<Record<string, unknown>>): string[] =>
  (Array.isArray(value.sku_items) ? value.sku_items : []).flatMap((sku: unknown) =>
    isObject(sku) ? (toId(sku.sku_id) ?? []) : [],
  );

const sumOf = (rows: Stock['rows'], key: string): string =>
  sumDecimals(rows.flatMap(({ value }) => toDecimal(value[key]) ?? []));

/** One row for each SKU and warehouse. A service that ignores the page number sends known rows again. */
const readStock = async (client: ApiClient, skus: readonly string[]): Promise<Answer<Stock>> => {
  const found = new Map<string, Stock['rows'][number]>();
  let now: string | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await readPage(
      client,
      PRODUCT_INVENTORY_PATH,
      { sku_id: skus.join(','), count: COUNT, start_index: page },
      'sku_id',
    );
    if (!answer.ok) return answer;
    now = answer.value.now;
    const before = found.size;
    for (const item of answer.value.items)
      if (skus.includes(item.id)) found.set(`${item.id} ${String(item.value.warehouse_id)}`, item);
    const { total, items } = answer.value;
    // Without a total, a full page may not be the last one.
    const isAll = total === null ? items.length < COUNT : found.size >= total;
    if (isAll || found.size === before)
      return { ok: true, value: { rows: [...found.values()], now, isComplete: isAll } };
  }
  return { ok: true, value: { rows: [...found.values()], now, isComplete: false } };
};

/**
 * Adds to the details: `stock_list`, its sums, and `stock_time`, which is the service's time of the answer. If
 * the service refuses, the details stay without stock. Other trouble fails the read, so that the stock that was
 * known before stays. The first details of a product are kept without stock then (`sync/round/details.ts`).
 */
export const withStock = async (client: ApiClient, details: DetailAnswer): Promise<Answer<DetailAnswer>> => {
  const skus = skusOf(details.value);
  if (skus.length === 0) return { ok: true, value: details };
  const stock = await readStock(client, skus);
  if (!stock.ok) {
    const { kind } = stock.trouble;
    const isFinal = kind === 'refused' || kind === 'not-offered' || kind === 'forbidden';
    return isFinal ? { ok: true, value: details } : stock;
  }
  const { rows, now, isComplete } = stock.value;
  const sums = isComplete
    ? { stock_available: sumOf(rows, 'enable_count'), stock_actual: sumOf(rows, 'real_count') }
    : {};
  const added = { ...sums, ...(now === null ? {} : { stock_time: now }) };
  const members = stringifyLossless(added).slice(1, -1);
  const raw = details.raw.trimEnd().replace(/\}$/, '');
  return {
    ok: true,
    value: {
      ...details,
      raw: `${raw},"stock_list":[${rows.map((row) => row.raw).join(',')}]${members === '' ? '' : `,${members}`}}`,
      value: { ...details.value, ...added, stock_list: rows.map((row) => row.value) },
    },
  };
};
