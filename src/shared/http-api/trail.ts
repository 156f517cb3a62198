/** E1 `GET /v1/dynamic/trail/list` and the optional `POST /v1/dynamic/trail/push`. */
import { z } from 'zod';
import { companyRef, userInfo, wire } from './scalars';

export const TRAIL_LIST_PATH = '/v1/dynamic/trail/list';
export { TRAIL_PUSH_PATH } from './screen-paths';

const contact = z.looseObject({
  customer_id: z.union([z.int(), z.string()]),
  name: z.string(),
  email: z.string(),
});

/** E1's 28 fields. */
export const trailItemSchema = z.looseObject({
  follow_up_id: wire.id(),
  trail_id: wire.id(),
  type: wire.enumInt('trailType'),
  client_id: wire.id(),
  create_user: wire.id(),
  refer_id: wire.id(),
  content: wire.longText(),
  file_ids: wire.of('list', z.array(z.unknown())),
  enable_flag: wire.flag(),
  created_at: wire.dateTime(),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
  company_id: wire.id(),
  customer_id: wire.of('idList', z.array(z.union([z.int(), z.string()]))),
  lead_id: wire.id(),
  lead_customer_id: wire.of('idList', z.array(z.unknown())),
  opportunity_id: wire.id(),
  delete_flag: wire.flag(),
  inquiry_id: wire.id(),
  track_session_no: wire.int(),
  comment_count: wire.int(),
  company_info: wire.of('company', companyRef),
  lead_info: wire.of('lead', z.union([z.array(z.unknown()), z.looseObject({})])),
  opportunity_info: wire.of(
    'opportunity',
    z.union([
      z.looseObject({ opportunity_id: z.union([z.int(), z.string()]), name: z.string() }),
      z.array(z.never()),
    ]),
  ),
  create_user_info: wire.of('user', userInfo),
  customer_info: wire.of('contacts', z.array(contact).nullable()),
  lead_customer_info: wire.of('contacts', z.array(z.unknown()).nullable()),
  file_info: wire.of('list', z.array(z.unknown()).nullable()),
});
