/**
 * outbound/fields as the live service answers it: header (`is_list` 0) and lines (1) together, hidden
 * fields, pictures, files and fields that refer to others, ids as numbers or text, `ext_info` null where
 * there is none.
 */
import { outboundFields } from '../dataset/enumerations';

const field = (id: string | number, name: string, type: number, more: Record<string, unknown> = {}) => ({
  id,
  name,
  base: 0,
  field_type: type,
  ext_info: null,
  require: 0,
  default: '',
  disable_flag: 0,
  is_list: 1,
  ...more,
});

export const fullOutboundFields = [
  ...outboundFields.map((one) => ({ ...one, ext_info: one.ext_info.length === 0 ? null : one.ext_info })),
  field('sku_id', 'SKU', 1, { base: 1, require: 1 }),
  field('product_id', 'Product', 1, { base: 1, require: 1 }),
  field('outbound_count', '出库数量', 5, { base: 1, require: 1 }),
  field('sale_price', '销售单价', 5, { base: 1, require: 1 }),
  field('product_unit', '产品单位', 3, { base: 1, require: 1 }),
  field('product_name', '产品名称', 1, { base: 1 }),
  field('product_model', '产品型号', 1, { base: 1 }),
  field('product_cn_name', '中文产品名称', 1, { base: 1 }),
  field(70_310_102, 'Pallet type', 3, { ext_info: ['EUR', 'UK', '熏蒸'] }),
  field(70_310_103, 'Checks', 7, { ext_info: ['Weight', 'Size', '颜色'] }),
  field('70310104', 'Old mark', 1, { disable_flag: 1 }),
  field('70310105', 'Loading photo 装柜照片', 6),
  field('70310106', 'Packing list file', 8),
  field(70_310_107, 'From product 引用', 9),
  field('70310004', 'Booked', 10, { is_list: 0 }),
  field('70310005', 'Insured', 13, { is_list: 0 }),
  field('70310006', 'Old header', 1, { is_list: 0, disable_flag: 1 }),
];
