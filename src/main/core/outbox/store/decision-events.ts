/**
 * Events of ledger entries that name a version in which the user changed something. A save that a crash cut off has
 * only `restored`: its version came back from the journal.
 */
export const DECISION_EVENTS: ReadonlySet<string> = new Set(['submitted', 'edit', 'merge', 'restored']);
