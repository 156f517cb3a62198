/**
 * The fields of each form, their order, and layouts that differ from the default. The type of a field is
 * defined by the tables in `shared/domain/push-fields`, and its control follows from that. Every field of E2,
 * E3, E5 and E7 is in exactly one group (a test compares). `short` has the most important fields; the others
 * open on demand.
 */
import { ENUMERATIONS, TREES, type EnumerationName } from '#shared/domain/enumerations';
import type { IntentKind } from '#shared/domain/intent';
import { COMPANY_FIELDS } from '#shared/domain/push-fields/company';
import { COMPANY_CONTACT_FIELDS, LEAD_CONTACT_FIELDS } from '#shared/domain/push-fields/contact';
import { LEAD_FIELDS } from '#shared/domain/push-fields/lead';
import { OPPORTUNITY_FIELDS } from '#shared/domain/push-fields/opportunity';
import { OUTBOUND_FIELDS, OUTBOUND_LINE_FIELDS } from '#shared/domain/push-fields/outbound-invoice';
import { kindOf, type FieldTable, type PushField } from '#shared/domain/push-fields/push-field';
import { RECEIPT_FIELDS, RECEIPT_LINE_FIELDS } from '#shared/domain/push-fields/receipt';
import { TRAIL_NOTE_FIELDS } from '#shared/domain/push-fields/trail-note';

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
  | 'contacts'
  | 'json';
/** `span` is in sixths of a row, half a row by default. `only` limits a field to creates or edits. */
interface Layout {
  wide?: true;
  span?: 1 | 2;
  only?: 'create' | 'edit';
  /** True if a currency that the service does not list is accepted too. */
  anyCurrency?: true;
}
/** `lookup` and `enumeration` name the values. */
export interface FieldSpec extends Layout {
  control: Control;
  lookup?: string;
  enumeration?: EnumerationName;
  required?: true;
}
export interface FormSpec {
  short: readonly string[];
  groups: Readonly<Record<string, readonly string[]>>;
  fields: Readonly<Record<string, FieldSpec>>;
}

const isEnumeration = (name: string): name is EnumerationName => name in ENUMERATIONS;

const listControl = ({ type }: PushField, options: string): Control => {
  const isTree = TREES.has(options);
  if (type === 'idPaths') return 'paths';
  if (type === 'ids') return isTree ? 'trees' : 'choices';
  return isTree ? 'tree' : 'choice';
};

const controlOf = (field: PushField): Control => {
  if (field.options !== undefined) return listControl(field, field.options);
  switch (kindOf(field)) {
    case 'longText':
      return 'long';
    case 'user':
      return 'person';
    case 'users':
      return 'people';
    case 'company':
      return 'company';
    case 'contacts':
      return 'contacts';
    case 'flag':
      return 'choice';
    case 'int':
      return 'int';
    case 'number':
    case 'money':
    case 'rate':
      return 'decimal';
    case 'date':
      return 'day';
    case 'dateTime':
      return 'moment';
    case 'json':
      return 'json';
    default:
      return 'text';
  }
};

/** Controls that take a whole row by default. */
const WIDE: ReadonlySet<Control> = new Set(['long', 'json', 'company']);

const choicesOf = (options: NonNullable<PushField['options']>): Pick<FieldSpec, 'enumeration' | 'lookup'> =>
  isEnumeration(options) ? { enumeration: options } : { lookup: options };

/** Returns the default control of a field. */
const usualSpec = (field: PushField): FieldSpec => {
  const control = controlOf(field);
  const { options } = field;
  return {
    control,
    ...(options === undefined ? {} : choicesOf(options)),
    ...(WIDE.has(control) ? { wide: true } : {}),
    ...(field.required === undefined ? {} : { required: true }),
  };
};

type OtherLayout = Layout & { control?: Control };
interface Arrangement<Key extends string> {
  short: readonly Key[];
  groups: Readonly<Record<string, readonly Key[]>>;
  /** Layouts of fields that differ from the default. */
  layout?: Readonly<Partial<Record<Key, OtherLayout>>>;
}

const arranged = <const T extends FieldTable>(
  table: T,
  { short, groups, layout }: Arrangement<Extract<keyof T, string>>,
): FormSpec => {
  const other: Readonly<Record<string, OtherLayout | undefined>> = layout ?? {};
  return {
    short,
    groups,
    fields: Object.fromEntries(
      Object.entries(table).map(([key, field]) => [key, { ...usualSpec(field), ...other[key] }]),
    ),
  };
};

/** Placed before its number, in the same half of the row. */
const PHONE_LAYOUT = { tel_area_code: { span: 1 }, tel: { span: 2 } } as const;
const address = { control: 'text', wide: true } as const;

