/** E2's lead. */
import { listed, listedIds, longText, numbered, phone, text, user, type FieldTable } from './push-field';

export const LEAD_FIELDS = {
  // As in a company.
  user_id: { ...user, readFrom: [] },
  name: { ...text, isRepeated: true, ifOmitted: 'kept' },
  company_name: text,
  short_name: text,
  scale_id: numbered('scale'),
  group_id: listed('id', 'group'),
  country: listed('text', 'country'),
  province: text,
  city: text,
  tel: phone,
  fax: phone,
  origin_list: listedIds('origin'),
  biz_type: listed('code', 'bizType'),
  address: longText,
  remark: longText,
  homepage: text,
} as const satisfies FieldTable;
