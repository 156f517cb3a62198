/** The SKUs of a product, as a line of an invoice offers them (contract B: product/info). */
import { expect, it } from 'vitest';
import { skusOf } from '../../../src/renderer/records/product-skus';

it('lists only SKUs with an id', () => {
  const items = [{ sku_id: '0' }, { sku_id: '' }, {}, { sku_id: 0 }, { sku_id: '9007199254740993' }];
  expect(skusOf({ sku_items: items }).map(({ id }) => id)).toEqual(['9007199254740993']);
  expect(skusOf({})).toEqual([]);
});

it('names a SKU by its code or its id, and leaves out a price of nothing', () => {
  const attribute = { item_name: 'Colour', value: [{ item_name: 'red' }, { item_name: '' }, 'x'] };
  expect(
    skusOf({
      sku_items: [
        { sku_id: 1, sku_code: 'A-1', fob_price: '2.50', attributes_info: [attribute] },
        { sku_id: 2, fob_price: '0.0000', attributes_info: { item_name: 'Size', value: { item_name: 'L' } } },
      ],
    }),
  ).toEqual([
    { id: '1', code: 'A-1', price: '2.50', attributes: 'Colour: red' },
    { id: '2', code: '#2', price: '', attributes: 'Size: L' },
  ]);
});
