/** E3's company. */
import {
  flag,
  images,
  listed,
  listedIds,
  longText,
  moment,
  numbered,
  people,
  phone,
  text,
  user,
  type FieldTable,
  type NestedId,
} from './push-field';

const stage = {
  key: 'trail_status',
  ids: ['status_id', 'id'],
  name: 'status_name',
} as const satisfies NestedId;
const tags = {
  key: 'tag',
  ids: ['tag_id', 'id', 'code'],
  name: 'tag_name',
  isList: true,
} as const satisfies NestedId;

export const COMPANY_FIELDS = {
  // Answers have one owner or a list of owners under the same name.
  user_id: { ...user, readFrom: [] },
  batch_user_ids: people,
  remove_user_id: people,
  is_public: { ...flag, ifOmitted: 'kept' },
  serial_id: { ...text, ifOmitted: 'given' },
  name: { ...text, required: 'create', isRepeated: true, ifOmitted: 'kept' },
  short_name: text,
  country: listed('text', 'country'),
  province: text,
  city: text,
  tel_area_code: text,
  tel: phone,
  fax: phone,
  group_id: listed('id', 'group'),
  pool_id: { ...listed('id', 'pool'), required: 'always', ifOmitted: 'kept' },
  origin_list: listedIds('origin'),
  trail_status: {
    ...listed('id', 'trailStatus'),
    ifOmitted: 'kept',
    readFrom: [stage],
    shownAt: [stage],
  },
  biz_type: listed('code', 'bizType'),
  cus_tag: { ...listedIds('tag'), readFrom: ['own', tags], shownAt: [tags] },
  address: longText,
  remark: longText,
  homepage: text,
  star: numbered('star'),
  intention_level: numbered('intentionLevel'),
  annual_procurement: numbered('annualProcurement'),
  timezone: listed('int', 'timezone'),
  scale_id: numbered('scale'),
  image_list: images,
  next_follow_up_time: moment,
  category_ids: { type: 'idPaths', options: 'category', isSet: true },
  product_group_ids: listedIds('productGroup'),
} as const satisfies FieldTable;
