import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../../src/renderer/forms/kinds/product-line';

const values = {
  name: 'Pendant lamp',
  cn_name: '吊灯',
  product_no: 'P1',
  model: 'HT-1',
  unit: 'PCS',
  currency: 'USD',
  price_min: '18.60',
  price_max: '18.6',
  disable_flag: 0,
  sku_items: [{ sku_id: '11', sku_code: 'P1', fob_price: '0', attributes_info: [] }],
  stock_list: [
    { sku_id: '11', warehouse_id: '1', enable_count: '40.0000000000' },
    { sku_id: '11', warehouse_id: '2', enable_count: '2.5' },
    { sku_id: '12', warehouse_id: '1', enable_count: '7' },
  ],
};
const colour = (name: string) => [
  { item_id: '1', item_name: 'Colour', value: [{ item_id: '2', item_name: name }] },
];

describe('a product as a line of an invoice', () => {
  it('has its price without the floating-point error of a service', () => {
    const tailed = { ...values, price_min: '209.79999999999998', price_max: 209.79999999999998 };
    expect(choicesOf({ id: '10', values: tailed }, 'USD')[0]?.line.fields.sale_price).toBe('209.8');
  });
  it('fills product, SKU and price, and knows the texts that a service may ask for', () => {
    expect(choicesOf({ id: '10', values }, 'USD')).toEqual([
      {
        value: '10~11',
        label: 'Pendant lamp',
        number: 'P1',
        model: 'HT-1',
        price: '18.6',
        currency: 'USD',
        available: 42.5,
        isDiscontinued: false,
        line: {
          fields: { product_id: '10', sku_id: '11', sale_price: '18.6' },
          facts: {
            product: 'Pendant lamp',
            number: 'P1',
            unit: 'PCS',
            name: 'Pendant lamp',
            cnName: '吊灯',
            model: 'HT-1',
            price: '18.6',
            currency: 'USD',
          },
        },
      },
    ]);
  });

  it.each([
    ['the invoice has another currency', {}, 'EUR'],
    ['the invoice has no currency yet', {}, ''],
    ['the product has a range of prices', { price_max: '21' }, 'USD'],
    ['the product has no price', { price_min: '0', price_max: '0' }, 'USD'],
  ])('has no price if %s', (_, other, currency) => {
    const [choice] = choicesOf({ id: '10', values: { ...values, ...other } }, currency);
    expect(choice?.line.fields).toEqual({ product_id: '10', sku_id: '11' });
  });

  it('has its lowest price if the CRM names no highest one', () => {
    const [choice] = choicesOf({ id: '10', values: { ...values, price_max: undefined } }, 'USD');
    expect(choice?.line.fields.sale_price).toBe('18.60');
  });

  it('has its price also if the currency is spelled in another way', () => {
    const [choice] = choicesOf({ id: '10', values: { ...values, currency: 'usd' } }, 'USD');
    expect(choice?.line.fields).toHaveProperty('sale_price');
  });

  it('is one choice for each SKU, with the SKU’s own price', () => {
    const skus = [
      { sku_id: '11', sku_code: 'P1-1', fob_price: '18.6', attributes_info: colour('Black') },
      { sku_id: '12', sku_code: 'P1-2', fob_price: '21.4', attributes_info: colour('Brass') },
    ];
    const found = choicesOf({ id: '10', values: { ...values, price_max: '21.4', sku_items: skus } }, 'USD');
    expect(found.map(({ label, available, line }) => [label, available, line.fields])).toEqual([
      ['Pendant lamp · Colour: Black', 42.5, { product_id: '10', sku_id: '11', sale_price: '18.6' }],
      ['Pendant lamp · Colour: Brass', 7, { product_id: '10', sku_id: '12', sale_price: '21.4' }],
    ]);
    expect(found[1]?.line.facts).toMatchObject({ name: 'Pendant lamp', number: 'P1-2' });
  });

  it('has no SKU and no stock while its details are not on this computer', () => {
    const { sku_items: _, stock_list: __, ...known } = values;
    const [choice] = choicesOf({ id: '10', values: known }, 'USD');
    expect(choice).toMatchObject({ value: '10~', number: 'P1', available: null });
    expect(choice?.line.fields).toEqual({ product_id: '10', sku_id: '', sale_price: '18.6' });
  });
});
