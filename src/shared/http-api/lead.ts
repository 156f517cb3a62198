/** lead/list, the optional lead/info, and E2 `POST /v1/lead/push`. */
import { z } from 'zod';
import { wire } from './scalars';

export const LEAD_LIST_PATH = '/v1/lead/list';
export { LEAD_INFO_PATH } from './screen-paths';
export const LEAD_PUSH_PATH = '/v1/lead/push';

const anyId = z.union([z.int(), z.string()]);

/** lead/list items (contract B). */
export const leadItemSchema = z.looseObject({
  lead_id: wire.id(),
  name: wire.text(),
  short_name: wire.text(),
  serial_id: wire.text(),
  order_time: wire.dateTime(),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
  edit_time: wire.dateTime(),
});

/** lead/info: profile, status and contacts (contract B, optional). */
export const leadInfoSchema = leadItemSchema.extend({
  company_name: wire.text(),
  country: wire.text(),
  province: wire.text(),
  city: wire.text(),
  tel: wire.phone(),
  fax: wire.phone(),
  address: wire.longText(),
  homepage: wire.text(),
  remark: wire.longText(),
  user_id: wire.of('users', z.union([anyId, z.array(anyId)])),
  group_id: wire.enumInt('group'),
  scale_id: wire.enumInt('scale'),
  biz_type: wire.enumInt('bizType'),
  origin_list: wire.of('idList', z.array(anyId), { options: 'origin' }),
  status: wire.enumInt('leadStatus'),
  status_name: wire.text(),
  customers: wire.of('contacts', z.array(z.looseObject({}))),
});
