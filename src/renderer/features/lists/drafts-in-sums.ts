/**
 * Drafts, and collections that are not effective, are in no sum of money, so the sums of a footer leave them out
 * and say so. If only such records have amounts, as in a list that is filtered to drafts, the footer adds these
 * and says so. Pure, but for the hook with the words.
 */
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/contract/records';
import { isEffectiveCollection, isReceiptDraft } from '#shared/domain/receipts';
import type { ResourceName } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { formatNumber } from '../../format/decimal';

/** The sums of a column: those of drafts apart. */
interface Parts<S> {
  sums: readonly S[];
  drafts: readonly S[];
}
export interface FooterSums<S> {
  /** What the footer shows. */
  sums: readonly S[];
  /** The number of drafts that are left out. */
  leftOut: number;
  /** The sums are those of drafts. */
  isOfDrafts: boolean;
}

/** Chooses the sums that the footer shows. */
export const footerSums = <S extends { count: number }>({ sums, drafts }: Parts<S>): FooterSums<S> => {
  const count = drafts.reduce((all, one) => all + one.count, 0);
  return sums.length === 0 && count > 0
    ? { sums: drafts, leftOut: 0, isOfDrafts: true }
    : { sums, leftOut: count, isOfDrafts: false };
};

/** Returns true for a draft order, a draft receipt, and a collection that is not effective. */
export const isDraftRow = (
  resource: ResourceName,
  { draft, values }: Pick<Row, 'draft' | 'values'>,
): boolean =>
  draft === true ||
  (resource === 'receipt' && isReceiptDraft(values.status)) ||
  (resource === 'collection' && !isEffectiveCollection(values.collect_status));

const DRAFT_COLUMNS: Partial<Record<ResourceName, string[]>> = {
  receipt: ['status'],
  collection: ['collect_status'],
};
/** Returns the columns that `isDraftRow` needs besides `draft`. */
export const draftColumns = (resource: ResourceName): string[] => DRAFT_COLUMNS[resource] ?? [];

/** Returns the function that words what the sums say of drafts; `''` if the column has none. */
export const useDraftsNote = (
  resource: ResourceName,
): ((of: Omit<FooterSums<unknown>, 'sums'>) => string) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  return ({ leftOut, isOfDrafts }) => {
    const isCollection = resource === 'collection';
    if (isOfDrafts) return t(isCollection ? 'lists.onlyIneffective' : 'lists.onlyDrafts');
    return leftOut === 0
      ? ''
      : t(isCollection ? 'lists.withoutIneffective' : 'lists.withoutDrafts', {
          count: leftOut,
          formatted: formatNumber(leftOut, locale),
        });
  };
};