const COMPANY = arranged(COMPANY_FIELDS, {
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
  layout: { ...PHONE_LAYOUT, name: { wide: true }, address, remove_user_id: { only: 'edit' } },
});

const LEAD = arranged(LEAD_FIELDS, {
  short: ['name', 'company_name', 'country', 'tel', 'origin_list', 'user_id', 'remark'],
  groups: {
    profile: ['short_name', 'homepage', 'fax', 'province', 'city', 'address'],
    rating: ['group_id', 'biz_type', 'scale_id'],
  },
  layout: { address },
});

const OPPORTUNITY = arranged(OPPORTUNITY_FIELDS, {
  short: [
    'company_id',
    'name',
    'customer_id',
    'stage',
    'account_date',
    'amount',
    'currency',
    'main_user',
    'handler',
    'remark',
  ],
  groups: {
    lost: ['fail_type', 'fail_remark'],
    amounts: ['exchange_rate', 'exchange_rate_usd'],
    process: ['flow_id', 'origin_list'],
  },
  layout: { name: { wide: true }, customer_id: { wide: true } },
});

const INVOICE = arranged(OUTBOUND_FIELDS, {
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
  layout: { currency: { span: 2 }, exchange_rate: { span: 2 }, exchange_rate_usd: { span: 2 } },
});

const RECEIPT = arranged(RECEIPT_FIELDS, {
  short: ['company_id', 'amount', 'currency', 'collection_date', 'handler', 'capital_account_id', 'remark'],
  groups: {
    payment: ['type', 'trade_no', 'account_name', 'bank_name', 'bank_account'],
    amounts: ['real_amount', 'exchange_rate', 'exchange_rate_usd'],
    document: ['cash_collection_invoice_no', 'create_user'],
  },
  layout: { currency: { anyCurrency: true } },
});

const NOTE = arranged(TRAIL_NOTE_FIELDS, { short: ['remark_type', 'content'], groups: {} });

export const FORM_SPECS: Readonly<Record<IntentKind, FormSpec>> = {
  company: COMPANY,
  lead: LEAD,
  opportunity: OPPORTUNITY,
  outboundInvoice: INVOICE,
  receipt: RECEIPT,
  trailNote: NOTE,
};

const NO_CHILDREN: FormSpec = { short: [], groups: {}, fields: {} };
const ACCOUNTS = ['wechat', 'whatsapp', 'linkedin', 'skype', 'facebook', 'twitter', 'qq'] as const;

export const CHILD_SPECS: Readonly<Record<IntentKind, FormSpec>> = {
  company: arranged(COMPANY_CONTACT_FIELDS, {
    short: ['name', 'email', 'tel_area_code', 'tel', 'post'],
    groups: { more: ['post_grade', 'gender', ...ACCOUNTS, 'birth', 'remark', 'image_list'] },
    layout: PHONE_LAYOUT,
  }),
  lead: arranged(LEAD_CONTACT_FIELDS, {
    short: ['name', 'email', 'tel_area_code', 'tel', 'post'],
    groups: { more: [...ACCOUNTS, 'birth', 'remark'] },
    layout: PHONE_LAYOUT,
  }),
  outboundInvoice: arranged(OUTBOUND_LINE_FIELDS, {
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
  }),
  receipt: arranged(RECEIPT_LINE_FIELDS, {
    short: [
      'refer_type',
      'refer_id',
      'cash_collection_invoice_amount',
      'cash_collection_amount',
      'cash_collection_comment',
    ],
    groups: {},
  }),
  opportunity: NO_CHILDREN,
  trailNote: NO_CHILDREN,
};

/** The keys of labels and hints (`form.field.<name>`) of a form's contacts or lines; empty if it has none. */
export const PART_NAMES = {
  company: 'contact',
  lead: 'contact',
  opportunity: '',
  outboundInvoice: 'line',
  receipt: 'allocation',
  trailNote: '',
} as const satisfies Record<IntentKind, string>;

/** The fields of a form that exist for a create or an edit. */
export const shownFields = (spec: FormSpec, keys: readonly string[], editing: boolean): string[] =>
  keys.filter(
    (key) => spec.fields[key]?.only === undefined || spec.fields[key]?.only === (editing ? 'edit' : 'create'),
  );

/** The names of former colleagues. */
const FORMER_USERS = ['frozenUsers', 'deletedUsers'];

/** The lookups that a form's fields choose from, or that name what the fields have. */
export const lookupsOf = (kind: IntentKind): string[] => [
  ...new Set(
    [FORM_SPECS, CHILD_SPECS].flatMap((specs) =>
      Object.values(specs[kind].fields).flatMap(({ lookup, control }) =>
        control === 'person' || control === 'people' ? FORMER_USERS : (lookup ?? []),
      ),
    ),
  ),
];
