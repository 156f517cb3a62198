import type { RecordView } from '#shared/contract/records';

/** A record's title is cut for lists; where there is room, the whole name stands for it. */
export const fullTitle = ({ title, values: { name } }: Pick<RecordView, 'title' | 'values'>): string =>
  title.endsWith('…') && typeof name === 'string' && name.startsWith(title.slice(0, -1).trimEnd())
    ? name
    : title;
