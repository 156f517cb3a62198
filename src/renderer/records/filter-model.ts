/**
 * How a field can be filtered, and the text of a filter chip. Date filters use whole days, both ends
 * included.
 */
import type { Column, Filter } from '#shared/contract/records';
import { USER_ID_FIELDS } from '#shared/domain/nested-values';
import { formatNumber } from '../format/decimal';
import { formatServerText } from '../format/time';
import { listText } from '../format/values';

/**
 * Lines cannot be filtered: the list item and the details may have different ones, the screen shows those of the
 * details, and the index has those of the list.
 */
export const isFilterable = ({ kind }: Pick<Column, 'kind'>): boolean => kind !== 'lines';

export type FilterKind = 'dates' | 'numbers' | 'values' | 'text' | 'presence';

export const filterKindOf = ({ key, kind }: Column): FilterKind => {
  switch (kind) {
    case 'dateTime':
    case 'date':
      return 'dates';
    case 'money':
    case 'number':
    case 'rate':
    case 'int':
      return 'numbers';
    case 'enum':
    case 'flag':
    case 'status':
    case 'user':
    case 'users':
    case 'company':
    case 'lead':
    case 'opportunity':
    case 'supplier':
    case 'warehouse':
    case 'departments':
    case 'idList':
    case 'text':
      return 'values';
    case 'longText':
    case 'phone':
      return 'text';
    case 'id':
      return USER_ID_FIELDS.has(key) ? 'values' : 'text';
    case 'contacts':
    case 'lines':
    case 'list':
    case 'json':
      return 'presence';
  }
};

export const PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'last7',
  'last30',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
] as const;
export type Preset = (typeof PRESETS)[number];

/** A filter of a list: a filter of the core, or a named range of days that moves with the date. */
export type ListFilter = Filter | { field: string; op: 'within'; preset: Preset };

const dayText = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Returns Monday and Sunday of the week that contains this day. */
const weekOf = (year: number, month: number, day: number): { from: string; to: string } => {
  const monday = day - ((new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7);
  return { from: dayText(year, month, monday), to: dayText(year, month, monday + 6) };
};

/** Returns the days of a preset, both included, relative to the server's today. */
export const presetRange = (preset: Preset, today: string): { from: string; to: string } => {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const m = month - 1;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayText(year, m, day - 1), to: dayText(year, m, day - 1) };
    case 'thisWeek':
      return weekOf(year, m, day);
    case 'lastWeek':
      return weekOf(year, m, day - 7);
    case 'last7':
      return { from: dayText(year, m, day - 6), to: today };
    case 'last30':
      return { from: dayText(year, m, day - 29), to: today };
    case 'thisMonth':
      return { from: dayText(year, m, 1), to: dayText(year, m + 1, 0) };
    case 'lastMonth':
      return { from: dayText(year, m - 1, 1), to: dayText(year, m, 0) };
    case 'thisQuarter':
      return { from: dayText(year, m - (m % 3), 1), to: dayText(year, m - (m % 3) + 3, 0) };
    case 'thisYear':
      return { from: dayText(year, 0, 1), to: dayText(year, 11, 31) };
  }
};

/**
 * Returns a range of days for the store, which compares texts. The last day is included up to its last
 * second.
 */
export const dayFilter = (field: string, from: string, to: string): Filter => ({
  field,
  op: 'between',
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to: `${to} 23:59:59` }),
});

interface ChipContext {
  locale: string;
  valueLabel: (value: string) => string;
  t: (key: string, options?: Record<string, unknown>) => string;
}

/** Returns the text of the filter, without the name of the field. */
export const filterText = (
  filter: ListFilter,
  column: Column,
  { locale, valueLabel, t }: ChipContext,
): string => {
  switch (filter.op) {
    case 'in': {
      const [first = '', second] = filter.values;
      if (second === undefined) return valueLabel(first);
      return filter.values.length === 2
        ? listText([valueLabel(first), valueLabel(second)], locale)
        : t('list.chipMore', { first: valueLabel(first), more: filter.values.length - 1 });
    }
    case 'between': {
      const show = (text: string): string =>
        filterKindOf(column) === 'dates'
          ? formatServerText(text.slice(0, 10), locale, null)
          : formatNumber(text, locale);
      if (filter.from !== undefined && filter.to !== undefined) {
        const [from, to] = [show(filter.from), show(filter.to)];
        return from === to ? from : t('list.chipBetween', { from, to });
      }
      return filter.from === undefined
        ? t('list.chipTo', { to: show(filter.to ?? '') })
        : t('list.chipFrom', { from: show(filter.from) });
    }
    case 'within':
      return t(`list.preset.${filter.preset}`);
    case 'contains':
      return t('list.chipContains', { text: filter.text });
    case 'empty':
      return t('list.isEmpty');
    case 'notEmpty':
      return t('list.isNotEmpty');
  }
};
