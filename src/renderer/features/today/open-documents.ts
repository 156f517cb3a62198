/**
 * Finds out which orders and quotations are open. The service defines the names of its states, and their
 * codes have no fixed meaning. So the names in the local copy are read, and the codes of states that are not
 * finished become a filter.
 */
import type { Facet, Filter } from '#shared/contract/records';
import { progressOf } from '#shared/domain/progress';
import { useFacets } from '../../client/queries';

export interface OpenFilter {
  filters: Filter[];
  /** False if the states have no names; then all documents are listed. */
  known: boolean;
}

const EVERYTHING: OpenFilter = { filters: [], known: false };

/**
 * Returns a filter for the states of `field` that are not finished. A state without its own name counts as
 * open.
 */
export const openStates = (field: string, facets: readonly Facet[]): OpenFilter => {
  const named = facets.filter(({ value, label }) => label !== value);
  if (named.length === 0) return EVERYTHING;
  const open = facets.filter(({ label }) => progressOf(label) !== 'done');
  return { filters: [{ field, op: 'in', values: open.map(({ value }) => value) }], known: true };
};

/** Codes of an approval that is not decided yet: draft, in review (contract B). */
const UNDECIDED = ['0', '3'];
/** A service without approvals has this code for nearly every quotation. */
const NO_APPROVAL = '-1';

const openQuotations = (approvals: readonly Facet[], states: readonly Facet[]): OpenFilter => {
  const all = approvals.reduce((sum, { count }) => sum + count, 0);
  const without = approvals.find(({ value }) => value === NO_APPROVAL)?.count ?? 0;
  return all > 0 && without * 2 < all
    ? { filters: [{ field: 'approval_status', op: 'in', values: UNDECIDED }], known: true }
    : openStates('status_info', states);
};

/**
 * Returns the filter for the open documents of a kind; undefined until the states are read from the local
 * copy.
 */
export const useOpenDocuments = (resource: 'order' | 'quotation'): OpenFilter | undefined => {
  const states = useFacets(resource, resource === 'order' ? 'end_status' : 'status_info').data;
  const approvals = useFacets('quotation', 'approval_status', resource === 'quotation').data;
  if (states === undefined) return undefined;
  if (resource === 'order') return openStates('end_status', states);
  return approvals === undefined ? undefined : openQuotations(approvals, states);
};
