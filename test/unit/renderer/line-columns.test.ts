/** The cells of a document's lines in the panel. */
import { describe, expect, it } from 'vitest';
import { isNumericLineField, lineText, lineTotal } from '../../../src/renderer/features/panel/line-columns';

const text = (key: string, value: unknown, currency = 'EUR') => lineText(key, value, { currency }, 'en');
const total = (key: string, values: unknown[], currency?: string) =>
  lineTotal(
    key,
    values.map((value) => ({ [key]: value })),
    currency === undefined ? {} : { currency },
    'en',
  );

describe('a cell of a line', () => {
  it('shows an amount in the currency of its field, otherwise of the document', () => {
    expect(text('unit_price', '3.5')).toBe('EUR\u00a03.50');
    expect(text('cost_unit_price_rmb', '3.5')).toBe('CNY\u00a03.50');
    expect(text('cost_amount_usd', '3.5')).toBe('USD\u00a03.50');
  });
  it('shows a quantity as a number, other values as text, and nothing for an object', () => {
    expect([text('count', '1200'), text('product_name', 'Lamp'), text('unit_price', {})]).toEqual([
      '1,200',
      'Lamp',
      '',
    ]);
  });
  it('shows the name, the notes and the id of a cost as they are, and not as an amount', () => {
    expect([text('cost_name', '<p>Freight</p>'), text('cost_remark', '<p>to port</p>')]).toEqual([
      'Freight',
      'to port',
    ]);
    expect(text('cost_item_relation_id', '52000547')).toBe('52000547');
    expect(['cost_name', 'cost_item_relation_id'].some(isNumericLineField)).toBe(false);
    expect([text('cost', '3.5'), text('purchase_cost_unit_rmb', '3.5')]).toEqual([
      'EUR\u00a03.50',
      'CNY\u00a03.50',
    ]);
  });
  it('shows weights, volumes and percentages without the error of a float', () => {
    expect([
      text('package_volume_subtotal', '61.194500000000005'),
      text('package_gross_weight', '34.2389100000'),
      text('tax_refund_rate', '0.30000000000000004'),
      text('count_per_package', '4.2800000000'),
    ]).toEqual(['61.1945', '34.23891', '0.3', '4.28']);
    expect(isNumericLineField('package_volume_subtotal')).toBe(true);
  });
  it('keeps the digits of a number that names something', () => {
    expect([text('product_no', '0012.50'), text('hs_code', '9405.10'), text('sku_id', '34000947')]).toEqual([
      '0012.50',
      '9405.10',
      '34000947',
    ]);
  });
});

describe('the total of a column', () => {
  it('of amounts is rounded to the currency, as on paper; of quantities it keeps every digit', () => {
    expect(total('product_amount', [33.335, 33.335, 33.335], 'USD')).toBe('USD\u00a0100.01');
    expect(total('product_amount', [0.4, 0.2], 'JPY')).toBe('JPY\u00a01');
    expect(total('product_amount', ['1.5', '2'])).toBe('3.50');
    expect(total('outbound_count', ['1.125', '2'], 'USD')).toBe('3.125');
  });
  it('is only of columns that can be added up', () => {
    expect(total('unit_price', ['1', '2'], 'USD')).toBe('');
  });
});
