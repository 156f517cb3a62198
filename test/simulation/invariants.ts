/**
 * The invariants of the simulation. A violation names its invariant, so that a broken variant is known to be
 * detected by it.
 */
/** The late-commit bound under test, in ms. */
export const BOUND_MS = 15 * 60_000;

export const INVARIANTS = [
  'acknowledged-stays',
  'at-most-once',
  'claims-own-record',
  'applied-has-effect',
  'child-after-parent',
  'own-write-is-no-conflict',
  'theirs-not-overwritten',
  'money-not-resent',
  'write-ahead',
  'wire-equals-ledger',
  'held-stays-put',
  'retry-after-kept',
  'blast-radius',
  'drains',
  'reconnect-drains',
  'order-record-kept',
  'shown-once',
  'values-arrive',
  'twins-apart',
  'refusal-kept',
  'doubt-before-resend',
  'draft-stays',
  'number-not-reused',
  'edits-in-order',
  'ledger-tells',
  'duplicate-told',
  'landing-told',
  'journal-ahead',
  'rescued-stays-put',
  'no-crash',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

export class Violation extends Error {
  readonly invariant: Invariant;
  constructor(invariant: Invariant, detail: string) {
    super(`[${invariant}] ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}
export const must = (holds: boolean, invariant: Invariant, detail: () => string): void => {
  if (!holds) throw new Violation(invariant, detail());
};
