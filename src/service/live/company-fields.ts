/**
 * The field groups of a company's details as the live service answers them: 21 own fields and 72 custom
 * ones.
 */
import type { Json } from '../store/exact-json';
import { spreadOf } from './wire-forms';

interface CustomField {
  id: string;
  name: string;
  type: number;
  options: readonly string[];
}

const TOPICS = [
  'Certificates 认证',
  'Preferred port 首选港口',
  'Payment habit 付款习惯',
  'Agent 代理',
  'Fair 展会',
  'Sample room 样品间',
  'Season 旺季',
  'Rival brand 竞品',
  'Packing 包装要求',
] as const;
const ASPECTS = ['', ' notes', ' level', ' since', ' count', ' photo', ' options', ' file'] as const;
/**
 * Field types as the service numbers them: text, long text, choice, date, number, picture, choices, file.
 */
const TYPES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const CHOICES = ['A 优', 'B 良', 'C 待定'] as const;

/** 72 custom fields; the first text field carries what E3 is tested with. */
export const COMPANY_CUSTOM_FIELDS: readonly CustomField[] = TOPICS.flatMap((topic, t) =>
  ASPECTS.map((aspect, a) => ({
    id: String(70_340_001 + t * 10 + a),
    name: `${topic}${aspect}`,
    type: TYPES[a] as number,
    options: TYPES[a] === 3 || TYPES[a] === 7 ? CHOICES : [],
  })),
);

const sampleOf = (field: CustomField, spread: number): unknown => {
  if (field.type === 6 || field.type === 8) return '';
  if (spread % 3 !== 0) return '';
  switch (field.type) {
    case 2:
      return `第 ${spread % 40} 条备注`;
    case 3:
      return CHOICES[spread % CHOICES.length];
    case 4:
      return `2024-0${1 + (spread % 9)}-1${spread % 10}`;
    case 5:
      return spread % 500;
    case 7:
      return [CHOICES[spread % CHOICES.length]];
    default:
      return `${field.name.split(' ')[0]} ${spread % 100}`;
  }
};

/** Value of a custom field: what a push stored, else a sample that is the same for the same company. */
const customValue = (record: Json, field: CustomField): unknown =>
  field.id in record
    ? record[field.id]
    : sampleOf(field, spreadOf(`${String(record['company_id'])}${field.id}`));

const OWN_GROUPS: readonly (readonly [number, string, readonly (readonly [string, string, number])[]])[] = [
  [
    1,
    '基本信息',
    [
      ['name', '公司名称', 1],
      ['short_name', '简称', 1],
      ['origin_list', '客户来源', 7],
      ['serial_id', '客户编号', 1],
    ],
  ],
  [
    2,
    '特征信息',
    [
      ['intention_level', '采购意向', 3],
      ['annual_procurement', '年采购额', 3],
      ['province', '省份', 3],
      ['biz_type', '客户类型', 3],
      ['city', '城市', 3],
      ['country', '国家地区', 3],
      ['scale_id', '规模', 3],
      ['category_ids', '主营产品', 7],
      ['timezone', '时区', 3],
    ],
  ],
  [
    3,
    '管理信息',
    [
      ['star', '客户星级', 5],
      ['group_id', '客户分组', 3],
      ['trail_status', '客户阶段', 3],
    ],
  ],
  [
    4,
    '联系信息',
    [
      ['homepage', '公司网址', 1],
      ['tel', '座机', 1],
      ['address', '详细地址', 2],
      ['fax', '传真', 1],
    ],
  ],
  [5, '其他信息', [['remark', '公司备注', 2]]],
];

const ownValue = (record: Json, key: string): unknown =>
  key === 'tel' ? { tel_area_code: record['tel_area_code'] ?? '', tel: record['tel'] ?? '' } : record[key];

/** The groups of one company, from its plain details. */
export const companyGroups = (record: Json): Json[] =>
  OWN_GROUPS.map(([group_id, name, own], at) => ({
    group_id,
    name,
    fields: [
      ...own.map(([id, label, type]) => ({
        id,
        name: label,
        field_type: String(type),
        value: ownValue(record, id) ?? '',
      })),
      ...COMPANY_CUSTOM_FIELDS.filter((_field, i) => i % OWN_GROUPS.length === at).map((field) => ({
        id: field.id,
        name: field.name,
        field_type: String(field.type),
        value: customValue(record, field),
      })),
    ],
  }));
