/** The columns of a resource's list that the catalogue defines, as the screens get them. */
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { CATALOGUE, type StoredField } from './catalogue';

export const catalogueColumns = (resource: ResourceName): Column[] => {
  const { fields, sorted } = CATALOGUE[resource];
  return fields.map((field) => columnOf(field, sorted));
};

const sortOf = (field: StoredField, sorted: readonly string[]): Column['sort'] => {
  if (!field.sortable) return 'none';
  return sorted.includes(field.key) ? 'indexed' : 'scan';
};

const columnOf = (field: StoredField, sorted: readonly string[]): Column => ({
  key: field.key,
  kind: field.kind,
  ...(field.options === undefined ? {} : { options: field.options }),
  ...(field.fromDetail ? { fromDetail: true } : {}),
  sort: sortOf(field, sorted),
});
