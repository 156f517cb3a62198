/**
 * The fixed enumerations of the trading company (contract A, lookups); codes are strings in some and
 * integers in others, as seen.
 */
export const CURRENCIES = [
  { code: 'USD', numeric: 840, name: 'US Dollar', rate: 712.34 },
  { code: 'CNY', numeric: 156, name: '人民币', rate: 100 },
  { code: 'EUR', numeric: 978, name: 'Euro', rate: 774.91 },
  { code: 'GBP', numeric: 826, name: 'Pound Sterling', rate: 905.5 },
  { code: 'JPY', numeric: 392, name: '日元', rate: 4.6812 },
  { code: 'HKD', numeric: 344, name: '港币', rate: 91.21 },
] as const;

export const COUNTRIES = [
  ['US', 'United States', 'Texas', 'Houston'],
  ['DE', 'Germany', 'Hamburg', 'Hamburg'],
  ['GB', 'United Kingdom', 'England', 'Leeds'],
  ['BR', 'Brazil', 'São Paulo', 'Santos'],
  ['CN', '中国', '浙江', '宁波'],
  ['JP', '日本', '大阪府', '大阪'],
  ['AE', 'United Arab Emirates', 'Dubai', 'Dubai'],
  ['MX', 'Mexico', 'Jalisco', 'Guadalajara'],
  ['FR', 'France', 'Auvergne-Rhône-Alpes', 'Lyon'],
  ['VN', 'Vietnam', 'Hai Phong', 'Hai Phong'],
  ['HK', '中国香港', '', '九龙'],
  ['ZA', 'South Africa', 'Western Cape', 'Cape Town'],
] as const;

const named = (names: readonly string[], from = 1): { code: string; name: string }[] =>
  names.map((name, i) => ({ code: String(i + from), name }));
const numbered = (names: readonly string[], from = 1): { code: number; name: string }[] =>
  names.map((name, i) => ({ code: i + from, name }));

export const ORDER_STATUSES = [
  ['11001', '待确认'],
  ['11002', 'In production'],
  ['11003', 'Ready to ship'],
  ['11004', '已出运'],
  ['11005', 'Completed'],
  ['11006', '已取消'],
] as const;

export const orderEnums = {
  currency_list: CURRENCIES.map(({ code, name }) => ({ code, name })),
  pay_list: ['T/T', 'L/C', 'D/P', 'D/A', 'O/A', 'Western Union', 'PayPal'].map((name) => ({
    code: name,
    name,
  })),
  country_area_list: COUNTRIES.map(([code, name]) => ({ code, name })),
  source_type_list: named(['手工录入', 'From quotation', 'From opportunity', 'Import']),
  order_status_list: ORDER_STATUSES.map(([code, name]) => ({ code, name })),
  archive_type_list: named(['Active', '已归档', 'Filed by system']),
};

const SCALES = [
  [0, 59],
  [60, 149],
  [150, 499],
  [500, 999],
  [1000, 4999],
  [5000, 0],
] as const;
export const companyEnums = {
  biz_type_list: numbered(['Importer', 'Wholesaler', '零售商', 'Manufacturer', '电商卖家', 'Contractor']),
  tag_list: numbered(
    ['VIP', 'Canton Fair 广交会', '样品已寄', 'Price sensitive', 'Needs CE', '⭐ Reorder'],
    9_001,
  ),
  timezone_list: Array.from({ length: 25 }, (_, i) => ({
    code: i - 12,
    name: `UTC${i - 12 >= 0 ? '+' : '-'}${Math.abs(i - 12)}`,
  })),
  scale_list: SCALES.map(([min, max], i) => ({ code: i + 1, name: { min, max } })),
  star_list: numbered(['1 star', '2 stars', '3 stars', '4 stars', '5 stars']),
  intention_level_list: named(['Unknown', 'Low', 'Medium', 'High'], 0),
  annual_procurement_list: named(
    [
      'None',
      '≤ 1k USD',
      '1k–5k',
      '5k–10k',
      '10k–30k',
      '30k–50k',
      '50k–100k',
      '100k–300k',
      '300k–500k',
      '500k–1M',
      '1M–5M',
      '> 5M',
    ],
    0,
  ),
  post_grade_list: numbered(['Staff', 'Manager 经理', 'Director 总监', 'Owner 老板']),
};

const node = (id: number, name: string, parentId: number, children: unknown[] = []) => ({
  id,
  name,
  parent_id: parentId,
  prefix: parentId === 0 ? '0' : `0-${parentId}`,
  node: children,
});
export const TRAIL_STATUSES = [
  [7001, 'New 新客户', '#9aa5b1'],
  [7002, 'Contacted', '#3b82f6'],
  [7003, '已报价', '#8b5cf6'],
  [7004, 'Sampling', '#f59e0b'],
  [7005, '成交', '#10b981'],
  [7006, 'Dormant', '#6b7280'],
] as const;
export const POOL_IDS = [0, 601, 602, 603] as const;
export const GROUP_IDS = [501, 511, 512, 502, 503] as const;
export const ORIGIN_IDS = [801, 802, 803, 811, 812] as const;

