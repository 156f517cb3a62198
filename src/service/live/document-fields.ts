/**
 * The fields of orders, opportunities, products and collections as order/fields, opportunity/fields,
 * product/fields and receipt/fields list them: the custom ones that this service answers, with names.
 */
const field = (id: string | number, name: string, type: number, isList: 0 | 1, base: 0 | 1 = 0) => ({
  id,
  name,
  base,
  field_type: type,
  ext_info: null,
  require: 0,
  default: '',
  disable_flag: 0,
  is_list: isList,
});

export const orderFields = [
  field('order_no', '订单编号', 1, 0, 1),
  field('name', '订单名称', 1, 0, 1),
  field('70330101', 'Mark line 唛头行', 1, 0),
  field('count', '数量', 5, 1, 1),
  field('70330001', 'Engraving', 1, 1),
  field(70_330_002, 'Finish 表面', 3, 1),
];

export const opportunityFields = [
  field('name', '商机名称', 1, 0, 1),
  field('company_id', '客户', 0, 0, 1),
  field('stage', '销售阶段', 3, 0, 1),
  field('amount', '销售金额', 24, 0, 1),
  field('account_date', '结束日期', 4, 0, 1),
  field('70550001', 'Shipping plan 运输方案', 1, 0),
  field(70_550_002, 'Sample rounds', 5, 0),
];

export const productFields = [
  field('name', '产品名称', 1, 0, 1),
  field('product_no', '产品编号', 1, 0, 1),
  field('70770001', 'Protection 防护等级', 1, 0),
  field(70_770_002, 'Test reports', 5, 0),
];

export const collectionFields = [
  field('cash_collection_no', '回款单号', 1, 0, 1),
  field('amount', '回款金额', 24, 0, 1),
  field('70880001', 'Terms of payment 付款约定', 1, 0),
  field(70_880_002, 'Days after invoice', 5, 0),
];
