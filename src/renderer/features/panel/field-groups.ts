/**
 * Groups the fields of a record: key facts first, then all other groups; empty fields are returned
 * separately.
 */
import type { Column } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';

export const GROUPS = [
  'key',
  'amounts',
  'people',
  'dates',
  'profile',
  'customer',
  'shipping',
  'terms',
  'other',
  'custom',
  'system',
  'rest',
] as const;
export type Group = (typeof GROUPS)[number];

const SHIPPING = /^(transport|shipment|shipping|target_port|more_or_less|package|marked|stock_up)/;
const TERMS = /^(price_contract|receive_remittance|insurance|order_contract)/;
const CUSTOMER = /^(customer_|company_(name|phone|fax|address))/;
const PROFILE =
  /^(country|province|city|tel|fax|address|homepage|group_id|pool_id|is_public|origin|biz_type|scale|star|intention|annual|timezone|categor|product_group|trail_status|tag)/;
/** These fields have a tab of their own in the panel. */
const OWN_TAB = new Set(['lines', 'contacts']);

const groupOf = (resource: ResourceName, column: Column, key: ReadonlySet<string>): Group => {
  if (key.has(column.key)) return 'key';
  if (column.customName !== undefined) return 'custom';
  if (column.other) return 'rest';
  if (SHIPPING.test(column.key)) return 'shipping';
  if (TERMS.test(column.key)) return 'terms';
  if (CUSTOMER.test(column.key) && column.kind !== 'id') return 'customer';
  if ((resource === 'company' || resource === 'lead') && PROFILE.test(column.key)) return 'profile';
  switch (column.kind) {
    case 'money':
    case 'rate':
    case 'number':
      return 'amounts';
    case 'user':
    case 'users':
    case 'departments':
      return 'people';
    case 'dateTime':
    case 'date':
      return 'dates';
    case 'id':
    case 'idList':
    case 'flag':
      return /^(create_user|update_user|last_edit_user)$/.test(column.key) ? 'people' : 'system';
    default:
      return 'other';
  }
};

const EXTRA_KEY: Partial<Record<ResourceName, readonly string[]>> = {
  company: ['trail_status', 'next_follow_up_time', 'owner', 'tel', 'country'],
  lead: ['status', 'company_name', 'country', 'tel', 'user_id'],
};

/**
 * Leaves out the owner of a list item if the details name the same owners, because both would stand in the panel
 * under nearly the same label. The owners that a lead's details name are not in the contract, so they are left out
 * instead: they would stand among the other fields.
 */
export const withoutSameOwner = (
  columns: readonly Column[],
  text: (column: Column) => string,
): readonly Column[] => {
  const owners = columns.find(({ key }) => key === 'owner');
  const owner = columns.find(({ key }) => key === 'user_id');
  if (owners === undefined || owner === undefined || text(owner) !== text(owners)) return columns;
  const repeated = owners.other ? owners : owner;
  return columns.filter((column) => column !== repeated);
};

/** Returns the columns by group, in the order of `GROUPS`; empty columns are returned separately. */
export const groupFields = (
  resource: ResourceName,
  columns: readonly Column[],
  isEmpty: (column: Column) => boolean,
): { groups: [Group, Column[]][]; empty: Column[] } => {
  const key = new Set([...RESOURCE_INFO[resource].defaultColumns, ...(EXTRA_KEY[resource] ?? [])]);
  const shown = columns.filter(({ kind }) => !OWN_TAB.has(kind));
  const groups = GROUPS.map((group): [Group, Column[]] => [
    group,
    shown.filter((column) => !isEmpty(column) && groupOf(resource, column, key) === group),
  ]);
  return { groups: groups.filter(([, fields]) => fields.length > 0), empty: shown.filter(isEmpty) };
};
