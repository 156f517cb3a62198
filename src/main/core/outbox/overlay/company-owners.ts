/**
 * The owners of a company with a pending edit. An edit adds owners and removes some (contract E3); Its `user_id` is the
 * user in whose name the edit is made; it becomes an owner only if the company has no owner. Pure.
 */
import { isObject } from '#shared/domain/is-object';

type Json = Record<string, unknown>;

const idOf = (item: unknown): string => String((isObject(item) ? item.user_id : item) ?? '');
const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
};

const CHANGING = ['user_id', 'batch_user_ids', 'remove_user_id', 'is_public'];

/**
 * `fields`: the fields of the edit; `before`: the record with the earlier edits. Returns the new `user_id`, and `owner`
 * if the record has that column.
 */
export const ownersAfter = (fields: Json, before: Json): Json => {
  if (!CHANGING.some((key) => key in fields)) return {};
  const entries = listOf(before.owner);
  const held = listOf(before.user_id ?? before.owner).map(idOf);
  const named = held.length === 0 ? listOf(fields.user_id).map(idOf) : [];
  const removed = listOf(fields.remove_user_id).map(idOf);
  const isPublic = String(fields.is_public ?? '') === '1';
  const all = isPublic ? [] : [...held, ...named, ...listOf(fields.batch_user_ids).map(idOf)];
  const ids = [...new Set(all)].filter((id) => id !== '' && id !== '0' && !removed.includes(id));
  const entryOf = (id: string): unknown =>
    entries.find((entry) => idOf(entry) === id) ?? { user_id: id, nickname: '' };
  return { user_id: ids, ...(before.owner === undefined ? {} : { owner: ids.map(entryOf) }) };
};
