/** The mark of the rows that others changed. */
import { useMemo } from 'react';
import type { Row } from '#shared/contract/records';
import { MOST_CHANGES } from '#shared/domain/limits';
import type { ResourceName } from '#shared/domain/resources';
import { useUnseenOf } from '../../../records/changes';

/** The rows are asked about in blocks, so that scrolling by a row asks nothing new. */
const BLOCK = 50;

/** The ids of the records that others changed since the user last opened them, for the rows that are shown. */
export const useUnread = (
  resource: ResourceName,
  rowAt: (index: number) => Row | undefined,
  { first, last }: { first: number; last: number },
): ReadonlySet<string> => {
  const idsOf = (): string[] => {
    const from = first - (first % BLOCK);
    const length = Math.min(MOST_CHANGES, last - (last % BLOCK) + BLOCK - from);
    return Array.from({ length }, (_, at) => rowAt(from + at)?.id).filter((id) => id !== undefined);
  };
  const unseen = useUnseenOf(resource, idsOf);
  return useMemo(() => new Set(unseen.map(({ id }) => id)), [unseen]);
};
