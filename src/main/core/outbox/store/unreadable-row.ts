/** What a decoder of a row of `outbox.db` throws, and which tables are looked at this closely. */

/** The tables whose rows hold what the user decided, or what became of it. */
export type WatchedTable = 'intents' | 'versions' | 'drafts' | 'ledger';

/** `altered`: it can be read, and is not what was written. */
export type Flaw = 'unreadable' | 'altered';

/** Thrown by a decoder; the store turns it into an entry of the list. */
export class UnreadableRowError extends Error {
  readonly why: Flaw;
  constructor(why: Flaw, detail: string) {
    super(detail);
    this.name = 'UnreadableRowError';
    this.why = why;
  }
}
