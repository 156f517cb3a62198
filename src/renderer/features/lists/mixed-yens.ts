/** Whether a list has amounts in both currencies whose sign is ¥; then its amounts show codes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Column } from '#shared/contract/records';
import { hasBothYens } from '#shared/domain/currency';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import type { FullView } from '../../records/list-view';
import { inDocumentCurrency, totalFields } from './total-fields';

/** The answer is the footer's where the footer sums such a column; the list's order does not matter. */
export const useMixedYens = (
  view: FullView,
  all: readonly Column[],
  shown: readonly Column[],
  chosen: readonly string[] | undefined,
): boolean => {
  const summed = totalFields(all, shown, chosen);
  const own = inDocumentCurrency(all);
  const fields = summed.some((key) => own.includes(key)) ? summed : own.slice(0, 1);
  const unsorted = { ...view, sort: [] };
  const { data } = useQuery({
    ...ask(queryKeys.totals(unsorted, fields), () => core.records.totals({ view: unsorted, fields })),
    enabled: fields.length > 0 && shown.some(({ kind }) => kind === 'money'),
    placeholderData: keepPreviousData,
  });
  return hasBothYens(
    data?.fields.flatMap(({ field, sums }) =>
      own.includes(field) ? sums.map(({ currency }) => currency) : [],
    ) ?? [],
  );
};
