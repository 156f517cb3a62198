/**
 * company/fields and lead/fields: the fields of a customer with their types, choices and whether they are
 * required, flags as text, as the live service gives them in a company's details.
 */
import type { Json } from '../store/exact-json';
import { cannotBeEmpty } from '../refusal';
import type { Quirks } from '../quirks';
import { COMPANY_CUSTOM_FIELDS } from './company-fields';

interface Listed {
  id: string;
  name: string;
  type: number;
  isRequired?: boolean;
  options?: readonly string[];
}

/** The first text field is the one that `custom-required` asks for. */
const LEAD_CUSTOM_FIELDS: readonly Listed[] = [
  { id: '70350001', name: 'Met at 展会名称', type: 1 },
  { id: '70350002', name: 'Interest 意向', type: 3, options: ['High 高', 'Low 低'] },
];
const REQUIRED_OF = { company: COMPANY_CUSTOM_FIELDS[0]!.id, lead: LEAD_CUSTOM_FIELDS[0]!.id } as const;
const OWN = {
  company: [
    { id: 'name', name: '公司名称', type: 1, isRequired: true },
    { id: 'country', name: '国家地区', type: 3 },
    { id: 'origin_list', name: '客户来源', type: 7 },
    { id: 'homepage', name: '公司网址', type: 1 },
    { id: 'remark', name: '公司备注', type: 2 },
  ],
  lead: [
    { id: 'name', name: '线索名称', type: 1, isRequired: true },
    { id: 'country', name: '国家地区', type: 3 },
    { id: 'remark', name: '备注', type: 2 },
  ],
} as const satisfies Record<string, readonly Listed[]>;

const asListed = ({ id, name, type, isRequired, options }: Listed): Json => ({
  id,
  name,
  base: /^\d+$/.test(id) ? '0' : '1',
  require: isRequired ? '1' : '0',
  hint: '',
  field_type: String(type),
  disable_flag: '0',
  ext_info: [...(options ?? [])],
  default: '',
});

type Of = 'company' | 'lead';

/** The list of fields; custom ones only where the service has them. */
export const customerFields = (of: Of, quirks: Quirks): Json[] => {
  const custom = of === 'company' ? COMPANY_CUSTOM_FIELDS : LEAD_CUSTOM_FIELDS;
  const has = quirks.companyGroups || quirks.customRequired;
  return [
    ...OWN[of].map((field: Listed) =>
      asListed({ ...field, isRequired: field.isRequired === true && quirks.namesRequired }),
    ),
    ...(has ? custom : []).map((field) =>
      asListed({ ...field, isRequired: quirks.customRequired && field.id === REQUIRED_OF[of] }),
    ),
  ];
};

/** Refuses a new record without the required custom field. */
export const checkCustomFields = (of: Of, body: Json, quirks: Quirks, creating: boolean): void => {
  const id = REQUIRED_OF[of];
  if (quirks.customRequired && creating && String(body[id] ?? '').trim() === '') throw cannotBeEmpty(id);
};

/** Custom fields by their id at top level, where the service has them; a multiple choice is a list. */
export const takeCustomFields = (detail: Json, body: Json, quirks: Quirks): void => {
  if (!quirks.companyGroups && !quirks.customRequired) return;
  for (const [key, value] of Object.entries(body)) if (/^\d+$/.test(key)) detail[key] = value ?? '';
};
