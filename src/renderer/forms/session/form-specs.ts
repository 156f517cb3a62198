/**
 * The fields of each form, their order, and their controls. Every field of E2, E3, E5 and E7 is in exactly
 * one group (a test compares the tables with `intent-fields`). `short` has the most important fields; the
 * rest opens on demand.
 */
import type { EnumerationName } from '#shared/domain/enumerations';
import type { IntentKind } from '#shared/domain/intent';

export type Control =
  | 'text'
  | 'long'
  | 'int'
  | 'decimal'
  | 'day'
  | 'moment'
  | 'choice'
  | 'choices'
  | 'tree'
  | 'trees'
  | 'paths'
  | 'person'
  | 'people'
  | 'company'
  | 'json';
/**
 * `lookup` and `enumeration` name the values. `span` is in sixths of a row, half a row by default. `only`
 * limits a field to creates or edits.
 */
export interface FieldSpec {
  control: Control;
  lookup?: string;
  enumeration?: EnumerationName;
  wide?: true;
  span?: 1 | 2;
  only?: 'create' | 'edit';
  required?: true;
  /** Also takes a currency that the service does not list. */
  anyCurrency?: true;
}
export interface FormSpec {
  short: readonly string[];
  groups: Readonly<Record<string, readonly string[]>>;
  fields: Readonly<Record<string, FieldSpec>>;
}

const text: FieldSpec = { control: 'text' };
/** Placed before its number, in the same half of the row. */
const code: FieldSpec = { control: 'text', span: 1 };
const afterCode: FieldSpec = { control: 'text', span: 2 };
const long: FieldSpec = { control: 'long', wide: true };
const decimal: FieldSpec = { control: 'decimal' };
const choice = (lookup: string, enumeration?: EnumerationName): FieldSpec => ({
  control: 'choice',
  lookup,
  ...(enumeration === undefined ? {} : { enumeration }),
});
const named = (enumeration: EnumerationName): FieldSpec => ({ control: 'choice', enumeration });

const profile = {
  name: { ...text, wide: true },
  short_name: text,
  country: choice('country'),
  province: text,
  city: text,
  tel: text,
  fax: text,
  address: { ...text, wide: true },
  homepage: text,
  remark: long,
  group_id: { control: 'tree', lookup: 'group' },
  origin_list: { control: 'trees', lookup: 'origin' },
  biz_type: choice('bizType'),
  scale_id: choice('scale', 'scale'),
  user_id: { control: 'person' },
} as const satisfies Record<string, FieldSpec>;

const person = {
  name: text,
  email: text,
  tel_area_code: code,
  tel: afterCode,
  post: text,
  wechat: text,
  whatsapp: text,
  linkedin: text,
  skype: text,
  facebook: text,
  twitter: text,
  qq: text,
  birth: { control: 'day' },
  remark: long,
} as const satisfies Record<string, FieldSpec>;

const COMPANY: FormSpec = {
  short: [
    'name',
    'country',
    'tel_area_code',
    'tel',
    'pool_id',
    'group_id',
    'trail_status',
    'next_follow_up_time',
    'origin_list',
    'cus_tag',
    'remark',
  ],
  groups: {
    profile: ['short_name', 'serial_id', 'homepage', 'fax', 'province', 'city', 'address'],
    rating: [
      'biz_type',
      'scale_id',
      'star',
      'intention_level',
      'annual_procurement',
      'timezone',
      'category_ids',
      'product_group_ids',
    ],
    owners: ['user_id', 'batch_user_ids', 'remove_user_id', 'is_public'],
    rare: ['image_list'],
  },
  fields: {
    ...profile,
    name: { ...text, wide: true, required: true },
    tel_area_code: code,
    tel: afterCode,
    serial_id: text,
    pool_id: { control: 'tree', lookup: 'pool', required: true },
    trail_status: choice('trailStatus'),
    cus_tag: { control: 'choices', lookup: 'tag' },
    star: named('star'),
    intention_level: named('intentionLevel'),
    annual_procurement: named('annualProcurement'),
    timezone: choice('timezone'),
    next_follow_up_time: { control: 'moment' },
    category_ids: { control: 'paths', lookup: 'category' },
    product_group_ids: { control: 'trees', lookup: 'productGroup' },
    batch_user_ids: { control: 'people' },
    remove_user_id: { control: 'people', only: 'edit' },
    is_public: { control: 'choice' },
    image_list: { control: 'json', wide: true },
  },
};

const LEAD: FormSpec = {
  short: ['name', 'company_name', 'country', 'tel', 'origin_list', 'user_id', 'remark'],
  groups: {
    profile: ['short_name', 'homepage', 'fax', 'province', 'city', 'address'],
    rating: ['group_id', 'biz_type', 'scale_id'],
  },
  fields: { ...profile, name: text, company_name: text },
};

