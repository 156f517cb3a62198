/** The sums of a list against its rows: drafts are added apart, and every other row once. */
import type { Totals } from '#shared/contract/records';
import { isReceiptDraft } from '#shared/domain/receipts';
import type { ResourceName } from '#shared/domain/resources';
import { must } from './history';
import type { Row } from './screens';

/** Returns true for rows that are in no sum of money. */
export const isDraftOf =
  (resource: ResourceName) =>
  ({ draft, values }: Row): boolean =>
    draft === true || (resource === 'receipt' && isReceiptDraft(values.status));

/** `told`: what the core says about `field`. */
export const sumsAgree = ({
  resource,
  field,
  told,
  rows,
}: {
  resource: ResourceName;
  field: string;
  told: Totals['fields'][number] | undefined;
  rows: readonly Row[];
}): void => {
  const isDraft = isDraftOf(resource);
  const stated = rows.filter(({ values }) => String(values[field] ?? '') !== '');
  const parts = [
    { what: 'the total', sums: told?.sums ?? [], summed: stated.filter((row) => !isDraft(row)) },
    { what: 'the total of drafts', sums: told?.drafts ?? [], summed: stated.filter(isDraft) },
  ];
  for (const { what, sums, summed } of parts) {
    const count = sums.reduce((all, { count: n }) => all + n, 0);
    must(
      count === summed.length,
      'rows-add-up',
      () => `${resource}: ${what} counts ${count} amounts, the rows show ${summed.length}`,
    );
    const sum = sums.reduce((all, one) => all + Number(one.sum), 0);
    const shown = summed.reduce((all, { values }) => all + Number(values[field]), 0);
    must(
      Math.abs(sum - shown) < 0.005 * Math.max(1, summed.length),
      'rows-add-up',
      () => `${resource}: ${what} says ${sum}, the rows ${shown}`,
    );
  }
};
