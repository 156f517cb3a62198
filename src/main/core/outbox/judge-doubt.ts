/**
 * What a read proves about an attempt without a verdict. Pure; the rules of design "Read-back": adopt an id
 * only if it was absent before the send, was created inside the send window, by us where a creator is named,
 * agrees with what was sent in every readable field, and no other intent claims it. One such record, or the
 * user decides. Nothing found: what is not money may queue again, only after a complete verified read begun
 * later than the late-commit bound.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import { parseServerTime } from '#shared/domain/time';
import { compareSent } from './compare-sent';
import type { Candidate } from './intent-record';

export interface Found {
  id: string;
  title: string;
  createdAt: string | null;
  createdBy: string | null;
  /** The one owner it has; a create that names none is owned by its maker (contract E2, E3). */ ownedBy:
    | string
    | null;
  snapshot: Snapshot & { hasChildren: boolean };
}

export type Judgement =
  | { kind: 'adopt'; id: string; children: Map<string, string> }
  | { kind: 'absent' }
  | { kind: 'wait' }
  | { kind: 'ask'; candidates: Candidate[] };

export interface CreateEvidence {
  /** Every payload version that was sent, references resolved. */
  sent: readonly Command[];
  found: readonly Found[];
  preexisting: ReadonlySet<string>;
  claimed: (id: string) => boolean;
  /** Server time before the first send. */
  windowFrom: string | null;
  selfUserId: string | null;
  /** The read was complete and its total held still. */
  verified: boolean;
  afterBound: boolean;
  money: boolean;
  /** Another intent that reads the same may have made two: a record found may be its second. */
  stray: boolean;
}

/** Evidence that needs no creator: a number or e-mail that only this command carries. */
const isKeyed = (command: Command, found: Found): boolean => {
  if (command.fields.serial_id !== undefined && command.fields.serial_id !== '')
    return found.snapshot.fields.serial_id === command.fields.serial_id;
  // An e-mail is a key only where nothing says who made the record: a colleague may enter the same person.
  if (found.createdBy !== null || found.ownedBy !== null) return false;
  const emails = command.children
    .map((item) => item.fields.email)
    .filter((email) => typeof email === 'string' && email !== '');
  return (
    emails.length > 0 &&
    found.snapshot.hasChildren &&
    emails.every((email) => found.snapshot.children.some((item) => item.fields.email === email))
  );
};

const isMadeBy = (self: string | null, command: Command, found: Found): boolean =>
  self !== null &&
  (found.createdBy === null
    ? found.ownedBy === self && command.fields.user_id === undefined
    : found.createdBy === self);

/** A create in doubt. */
export const judgeCreate = (evidence: CreateEvidence): Judgement => {
  const from = evidence.windowFrom === null ? undefined : parseServerTime(evidence.windowFrom);
  const possible = evidence.found.flatMap((found) => {
    if (evidence.preexisting.has(found.id) || evidence.claimed(found.id)) return [];
    if (found.createdBy !== null && evidence.selfUserId !== null && found.createdBy !== evidence.selfUserId)
      return [];
    const created = found.createdAt === null ? undefined : parseServerTime(found.createdAt);
    if (from !== undefined && created !== undefined && created < from) return [];
    const hit = evidence.sent
      .map((command) => ({ command, agreement: compareSent(command, found.snapshot, new Set()) }))
      .find(({ agreement }) => agreement.agrees);
    return hit ? [{ found, ...hit }] : [];
  });
  const proven = possible.filter(
    ({ found, command }) => isMadeBy(evidence.selfUserId, command, found) || isKeyed(command, found),
  );
  const only = proven[0];
  if (only && possible.length === 1 && !evidence.stray)
    return { kind: 'adopt', id: only.found.id, children: only.agreement.ids };
  if (possible.length > 0)
    return {
      kind: 'ask',
      candidates: possible.map(({ found }) => ({
        id: found.id,
        title: found.title,
        createdAt: found.createdAt,
        createdBy: found.createdBy,
        agrees: true,
      })),
    };
  if (!evidence.verified || !evidence.afterBound) return { kind: 'wait' };
  return evidence.money ? { kind: 'ask', candidates: [] } : { kind: 'absent' };
};

export interface EditEvidence {
  sent: readonly Command[];
  /** The record now; null where no read of it exists. */
  now: (Snapshot & { hasChildren: boolean }) | null;
  knownChildren: ReadonlySet<string>;
  afterBound: boolean;
  money: boolean;
  replaySafe: boolean;
}

/**
 * An edit in doubt: either the server shows all of it, or it waits out the bound. Where contacts or lines
 * that it adds stand on the record although a field reads otherwise, it has probably arrived and a colleague
 * wrote after it: sent again, it would add them twice, so that is the user's to say.
 */
export const judgeEdit = (evidence: EditEvidence): Judgement => {
  const { now } = evidence;
  if (now) {
    const latest = evidence.sent.at(-1);
    const agreement = latest && compareSent(latest, now, evidence.knownChildren);
    if (latest?.target && agreement?.agrees)
      return { kind: 'adopt', id: latest.target, children: agreement.ids };
    if (!evidence.afterBound) return { kind: 'wait' };
    const addedStand =
      !evidence.replaySafe &&
      evidence.sent.some((sent) => compareSent(sent, now, evidence.knownChildren).ids.size > 0);
    return evidence.money || addedStand ? { kind: 'ask', candidates: [] } : { kind: 'absent' };
  }
  if (evidence.money || !evidence.replaySafe) return { kind: 'ask', candidates: [] };
  return evidence.afterBound ? { kind: 'absent' } : { kind: 'wait' };
};
