import type { RecordView } from '#shared/contract/records';

/** Returns true if this field may be in the details of the record, which are not on this computer. */
export const lacksDetails = (
  { values, detailState }: Pick<RecordView, 'values' | 'detailState'>,
  field: string,
): boolean => detailState !== 'held' && values[field] === undefined;
