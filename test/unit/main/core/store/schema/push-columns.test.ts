/** The columns of the cache are defined in the wire schemas, and the pushed fields in their tables. */
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '#core/store/schema/catalogue';
import { INTENT_KINDS } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { kindOf } from '#shared/domain/push-fields/push-field';
import { RESOURCE_INFO, RESOURCES } from '#shared/domain/resources';

const columnOf = (resource: (typeof RESOURCES)[number], key: string) =>
  CATALOGUE[resource].fields.find((field) => field.key === key);

/** Each pushed field with the columns that show it. */
const PUSHED = INTENT_KINDS.flatMap((kind) =>
  Object.entries(KIND_TABLES[kind].fields).map(([key, field]) => ({
    resource: RESOURCE_OF_KIND[kind],
    key,
    field,
    columns: (field.shownAt ?? ['own']).map((place) => (place === 'own' ? key : place.key)),
  })),
);

describe('a pushed field', () => {
  it('has a column that shows it while it waits', () => {
    const without = PUSHED.filter(({ resource, columns }) => !columns.some((key) => columnOf(resource, key)));
    // These change the owners, which the answer shows.
    expect(without.map(({ key }) => key)).toEqual(['batch_user_ids', 'remove_user_id']);
  });

  it('has the same kind and list of values as its column, with few exceptions', () => {
    const differing = PUSHED.flatMap(({ resource, key, field }) => {
      const column = field.shownAt === undefined ? columnOf(resource, key) : undefined;
      if (column === undefined) return [];
      const isSame = column.kind === kindOf(field) && column.options === field.options;
      return isSame ? [] : [`${resource}.${key}`];
    });
    expect(differing).toEqual([
      // E3 takes one owner, and answers have all owners.
      'company.user_id',
      // The text of a country is named by its code, without a list.
      'company.country',
      // The column counts the items.
      'company.image_list',
      'company.category_ids',
      'lead.user_id',
      'lead.country',
      // A text that the form offers a list for.
      'opportunity.currency',
      'outboundInvoice.currency',
      'receipt.type',
      'receipt.currency',
    ]);
  });
});

it.each(RESOURCES)('the titles, default columns and default sort of %s are its columns', (resource) => {
  const { idField, titleFields, numberField, defaultColumns, defaultSort } = RESOURCE_INFO[resource];
  const named = [idField, ...titleFields, numberField ?? idField, ...defaultColumns, defaultSort.field];
  expect(named.filter((key) => columnOf(resource, key) === undefined)).toEqual([]);
});
