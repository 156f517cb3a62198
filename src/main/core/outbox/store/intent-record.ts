/**
 * An intent as the store keeps it, and its conversion from a row. A decoder throws UnreadableRowError for a
 * row with invalid content; the store sets such a row apart.
 */
import {
  INTENT_KINDS,
  INTENT_STATES,
  type Command,
  type IntentKind,
  type IntentState,
  type Ref,
  type Snapshot,
} from '#shared/domain/intent';
import type { Candidate, FieldConflict, IntentView } from '#shared/contract/outbox-item';
import type { Draft } from '#shared/contract/outbox';
import type { SqlRow, SqlValue } from '../../ports/ports';
import type { CustomChange } from '../compare/custom-changed';
import { UnreadableRowError } from './unreadable-row';

/** Why an intent is in its state; `message` is the service's message. */
export type Reason = NonNullable<IntentView['reason']>;

/** The parts of an intent that no query needs. */
export interface IntentDetail {
  reason: Reason | null;
  candidates: Candidate[];
  conflicts: FieldConflict[];
  /**
   * Facts that the screen shows: could-not-compare, may-be-draft, landed-as-draft, already-so, restored …
   */
  notes: string[];
  /**
   * Server time of the first read that began after the doubt. No byte of the attempt was sent later than
   * this.
   */
  doubtSince: string | null;
  /** This computer's clock at `doubtSince`, epoch ms; a later time if this clock was set back since. */
  doubtClock: number | null;
  /** Server time before the first unsettled attempt. A record that the attempt made is not older. */
  windowFrom: string | null;
  /** This computer's clock at `windowFrom`, epoch ms. Shows later whether the service's clock was set back. */
  windowClock: number | null;
  /**
   * Where the search for the record begins if the service's clock was set back since the send: as much before
   * `windowFrom`. Null if it was not set back.
   */
  searchFrom: string | null;
  /**
   * What existed before the first attempt and is never ours: of a create, the records that matched it; of an edit, the
   * contacts and lines of the record (`childrenBefore`).
   */
  preexisting: string[];
  /** Command versions that were sent and have no verdict. */
  sentVersions: number[];
  /** Server time of the accepting answer, or of the read that proved it. */
  appliedAt: string | null;
  /**
   * The latest `update_time` of the record in a read before a push, in the read that proved the edit, or in the cached
   * copy at that time. It is later than `appliedAt` if the service's clock was set back. A cached copy with this time
   * does not show the edit.
   */
  recordAsOf: string | null;
  /** How often the user chose "send again" for this item in doubt. */
  resends: number;
  /** The number the service gave the record. */
  number: string | null;
  predecessor: string | null;
  /** Why nothing is tried before `notBefore`: `offline` ends when the service answers again. */
  waitsBecause: WaitCause | null;
  /** The number of a new invoice that the user has checked to be free. A later "Send again" asks about it anew. */
  checkedNumber: string | null;
  /** The values of custom fields, entered by others, that the user has agreed to replace. */
  agreedCustom: CustomChange[];
}
/**
 * `trouble`: the service answered with an error. `doubt`: the next read-back is later. `undo`: the user can
 * still undo the save.
 */
export type WaitCause = 'offline' | 'trouble' | 'throttled' | 'doubt' | 'undo';