const INVOICE: FormSpec = {
  short: [
    'company_id',
    'serial_id',
    'warehouse_invoice_time',
    'invoice_warehouse_id',
    'handler',
    'currency',
    'exchange_rate',
    'exchange_rate_usd',
  ],
  groups: { document: ['status', 'source_type', 'discount_rate'] },
  fields: {
    company_id: { control: 'company', wide: true, required: true },
    serial_id: { ...text, required: true },
    warehouse_invoice_time: { control: 'moment' },
    invoice_warehouse_id: choice('warehouse'),
    handler: { control: 'people', required: true },
    currency: { ...choice('orderCurrency'), required: true, span: 2 },
    exchange_rate: { ...decimal, span: 2 },
    exchange_rate_usd: { ...decimal, span: 2 },
    status: named('outboundStatus'),
    source_type: named('outboundSource'),
    discount_rate: { control: 'int' },
  },
};

const RECEIPT: FormSpec = {
  short: ['company_id', 'amount', 'currency', 'collection_date', 'handler', 'capital_account_id', 'remark'],
  groups: {
    payment: ['type', 'trade_no', 'account_name', 'bank_name', 'bank_account'],
    amounts: ['real_amount', 'exchange_rate', 'exchange_rate_usd'],
    document: ['cash_collection_invoice_no', 'create_user'],
  },
  fields: {
    company_id: { control: 'company', wide: true },
    amount: { ...decimal, required: true },
    currency: { ...choice('orderCurrency'), required: true, anyCurrency: true },
    collection_date: { control: 'day' },
    handler: { control: 'people' },
    capital_account_id: choice('capitalAccount'),
    remark: long,
    type: choice('receiptTypes'),
    trade_no: text,
    account_name: text,
    bank_name: text,
    bank_account: text,
    real_amount: decimal,
    exchange_rate: decimal,
    exchange_rate_usd: decimal,
    cash_collection_invoice_no: text,
    create_user: { control: 'person' },
  },
};

const NOTE: FormSpec = {
  short: ['remark_type', 'content'],
  groups: {},
  fields: {
    remark_type: named('trailType'),
    content: { ...long, required: true },
    company_id: { control: 'company', wide: true },
    lead_id: text,
    opportunity_id: text,
  },
};

export const FORM_SPECS: Readonly<Record<IntentKind, FormSpec>> = {
  company: COMPANY,
  lead: LEAD,
  outboundInvoice: INVOICE,
  receipt: RECEIPT,
  trailNote: NOTE,
};

export const CHILD_SPECS: Readonly<Record<IntentKind, FormSpec>> = {
  company: {
    short: ['name', 'email', 'tel_area_code', 'tel', 'post'],
    groups: {
      more: [
        'post_grade',
        'gender',
        'wechat',
        'whatsapp',
        'linkedin',
        'skype',
        'facebook',
        'twitter',
        'qq',
        'birth',
        'remark',
        'image_list',
      ],
    },
    fields: {
      ...person,
      post_grade: choice('postGrade'),
      gender: named('gender'),
      image_list: { control: 'json', wide: true },
    },
  },
  lead: {
    short: ['name', 'email', 'tel_area_code', 'tel', 'post'],
    groups: {
      more: ['wechat', 'whatsapp', 'linkedin', 'skype', 'facebook', 'twitter', 'qq', 'birth', 'remark'],
    },
    fields: person,
  },
  outboundInvoice: {
    short: ['outbound_count', 'sale_price'],
    groups: {
      more: [
        'product_id',
        'sku_id',
        'order_id',
        'order_record_id',
        'moment_enable_count',
        'cost_unit_price_rmb',
      ],
      asked: ['product_unit', 'product_name', 'product_model', 'product_cn_name'],
    },
    fields: {
      outbound_count: decimal,
      sale_price: decimal,
      product_id: text,
      sku_id: text,
      order_id: text,
      order_record_id: text,
      moment_enable_count: decimal,
      cost_unit_price_rmb: decimal,
      product_unit: text,
      product_name: text,
      product_model: text,
      product_cn_name: text,
    },
  },
  receipt: {
    short: [
      'refer_type',
      'refer_id',
      'cash_collection_invoice_amount',
      'cash_collection_amount',
      'cash_collection_comment',
    ],
    groups: {},
    fields: {
      refer_type: { control: 'choice', required: true },
      refer_id: { ...text, required: true },
      cash_collection_invoice_amount: decimal,
      cash_collection_amount: decimal,
      cash_collection_comment: text,
    },
  },
  trailNote: { short: [], groups: {}, fields: {} },
};

/** The fields of a form that exist for a create or an edit. */
export const shownFields = (spec: FormSpec, keys: readonly string[], editing: boolean): string[] =>
  keys.filter(
    (key) => spec.fields[key]?.only === undefined || spec.fields[key]?.only === (editing ? 'edit' : 'create'),
  );

/** The lookups that a form's fields choose from. */
export const lookupsOf = (kind: IntentKind): string[] => [
  ...new Set(
    [FORM_SPECS, CHILD_SPECS].flatMap((specs) =>
      Object.values(specs[kind].fields).flatMap(({ lookup }) => lookup ?? []),
    ),
  ),
];
