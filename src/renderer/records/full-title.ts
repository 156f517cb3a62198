import type { RecordView } from '#shared/contract/records';

/** Returns the full name of a record, for places with enough room; lists shorten the title. */
export const fullTitle = ({ title, values: { name } }: Pick<RecordView, 'title' | 'values'>): string =>
  title.endsWith('…') && typeof name === 'string' && name.startsWith(title.slice(0, -1).trimEnd())
    ? name
    : title;
