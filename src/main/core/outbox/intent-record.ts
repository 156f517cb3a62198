/**
 * An intent as the store keeps it, and its place in a row. Hand-written row → domain, so that a stray column
 * fails loudly.
 */
import type { Command, IntentKind, IntentState, Ref, Snapshot } from '#shared/domain/intent';
import type { SqlRow } from '../ports/ports';

/** Why an intent stands where it stands; `message` is the service's own words. */
export interface Reason {
  code: string;
  message?: string | undefined;
  field?: string | undefined;
}
/** A record that may be what an attempt made; the user chooses among them. */
export interface Candidate {
  id: string;
  title: string;
  createdAt: string | null;
  createdBy: string | null;
  agrees: boolean;
}
/** One field on which mine, theirs and base disagree. `child` is the contact's or line's id. */
export interface FieldConflict {
  child?: string | undefined;
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Everything about an intent that no query needs. */
export interface IntentDetail {
  reason: Reason | null;
  candidates: Candidate[];
  conflicts: FieldConflict[];
  /**
   * Plain facts to show: could-not-compare, may-be-draft, landed-as-draft, already-so, restored,
   * contact-ids-unknown …
   */
  notes: string[];
  /**
   * Server time of the first read that began after the doubt did: no byte of the attempt left later than
   * this.
   */
  doubtSince: string | null;
  /** Server time before the first unsettled attempt: nothing it made is older. */
  windowFrom: string | null;
  /** Ids that matched the fingerprint before the attempts were made: never ours. */
  preexisting: string[];
  /** Command versions that were sent and have no verdict. */
  sentVersions: number[];
  /** Server time of the accepting answer, or of the read that proved it. */
  appliedAt: string | null;
  /** How often the user chose "send again" out of doubt. */
  resends: number;
  /** The number the service gave the record. */
  number: string | null;
  predecessor: string | null;
}

export interface Intent {
  seq: number;
  /** Local ref; the record this intent creates goes by it until the service names it. */
  id: Ref;
  kind: IntentKind;
  state: Exclude<IntentState, 'draft'>;
  version: number;
  command: Command;
  base: Snapshot | null;
  fingerprint: string;
  realId: string | null;
  held: boolean;
  sendNow: boolean;
  needsUser: boolean;
  /** Epoch ms before which nothing is tried. */
  notBefore: number;
  tries: number;
  detail: IntentDetail;
  createdAt: number;
  updatedAt: number;
}

export const emptyDetail = (): IntentDetail => ({
  reason: null,
  candidates: [],
  conflicts: [],
  notes: [],
  doubtSince: null,
  windowFrom: null,
  preexisting: [],
  sentVersions: [],
  appliedAt: null,
  resends: 0,
  number: null,
  predecessor: null,
});

export const toIntent = (row: SqlRow): Intent => ({
  seq: Number(row.seq),
  id: String(row.id),
  kind: row.kind as IntentKind,
  state: row.state as Intent['state'],
  version: Number(row.version),
  command: JSON.parse(String(row.command)) as Command,
  base: row.base === null ? null : (JSON.parse(String(row.base)) as Snapshot),
  fingerprint: String(row.fingerprint),
  realId: row.real_id === null ? null : String(row.real_id),
  held: row.held === 1,
  sendNow: row.send_now === 1,
  needsUser: row.needs_user === 1,
  notBefore: Number(row.not_before),
  tries: Number(row.tries),
  detail: { ...emptyDetail(), ...(JSON.parse(String(row.detail)) as Partial<IntentDetail>) },
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

/** An entry of the append-only ledger. `attempt` numbers the sendings of one intent from 1. */
export interface LedgerEntry {
  seq: number;
  intentId: string;
  attempt: number | null;
  event: string;
  at: number;
  serverAt: string | null;
  facts: Record<string, unknown>;
}

export const toLedgerEntry = (row: SqlRow): LedgerEntry => ({
  seq: Number(row.seq),
  intentId: String(row.intent_id),
  attempt: row.attempt === null ? null : Number(row.attempt),
  event: String(row.event),
  at: Number(row.at),
  serverAt: row.server_at === null ? null : String(row.server_at),
  facts: JSON.parse(String(row.facts)) as Record<string, unknown>,
});

export interface Draft {
  id: string;
  kind: IntentKind;
  target: Ref | null;
  form: unknown;
  base: Snapshot | null;
  intentId: string | null;
  createdAt: number;
  updatedAt: number;
}
export const toDraft = (row: SqlRow): Draft => ({
  id: String(row.id),
  kind: row.kind as IntentKind,
  target: row.target === null ? null : String(row.target),
  form: JSON.parse(String(row.form)) as unknown,
  base: row.base === null ? null : (JSON.parse(String(row.base)) as Snapshot),
  intentId: row.intent_id === null ? null : String(row.intent_id),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});
