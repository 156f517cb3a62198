/** The error of a row decoder of `outbox.db`, and the tables that are checked row by row. */

/** The tables with the user's decisions and their outcomes. */
export type WatchedTable = 'intents' | 'versions' | 'drafts' | 'ledger';

/** `altered`: the row can be read, but its content is not what was written. */
export type Flaw = 'unreadable' | 'altered';

/** Thrown by a decoder. The store then sets the row apart. */
export class UnreadableRowError extends Error {
  readonly why: Flaw;
  constructor(why: Flaw, detail: string) {
    super(detail);
    this.name = 'UnreadableRowError';
    this.why = why;
  }
}