export interface Intent {
  seq: number;
  /** Local ref. It is the id of the record that this intent creates until the service has given a real id. */
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

/** A note on a delivered intent that was restored with an earlier version than was delivered (OB63). */
export const OLDER_CONTENT = 'older-content';

/**
 * Ids of the contacts or lines that the record had before the first attempt. A new record had none: a contact may have
 * the same id as a company.
 */
export const childrenBefore = ({ command, detail }: Pick<Intent, 'command' | 'detail'>): readonly string[] =>
  command.target === null ? [] : detail.preexisting;

export const emptyDetail = (): IntentDetail => ({
  reason: null,
  candidates: [],
  conflicts: [],
  notes: [],
  doubtSince: null,
  doubtClock: null,
  windowFrom: null,
  windowClock: null,
  searchFrom: null,
  preexisting: [],
  sentVersions: [],
  appliedAt: null,
  recordAsOf: null,
  resends: 0,
  number: null,
  predecessor: null,
  waitsBecause: null,
  checkedNumber: null,
  agreedCustom: [],
});

type Shape = Record<string, unknown>;
const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAnything = (_value: unknown): _value is unknown => true;
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isCommand = (value: unknown): value is Command =>
  isShape(value) &&
  isKind(value.kind) &&
  isTextOrNull(value.target) &&
  isShape(value.fields) &&
  hasChildren(value);
const isSnapshot = (value: unknown): value is Snapshot =>
  isShape(value) && isShape(value.fields) && hasChildren(value);
const hasChildren = ({ children }: Shape): boolean =>
  Array.isArray(children) &&
  children.every((item: unknown) => isShape(item) && typeof item.ref === 'string' && isShape(item.fields));
const isKind = (value: unknown): value is IntentKind => (INTENT_KINDS as readonly unknown[]).includes(value);
const isState = (value: unknown): value is Intent['state'] =>
  value !== 'draft' && (INTENT_STATES as readonly unknown[]).includes(value);
const isDetail = (value: unknown): value is Partial<IntentDetail> =>
  isShape(value) &&
  (['candidates', 'conflicts', 'notes', 'preexisting', 'sentVersions', 'agreedCustom'] as const).every(
    (key) => value[key] === undefined || Array.isArray(value[key]),
  ) &&
  (value.reason === undefined || value.reason === null || isShape(value.reason));

/** Parses the JSON of a column and checks it, so that its readers cannot throw. */
const parsed = <T>(column: string, text: SqlValue | undefined, is: (value: unknown) => value is T): T => {
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    throw new UnreadableRowError('unreadable', `${column} is no JSON`);
  }
  return must(column, value, is);
};
const parsedOrNull = <T>(
  column: string,
  text: SqlValue | undefined,
  is: (value: unknown) => value is T,
): T | null => (text === null ? null : parsed(column, text, is));
const must = <T>(column: string, value: unknown, is: (value: unknown) => value is T): T => {
  if (!is(value)) throw new UnreadableRowError('unreadable', `${column} is not what it should be`);
  return value;
};

export const toIntent = (row: SqlRow): Intent => ({
  seq: Number(row.seq),
  id: String(row.id),
  kind: must('kind', row.kind, isKind),
  state: must('state', row.state, isState),
  version: Number(row.version),
  command: parsed('command', row.command, isCommand),
  base: parsedOrNull('base', row.base, isSnapshot),
  fingerprint: String(row.fingerprint),
  realId: row.real_id === null ? null : String(row.real_id),
  held: row.held === 1,
  sendNow: row.send_now === 1,
  needsUser: row.needs_user === 1,
  notBefore: Number(row.not_before),
  tries: Number(row.tries),
  detail: { ...emptyDetail(), ...parsed('detail', row.detail, isDetail) },
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

/** A version of an intent's command, with its base. */
export interface CommandVersion {
  command: Command;
  base: Snapshot | null;
  /** When the version was made. */
  at: number;
}
export const toVersion = (row: SqlRow): CommandVersion => ({
  command: parsed('command', row.command, isCommand),
  base: parsedOrNull('base', row.base, isSnapshot),
  at: Number(row.at),
});

/** An entry of the append-only ledger. `attempt` numbers the attempts of one intent from 1. */
export interface LedgerEntry {
  seq: number;
  intentId: string;
  attempt: number | null;
  event: string;
  at: number;
  serverAt: string | null;
  facts: Record<string, unknown>;
}

/** What a ledger entry says about the intent's row after the change: `facts.row`. */
export interface WrittenRow {
  state: Intent['state'];
  version: number;
  held: number;
}

/** A ledger entry that is to be written. */
export interface NewLedgerEntry {
  /** When it happened; now by default. */
  at?: number;
  attempt?: number | null;
  event: string;
  serverAt?: string | null;
  facts?: Record<string, unknown>;
}
/** `needs`: the parent's record must exist first; `after`: order only. */
export interface Parent {
  id: string;
  strength: 'needs' | 'after';
}

export const toLedgerEntry = (row: SqlRow): LedgerEntry => ({
  seq: Number(row.seq),
  intentId: String(row.intent_id),
  attempt: row.attempt === null ? null : Number(row.attempt),
  event: String(row.event),
  at: Number(row.at),
  serverAt: row.server_at === null ? null : String(row.server_at),
  facts: parsed('facts', row.facts, isShape),
});

/** The placeholder for an unreadable entry in the history. */
export const unreadableEntry = (row: SqlRow): LedgerEntry => ({
  seq: Number(row.seq),
  intentId: String(row.intent_id),
  attempt: null,
  event: 'unreadable',
  at: Number(row.at),
  serverAt: null,
  facts: {},
});

export const toDraft = (row: SqlRow): Draft => ({
  id: String(row.id),
  kind: must('kind', row.kind, isKind),
  target: row.target === null ? null : String(row.target),
  form: parsed('form', row.form, isAnything),
  base: parsedOrNull('base', row.base, isSnapshot),
  intentId: row.intent_id === null ? null : String(row.intent_id),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});
