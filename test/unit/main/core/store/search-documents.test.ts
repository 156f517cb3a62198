import { describe, expect, it } from 'vitest';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';

describe('the search for documents', () => {
  it('finds a document by the products of its lines, and names its company in the second line', () => {
    const cache = openTemporaryCache();
    apply(cache, 'outboundInvoice', [
      {
        outbound_invoice_id: 8,
        serial_id: 'INV-8',
        company_info: { id: 1, name: 'Harbour AG' },
        product_total_amount: '12.50',
        currency: 'EUR',
        record_list: [{ product_name: 'Brass lantern', sku_code: 'BL-77' }],
      },
    ]);
    applyDetail(cache, 'outboundInvoice', {
      outbound_invoice_id: 8,
      record_list: [{ product_name: 'Brass lantern', sku_code: 'BL-77' }],
    });
    for (const text of ['lantern', 'BL-77'])
      expect(cache.search(text, { limit: 5 })).toMatchObject([
        { resource: 'outboundInvoice', id: '8', title: 'INV-8' },
      ]);
    expect(cache.search('lantern', { limit: 5 })).toMatchObject([
      { subtitle: 'Harbour AG · 12.50 · EUR', money: { amount: '12.50', currency: 'EUR' } },
    ]);
  });

  it('shows the currency of a purchase order', () => {
    const cache = openTemporaryCache();
    const order = { purchase_order_id: 7, purchase_order_no: 'PO-7', amount: '90', currency: 'CNY' };
    apply(cache, 'purchaseOrder', [{ ...order, supplier_info: { id: 2, name: 'Brass Works' } }]);
    expect(cache.search('PO-7', { limit: 5 })).toMatchObject([
      { subtitle: 'Brass Works · 90 · CNY', money: { amount: '90', currency: 'CNY' } },
    ]);
  });

  it('keeps the number of a product apart from its price, also if both are equal', () => {
    const cache = openTemporaryCache();
    const product = { product_id: 9, name: 'Lantern', product_no: '500', model: '4711', currency: 'USD' };
    apply(cache, 'product', [{ ...product, price_min: '500' }]);
    expect(cache.search('lantern', { limit: 5 })).toMatchObject([
      { subtitle: '500 · 4711 · 500 · USD', money: { amount: '500', currency: 'USD' } },
    ]);
    apply(cache, 'product', [product]);
    expect(cache.search('lantern', { limit: 5 })[0]).not.toHaveProperty('money');
  });

  it('sums amounts per currency, the more frequent first, then by the name of the currency', () => {
    const cache = openTemporaryCache();
    const invoice = (id: number, currency: string, amount: number) => ({
      outbound_invoice_id: id,
      serial_id: `INV-${id}`,
      company_info: { id: 1, name: 'Harbour AG' },
      product_total_amount: amount,
      currency,
      create_time: '2026-01-01 00:00:00',
    });
    apply(cache, 'company', [{ company_id: 1, name: 'Harbour AG' }]);
    apply(cache, 'outboundInvoice', [
      invoice(1, 'USD', 1),
      invoice(2, 'EUR', 2),
      invoice(3, 'CNY', 3),
      invoice(4, 'CNY', 4),
    ]);
    const { kinds } = cache.timelineFigures({ resource: 'company', id: '1' });
    expect(kinds.find(({ kind }) => kind === 'outboundInvoice')?.sums).toEqual([
      { currency: 'CNY', count: 2, amount: '7' },
      { currency: 'EUR', count: 1, amount: '2' },
      { currency: 'USD', count: 1, amount: '1' },
    ]);
  });
});
