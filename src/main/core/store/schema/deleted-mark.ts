/**
 * Kinds whose default list may show deleted records, with the field that marks them (contract E1). They are stored as
 * removed. Such a kind has no list of removed records, so all of its removed records are in the default list.
 */
import type { ResourceName } from '#shared/domain/resources';

const MARKS: Partial<Readonly<Record<ResourceName, string>>> = { trail: 'delete_flag' };

/** Returns true if the default list of the kind may show deleted records. */
export const listsDeleted = (resource: ResourceName): boolean => MARKS[resource] !== undefined;

/** Returns true if the item of a default list is marked as deleted. Some services send flags as text or as true. */
export const isMarkedDeleted = (resource: ResourceName, item: Readonly<Record<string, unknown>>): boolean => {
  const mark = MARKS[resource];
  return mark !== undefined && ['1', 'true'].includes(String(item[mark]));
};
