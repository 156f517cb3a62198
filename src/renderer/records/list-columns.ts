/**
 * Determines which columns a list shows, their order and their width: the user's layout overrides the
 * defaults of the resource.
 */
import type { Column } from '#shared/contract/records';
import type { FieldKind } from '#shared/domain/fields';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { ListLayout } from '../client/preferences';

export interface ShownColumn extends Column {
  width: number;
  pinned: boolean;
}

const WIDTHS: Partial<Record<FieldKind, number>> = {
  id: 132,
  int: 88,
  flag: 80,
  enum: 156,
  text: 148,
  longText: 300,
  phone: 140,
  number: 96,
  money: 136,
  rate: 96,
  dateTime: 158,
  date: 112,
  user: 116,
  users: 148,
  company: 220,
  lead: 180,
  opportunity: 180,
  supplier: 200,
  warehouse: 132,
  status: 140,
  contacts: 164,
  departments: 132,
  lines: 84,
  idList: 148,
  list: 148,
  json: 180,
};
const KEY_WIDTHS: Readonly<Record<string, number>> = {
  name: 240,
  currency: 80,
  unit: 76,
  product_no: 124,
  model: 124,
  order_no: 140,
  quotation_no: 140,
  purchase_order_no: 150,
  serial_id: 140,
  cash_collection_invoice_no: 150,
  cash_collection_no: 150,
  content: 420,
  nickname: 160,
};
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 900;

export const defaultWidth = ({ key, kind }: Column): number => KEY_WIDTHS[key] ?? WIDTHS[kind] ?? 140;

/**
 * The shown keys, in order. Unknown keys (e.g. of a removed custom field) are left out, and at least one
 * column stays.
 */
export const shownKeys = (
  resource: ResourceName,
  all: readonly Column[],
  layout: ListLayout | undefined,
): string[] => {
  const known = new Set(all.map(({ key }) => key));
  const keys = (layout?.columns ?? RESOURCE_INFO[resource].defaultColumns).filter((key) => known.has(key));
  return keys.length > 0 ? keys : all.slice(0, 1).map(({ key }) => key);
};

/** The columns of a list, pinned ones first. By default the first column is pinned. */
export const shownColumns = (
  resource: ResourceName,
  all: readonly Column[],
  layout: ListLayout | undefined,
): ShownColumn[] => {
  const byKey = new Map(all.map((column) => [column.key, column]));
  const keys = shownKeys(resource, all, layout);
  const pinned = new Set(layout?.pinned ?? keys.slice(0, 1));
  return [...keys.filter((key) => pinned.has(key)), ...keys.filter((key) => !pinned.has(key))].flatMap(
    (key) => {
      const column = byKey.get(key);
      return column
        ? [
            {
              ...column,
              width: withinReach(layout?.widths?.[key] ?? defaultWidth(column)),
              pinned: pinned.has(key),
            },
          ]
        : [];
    },
  );
};

/**
 * Returns `next` with the columns of `before` that this list does not have: custom fields of another account, which
 * shares the layout. Each keeps its place after the column that it followed. `shown`: the columns of the list so far.
 */
export const withHidden = (
  next: ListLayout,
  before: ListLayout | undefined,
  shown: readonly Shown[],
): ListLayout => {
  const here = new Set(keysOf(shown));
  const stored = before?.columns ?? [];
  const columns = [...(next.columns ?? keysOf(shown))];
  for (const [at, key] of stored.entries())
    if (!here.has(key)) columns.splice(placeAfter(columns, stored.slice(0, at)), 0, key);
  const pinned = (before?.pinned ?? []).filter((key) => stored.includes(key) && !here.has(key));
  return { ...next, columns, ...(next.pinned === undefined ? {} : { pinned: [...next.pinned, ...pinned] }) };
};

/** The place behind the last one of `earlier` that is among the columns; the first place if none is. */
const placeAfter = (columns: readonly string[], earlier: readonly string[]): number =>
  columns.indexOf(earlier.findLast((key) => columns.includes(key)) ?? '') + 1;

const withinReach = (width: number): number => Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH));

/** Moves `key` to the position of `target`. */
export const moveColumn = (keys: readonly string[], key: string, target: string): string[] => {
  const from = keys.indexOf(key);
  const to = keys.indexOf(target);
  if (from < 0 || to < 0 || from === to) return [...keys];
  const rest = keys.filter((other) => other !== key);
  rest.splice(to, 0, key);
  return rest;
};

type Shown = Pick<ShownColumn, 'key' | 'pinned'>;
const keysOf = (columns: readonly Shown[]): string[] => columns.map(({ key }) => key);
const pinnedOf = (columns: readonly Shown[]): string[] =>
  columns.filter(({ pinned }) => pinned).map(({ key }) => key);

/**
 * Moves a column to the position of another one. It becomes pinned among pinned columns and unpinned among
 * the others.
 */
export const arranged = (
  columns: readonly Shown[],
  key: string,
  target: string,
): Required<Pick<ListLayout, 'columns' | 'pinned'>> => {
  const pinned = pinnedOf(columns).filter((other) => other !== key);
  const joins = columns.find((column) => column.key === target)?.pinned === true;
  return { columns: moveColumn(keysOf(columns), key, target), pinned: joins ? [...pinned, key] : pinned };
};

/**
 * Moves a column one position to the left or right. At the edge of the pinned columns it becomes pinned or
 * unpinned without moving.
 */
export const nudged = (
  columns: readonly Shown[],
  key: string,
  by: 1 | -1,
): Required<Pick<ListLayout, 'columns' | 'pinned'>> | undefined => {
  const index = columns.findIndex((column) => column.key === key);
  const [column, other] = [columns[index], columns[index + by]];
  if (!column || !other) return undefined;
  return column.pinned === other.pinned
    ? arranged(columns, key, other.key)
    : {
        columns: keysOf(columns),
        pinned: column.pinned
          ? pinnedOf(columns).filter((pinned) => pinned !== key)
          : [...pinnedOf(columns), key],
      };
};

export const withPin = (
  columns: readonly Shown[],
  key: string,
  pin: boolean,
): Required<Pick<ListLayout, 'columns' | 'pinned'>> => {
  const rest = pinnedOf(columns).filter((other) => other !== key);
  return { columns: keysOf(columns), pinned: pin ? [...rest, key] : rest };
};

/** Returns the layout without this column; undefined if it is the only one. */
export const withoutColumn = (
  columns: readonly Shown[],
  key: string,
): Required<Pick<ListLayout, 'columns' | 'pinned'>> | undefined =>
  columns.length < 2
    ? undefined
    : {
        columns: keysOf(columns).filter((other) => other !== key),
        pinned: pinnedOf(columns).filter((other) => other !== key),
      };

export const withWidth = (
  layout: ListLayout | undefined,
  key: string,
  width: number,
): Required<Pick<ListLayout, 'widths'>> => ({ widths: { ...layout?.widths, [key]: withinReach(width) } });