/** company/fields/selector by `field`. */
export const companySelectors: Readonly<Record<string, unknown[]>> = {
  trail_status: TRAIL_STATUSES.map(([status_id, status_name, status_color], i) => ({
    status_id,
    status_name,
    status_color,
    order_rank: i + 1,
  })),
  group_id: [
    node(501, 'Europe 欧洲', 0, [node(511, 'DACH', 501), node(512, 'Nordics', 501)]),
    node(502, 'Americas', 0),
    node(503, '亚太', 0),
  ],
  pool_id: [node(601, '公海 · Europe', 0), node(602, '公海 · Americas', 0), node(603, '公海 · APAC', 0)],
  origin: [
    node(801, 'Trade fair 展会', 0, [node(811, 'Canton Fair', 801), node(812, 'Ambiente', 801)]),
    node(802, 'Website', 0),
    node(803, 'Referral 转介绍', 0),
  ],
  product_group: [node(901, 'Lighting', 0, [node(911, 'Pendant', 901)]), node(902, '厨具', 0)],
  category: [node(31, 'Home', 0, [node(311, 'Lamps', 31), node(312, 'Kitchen', 31)]), node(32, 'Outdoor', 0)],
  country: COUNTRIES.map(([id, name]) => ({ id, name })),
};

export const PURCHASE_STATUSES = [
  {
    id: '3001',
    name: '草稿',
    rank: '1',
    is_beginning: 1,
    is_ending: 0,
    need_review: 0,
    next_status: ['3002', '3005'],
  },
  {
    id: '3002',
    name: 'Placed',
    rank: '2',
    is_beginning: 0,
    is_ending: 0,
    need_review: 1,
    next_status: ['3003', '3005'],
  },
  {
    id: '3003',
    name: '生产中',
    rank: '3',
    is_beginning: 0,
    is_ending: 0,
    need_review: 0,
    next_status: ['3004'],
  },
  { id: '3004', name: 'Received', rank: '4', is_beginning: 0, is_ending: 1, need_review: 0, next_status: [] },
  {
    id: '3005',
    name: 'Cancelled',
    rank: '5',
    is_beginning: 0,
    is_ending: 1,
    need_review: 0,
    next_status: [],
  },
] as const;

export const RECEIPT_TYPES = [
  'T/T',
  'L/C',
  'D/P',
  'D/A',
  'Western Union',
  'PayPal',
  '现金',
  'Alipay 支付宝',
] as const;

const field = (id: string, name: string, base: 0 | 1, type: number, more: Record<string, unknown> = {}) => ({
  id,
  name,
  base,
  field_type: type,
  ext_info: [],
  require: 0,
  default: '',
  disable_flag: 0,
  is_list: 0,
  ...more,
});
export const OUTBOUND_CUSTOM_FIELDS = [
  field('70310001', 'Container No. 柜号', 0, 1),
  field('70310002', 'Inspection', 0, 3, { ext_info: ['Passed', 'Failed', '待检'] }),
  field('70310003', 'Loading date', 0, 4),
];
export const OUTBOUND_LINE_FIELD = field('70310101', 'Carton mark 箱唛', 0, 1, { is_list: 1 });
export const outboundFields = [
  field('serial_id', 'Number', 1, 1, { require: 1 }),
  field('warehouse_invoice_time', 'Outbound time', 1, 10),
  field('status', 'Status', 1, 3),
  field('currency', 'Currency', 1, 3, { require: 1 }),
  field('handler', '处理人', 1, 7, { require: 1 }),
  field('remark', 'Remark', 1, 2),
  ...OUTBOUND_CUSTOM_FIELDS,
  OUTBOUND_LINE_FIELD,
];

export const WAREHOUSES = [
  { warehouse_id: 2001, warehouse_no: 'WH-NB', name: '宁波仓 Ningbo', status: 1, default_flag: 1 },
  { warehouse_id: 2002, warehouse_no: 'WH-SZ', name: 'Shenzhen', status: 1, default_flag: 0 },
  { warehouse_id: 2003, warehouse_no: 'WH-OLD', name: 'Closed depot', status: 0, default_flag: 0 },
] as const;
export const CAPITAL_ACCOUNTS = [
  {
    capital_account_id: 41001,
    name: 'HSBC USD',
    capital_name: 'Harbour Trading Co.',
    capital_bank: 'HSBC Hong Kong',
    bank_account: '808-123456-838',
    status: 1,
  },
  {
    capital_account_id: 41002,
    name: '中行人民币户',
    capital_name: '海港贸易有限公司',
    capital_bank: '中国银行宁波分行',
    bank_account: '6217000012345678901',
    status: 1,
  },
  {
    capital_account_id: 41003,
    name: 'PayPal',
    capital_name: 'Harbour Trading Co.',
    capital_bank: 'PayPal',
    bank_account: 'pay@demo.example',
    status: 1,
  },
  {
    capital_account_id: 41004,
    name: 'Old EUR',
    capital_name: 'Harbour Trading Co.',
    capital_bank: 'Deutsche Bank',
    bank_account: 'DE00 0000',
    status: 0,
  },
] as const;
