import type { RecordView } from '#shared/contract/records';

/** The full name of a record, for places with room; the title in lists is shortened. */
export const fullTitle = ({ title, values: { name } }: Pick<RecordView, 'title' | 'values'>): string =>
  title.endsWith('…') && typeof name === 'string' && name.startsWith(title.slice(0, -1).trimEnd())
    ? name
    : title;
