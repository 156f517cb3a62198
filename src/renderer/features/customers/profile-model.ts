/**
 * Returns the fields of the profile of a company or lead, in the order in which sales reps need them. Codes
 * are shown as names, trees as paths. Pure.
 */
import type { Column } from '#shared/contract/records';
import { TREES } from '#shared/domain/enumerations';
import { isNoId } from '#shared/domain/ids';
import { COMPANY_FIELDS } from '#shared/domain/push-fields/company';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { withCountryCode } from '../../format/channels';
import { type FormatContext, displayText, listText } from '../../format/values';

export interface LookupNode {
  id: string;
  name: string;
  parentId?: string | undefined;
}
export type Lookups = Readonly<Record<string, readonly LookupNode[] | undefined>>;
export interface ProfileLine {
  key: string;
  text: string;
  column: Column | undefined;
}

const COMPANY = [
  'owner',
  'group_id',
  'pool_id',
  'tag',
  'origin_list',
  'biz_type',
  'scale_id',
  'intention_level',
  'annual_procurement',
  'category_ids',
  'product_group_ids',
  'country',
  'province',
  'city',
  'timezone',
  'address',
  'tel',
  'fax',
  'homepage',
  'remark',
  'recent_follow_up_time',
  'order_time',
  'create_time',
  'update_time',
] as const;
const LEAD = [
  'user_id',
  'company_name',
  'status',
  'group_id',
  'origin_list',
  'biz_type',
  'scale_id',
  'country',
  'province',
  'city',
  'address',
  'tel',
  'fax',
  'homepage',
  'remark',
  'order_time',
  'create_time',
  'update_time',
] as const;
const PROFILE_KEYS = { company: COMPANY, lead: LEAD } as const;

/**
 * Returns the lookup that shows a value as a path. Every such field of a lead is also a field of a company.
 */
const treeOf = (key: string): string | undefined => {
  const fields: FieldTable = COMPANY_FIELDS;
  const options = fields[key]?.options;
  return options !== undefined && TREES.has(options) ? options : undefined;
};

const MAX_DEPTH = 12;

/** Returns a path such as `Europe / DACH`, or the id if the lookup does not contain it. */
export const pathOf = (items: readonly LookupNode[] | undefined, id: string): string => {
  const names: string[] = [];
  for (let at: string | undefined = id; at !== undefined && names.length < MAX_DEPTH;) {
    const node: LookupNode | undefined = items?.find((item) => item.id === at);
    if (node === undefined) break;
    names.unshift(node.name);
    at = node.parentId;
  }
  return names.length === 0 ? id : names.join(' / ');
};

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    if (Array.isArray(item)) return idsIn(item.at(-1));
    return isNoId(item) || typeof item === 'object' ? [] : [String(item)];
  });

/** Returns one field as text; `''` if it is empty. */
export const profileText = (
  key: string,
  column: Column | undefined,
  values: Readonly<Record<string, unknown>>,
  format: FormatContext,
  lookups: Lookups,
): string => {
  const value = values[key];
  const tree = treeOf(key);
  if (tree !== undefined)
    return listText(
      idsIn(value).map((id) => pathOf(lookups[tree], id)),
      format.locale,
    );
  if (key === 'tel' && typeof value === 'string' && value !== '') return withCountryCode(values);
  return column === undefined ? '' : displayText(column, value, values, format);
};

/**
 * Returns the lines with a value, and the empty columns except custom fields. Custom fields come last, in the
 * order of the service.
 */
export const profileOf = (
  resource: 'company' | 'lead',
  columns: readonly Column[],
  values: Readonly<Record<string, unknown>>,
  format: FormatContext,
  lookups: Lookups,
): { lines: ProfileLine[]; empty: Column[] } => {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const keys = [
    ...PROFILE_KEYS[resource],
    ...columns.filter(({ customName }) => customName !== undefined).map(({ key }) => key),
  ];
  const all = keys.flatMap((key): ProfileLine[] => {
    const column = byKey.get(key);
    return column === undefined
      ? []
      : [{ key, column, text: profileText(key, column, values, format, lookups) }];
  });
  // Fields with a time are not listed as empty, because nobody fills them in.
  return {
    lines: all.filter(({ text }) => text !== ''),
    empty: all.flatMap(({ text, column }) =>
      text === '' && column && column.kind !== 'dateTime' && column.customName === undefined ? [column] : [],
    ),
  };
};
