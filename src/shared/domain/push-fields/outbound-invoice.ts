/** E5's outbound invoice and its lines. */
import {
  amount,
  currency,
  id,
  listed,
  moment,
  money,
  nestedCompany,
  nestedPeople,
  numbered,
  rate,
  text,
  type FieldTable,
  type NestedId,
} from './push-field';

const warehouse = { key: 'invoice_warehouse_info', ids: ['id'], name: 'name' } as const satisfies NestedId;

export const OUTBOUND_FIELDS = {
  status: { type: 'int', kind: 'enum', options: 'outboundStatus', ifOmitted: 'kept' },
  serial_id: { ...text, required: 'create', ifOmitted: 'given' },
  discount_rate: { type: 'int', range: [0, 1000] },
  currency: { ...currency, required: 'create' },
  exchange_rate: rate,
  exchange_rate_usd: rate,
  source_type: numbered('outboundSource'),
  invoice_warehouse_id: { ...listed('id', 'warehouse'), readFrom: [warehouse], shownAt: [warehouse] },
  warehouse_invoice_time: moment,
  company_id: {
    ...id,
    kind: 'company',
    required: 'create',
    ifOmitted: 'kept',
    readFrom: [nestedCompany],
    shownAt: [nestedCompany],
  },
  handler: {
    type: 'textIds',
    kind: 'users',
    required: 'create',
    readFrom: [nestedPeople],
    shownAt: [nestedPeople],
  },
} as const satisfies FieldTable;

/**
 * Product details of a line. They are not in the contract: they are sent only if the service lists such a
 * field for lines, or refused a push because it was missing.
 */
export const PRODUCT_TEXTS = ['product_unit', 'product_name', 'product_model', 'product_cn_name'] as const;
const reworded = { ...text, isReworded: true } as const;

/** `sale_price` is declared int but sent as a decimal. Custom fields are kept separately, by id. */
export const OUTBOUND_LINE_FIELDS = {
  sku_id: id,
  product_id: id,
  outbound_count: amount,
  sale_price: money,
  order_id: id,
  order_record_id: id,
  cost_unit_price_rmb: money,
  moment_enable_count: amount,
  product_unit: reworded,
  product_name: reworded,
  product_model: reworded,
  product_cn_name: reworded,
} as const satisfies FieldTable & Record<(typeof PRODUCT_TEXTS)[number], typeof reworded>;
