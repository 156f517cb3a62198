/** What a list can be filtered by: its columns, and the owners of its records. */
import type { Column } from '#shared/contract/records';
import { OWNERS } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';

/** Kinds whose owners are in more than one field, so that no column says whose a record is. */
const WITH_OWNERS: ReadonlySet<ResourceName> = new Set(['order']);
const OWNERS_COLUMN: Column = { key: OWNERS, kind: 'users', sort: 'none' };

/** Returns no fields before the columns are read. */
export const filterColumns = (resource: ResourceName, columns: readonly Column[]): readonly Column[] =>
  columns.length > 0 && WITH_OWNERS.has(resource) ? [...columns, OWNERS_COLUMN] : columns;
