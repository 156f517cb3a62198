/**
 * Normalises the service's many lookup shapes to `LookupItem` (contract A, lookups): {code, name}, {id,
 * name}, {status_id, status_name}, {tag_id …}, warehouses, capital accounts, bare strings, and trees, which
 * are flattened with `parentId`. An item that cannot be read is left out; nothing throws.
 */
import { isObject } from '#shared/domain/is-object';
import type { LookupItem } from '#shared/http-api/lookups';

const ID_KEYS = [
  'id',
  'code',
  'status_id',
  'tag_id',
  'category_id',
  'group_id',
  'pool_id',
  'warehouse_id',
  'capital_account_id',
  'item_id',
  'stage_id',
  'reason_id',
  'flow_id',
  'user_id',
  'value',
] as const;
const NAME_KEYS = [
  'name',
  'status_name',
  'tag_name',
  'category_name',
  'capital_name',
  'title',
  'label',
  'nickname',
  'full_name',
  'email',
] as const;
const COLOR_KEYS = ['color', 'status_color', 'tag_color'] as const;
const CHILD_KEYS = ['node', 'children', 'child', 'nodes'] as const;

export const toLookupItems = (data: unknown): LookupItem[] => {
  const items: LookupItem[] = [];
  add(listOf(data), undefined, items, 0);
  return items;
};

const MAX_DEPTH = 12;

const listOf = (data: unknown): readonly unknown[] => {
  if (Array.isArray(data)) return data;
  if (!isObject(data)) return [];
  if ('list' in data) return listOf(data.list);
  // An object keyed by code: {"1": "Manufacturer"} or {"1": {name}}. A list of PHP from which an element was
  // taken out is an object too, whose keys are places: {"0": {code, name}, "2": {code, name}}.
  return Object.entries(data).map(([code, value]) => {
    if (!isObject(value)) return { id: code, name: value };
    return first(value, ID_KEYS) === undefined ? { id: code, ...value } : value;
  });
};

const add = (
  list: readonly unknown[],
  parentId: string | undefined,
  items: LookupItem[],
  depth: number,
): void => {
  if (depth > MAX_DEPTH) return;
  for (const entry of list) {
    if (typeof entry === 'string' || typeof entry === 'number') {
      items.push({ id: String(entry), name: String(entry) });
      continue;
    }
    if (!isObject(entry)) continue;
    const source = entry;
    const id = first(source, ID_KEYS);
    if (id === undefined) continue;
    const children = CHILD_KEYS.map((key) => listOf(source[key])).find(({ length }) => length > 0);
    const raw = Object.fromEntries(
      Object.entries(source).filter(([key]) => !(CHILD_KEYS as readonly string[]).includes(key)),
    );
    const color = first(source, COLOR_KEYS);
    const own = parentOf(source) ?? parentId;
    items.push({
      id,
      name: nameOf(source) ?? id,
      ...(own === undefined ? {} : { parentId: own }),
      ...(color ? { color } : {}),
      raw,
    });
    if (children) add(children, id, items, depth + 1);
  }
};

const first = (source: Record<string, unknown>, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = source[key];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return undefined;
};

const parentOf = (source: Record<string, unknown>): string | undefined => {
  const parent = first(source, ['parent_id']);
  return parent === undefined || parent === '0' || parent === '' ? undefined : parent;
};

/** Scales are named by {min, max} people (contract B). */
const nameOf = (source: Record<string, unknown>): string | undefined => {
  const range = source.name;
  if (isObject(range)) {
    const { min, max } = range;
    const [low, high] = [Number(min) || 0, Number(max) || 0];
    if (low > 0 && high > 0) return `${low}–${high}`;
    return high > 0 ? `<${high}` : `≥${low}`;
  }
  // A service may send an empty name and the words under another key: a colleague without a nickname.
  return NAME_KEYS.map((key) => first(source, [key]) ?? '').find((name) => name.trim() !== '');
};
