/**
 * company/list, company/companyEnums, company/fields/selector, the optional company/info and company/query,
 * and E3 `POST /v1/company/pushCompanyAndCustomers`.
 */
import { z } from 'zod';
import { wire } from './scalars';

export const COMPANY_LIST_PATH = '/v1/company/list';
export { COMPANY_INFO_PATH } from './screen-paths';
export const COMPANY_QUERY_PATH = '/v1/company/query';
export const COMPANY_ENUMS_PATH = '/v1/company/companyEnums';
export const COMPANY_SELECTOR_PATH = '/v1/company/fields/selector';
export const COMPANY_PUSH_PATH = '/v1/company/pushCompanyAndCustomers';

const anyId = z.union([z.int(), z.string()]);

/** company/list items (contract B). */
export const companyItemSchema = z.looseObject({
  company_id: wire.id(),
  user_id: wire.of('users', z.union([anyId, z.array(anyId)])),
  name: wire.text(),
  short_name: wire.text(),
  serial_id: wire.text(),
  order_time: wire.dateTime(),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
  edit_time: wire.dateTime(),
  create_user: wire.id(),
  last_edit_user: wire.id(),
  archive_type: wire.enumInt('archiveType'),
});

/** company/info: the profile with contacts, owners and tags (contract B, optional). */
export const companyInfoSchema = companyItemSchema.extend({
  country: wire.text(),
  province: wire.text(),
  city: wire.text(),
  tel_area_code: wire.text(),
  tel: wire.phone(),
  fax: wire.phone(),
  address: wire.longText(),
  homepage: wire.text(),
  remark: wire.longText(),
  group_id: wire.enumInt('group'),
  pool_id: wire.enumInt('pool'),
  is_public: wire.flag(),
  origin_list: wire.of('idList', z.array(anyId), { options: 'origin' }),
  biz_type: wire.enumInt('bizType'),
  scale_id: wire.enumInt('scale'),
  star: wire.enumInt('star'),
  intention_level: wire.enumInt('intentionLevel'),
  annual_procurement: wire.enumInt('annualProcurement'),
  timezone: wire.enumInt('timezone'),
  category_ids: wire.of('list', z.array(z.unknown()), { options: 'category' }),
  product_group_ids: wire.of('idList', z.array(anyId), { options: 'productGroup' }),
  image_list: wire.of('list', z.array(z.unknown())),
  next_follow_up_time: wire.dateTime(),
  recent_follow_up_time: wire.dateTime(),
  trail_status: wire.of('status', z.union([z.looseObject({}), z.int(), z.string()]), {
    options: 'trailStatus',
  }),
  tag: wire.of('list', z.array(z.unknown())),
  customers: wire.of('contacts', z.array(z.looseObject({ customer_id: anyId }))),
  owner: wire.of('users', z.array(z.looseObject({ user_id: anyId }))),
});
