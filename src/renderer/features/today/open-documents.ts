/**
 * Finds out which orders and quotations are open. The service defines the names of its states, and their
 * codes have no fixed meaning. So the names in the local copy are read, and the codes of states that are not
 * finished become a filter.
 */
import type { Facet, Filter } from '#shared/contract/records';
import { NO_VALUE } from '#shared/domain/fields';
import { progressOf } from '#shared/domain/progress';
import { useFacets } from '../../client/queries';

export interface OpenFilter {
  filters: Filter[];
  /** False if the states have no names; then all documents are listed. */
  known: boolean;
  /** True if no state is open, so no document is. A filter cannot say it: it needs at least one value. */
  nothing: boolean;
}

const EVERYTHING: OpenFilter = { filters: [], known: false, nothing: false };

/**
 * Returns a filter for the states of `field` that are not finished. A state without its own name counts as
 * open, and so does a document without a state.
 */
export const openStates = (field: string, facets: readonly Facet[]): OpenFilter => {
  // Before the first copy there are no states, so it is not known whether they have names.
  if (facets.length === 0) return { ...EVERYTHING, known: true };
  const named = facets.filter(({ value, label }) => label !== value);
  if (named.length === 0) return EVERYTHING;
  const open = facets.filter(
    ({ value, label, count }) => progressOf(label) !== 'done' && (value !== NO_VALUE || count > 0),
  );
  if (open.length === 0) return { filters: [], known: true, nothing: true };
  return {
    filters: [{ field, op: 'in', values: open.map(({ value }) => value) }],
    known: true,
    nothing: false,
  };
};

/** The documents without a state are counted too. */
const WITH_NONE = [NO_VALUE];

/** Codes of an approval that is not decided yet: draft, in review (contract B). */
const UNDECIDED = ['0', '3'];
/** A service without approvals has this code for nearly every quotation. */
const NO_APPROVAL = '-1';

const openQuotations = (approvals: readonly Facet[], states: readonly Facet[]): OpenFilter => {
  const all = approvals.reduce((sum, { count }) => sum + count, 0);
  const without = approvals.find(({ value }) => value === NO_APPROVAL)?.count ?? 0;
  return all > 0 && without * 2 < all
    ? { filters: [{ field: 'approval_status', op: 'in', values: UNDECIDED }], known: true, nothing: false }
    : openStates('status_info', states);
};

export interface OpenDocuments {
  /** Filters for the open documents of a kind; undefined until the local copy has told its states. */
  open: OpenFilter | undefined;
  /** The states cannot be read. */
  failed: boolean;
  retry: () => void;
}

export const useOpenDocuments = (resource: 'order' | 'quotation'): OpenDocuments => {
  const states = useFacets(resource, resource === 'order' ? 'end_status' : 'status_info', {
    values: WITH_NONE,
  });
  const approvals = useFacets('quotation', 'approval_status', { enabled: resource === 'quotation' });
  const asked = resource === 'order' ? [states] : [states, approvals];
  const filter = (): OpenFilter | undefined => {
    if (states.data === undefined) return undefined;
    if (resource === 'order') return openStates('end_status', states.data);
    return approvals.data === undefined ? undefined : openQuotations(approvals.data, states.data);
  };
  return {
    open: filter(),
    failed: asked.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of asked) if (isError) void refetch();
    },
  };
};
