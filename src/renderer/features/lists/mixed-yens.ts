/**
 * Finds out whether a list has amounts in both currencies with the sign ¥ (yuan and yen). If so, its amounts
 * show currency codes.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Column } from '#shared/contract/records';
import { hasBothYens } from '#shared/domain/currency';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import type { FullView } from '../../records/list-view';
import { inDocumentCurrency, totalFields } from './total-fields';

/** Uses the query of the footer if the footer sums such a column. The query ignores the order of the list. */
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
    data?.fields.flatMap(({ field, sums, drafts }) =>
      own.includes(field) ? [...sums, ...drafts].map(({ currency }) => currency) : [],
    ) ?? [],
  );
};
