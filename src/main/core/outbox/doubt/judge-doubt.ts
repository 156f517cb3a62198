/**
 * What a read proves about an attempt without a verdict. Pure.
 *
 * A create adopts an id only if the record was absent before the send, was created inside the send window,
 * contradicts nothing that was sent, is claimed by no other intent, and carries evidence that it is ours: the
 * number, the creator our records are made under, or an e-mail where nobody is named as maker (OB13). One
 * such record, or the user decides. Nothing found: what is not money may queue again, only after a complete
 * verified read begun later than the late-commit bound.
 *
 * A field whose forms cannot be compared is unknown: it rules nothing out and proves nothing. What rests on
 * such a field alone is the user's to say (OB51).
 */
import { KIND_TABLES, type Command, type Snapshot } from '#shared/domain/intent';
import { parseServerTime } from '#shared/domain/time';
import { compareSent } from '../compare/compare-sent';
import { compareValues } from '../compare/compare-values';
import type { Candidate } from '#shared/contract/outbox';

export interface Found {
  id: string;
  title: string;
  createdAt: string | null;
  createdBy: string | null;
  /** The one owner it has; a create that names none is owned by its maker (contract E2, E3). */
  ownedBy: string | null;
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
  /** Who the user says they are. */
  selfUserId: string | null;
  /**
   * The user under whom our own records were seen to be made; null until one was. Under client credentials
   * that is the token's account, whoever the user is.
   */
  ownCreator: string | null;
  /** The read was complete and its total held still. */
  verified: boolean;
  lateCommitPassed: boolean;
  money: boolean;
  /** Another intent with the same content may have made two records: the one found may be its duplicate. */
  twinMayHaveTwo: boolean;
}

/** Evidence that needs no creator: a number or e-mail that only this command carries. */
const isKeyed = (command: Command, found: Found): boolean => {
  if (command.fields.serial_id !== undefined && command.fields.serial_id !== '')
    return sameText(found.snapshot.fields.serial_id, command.fields.serial_id);
  // An e-mail is a key only where nothing says who made the record: a colleague may enter the same person.
  if (found.createdBy !== null || found.ownedBy !== null) return false;
  const emails = command.children
    .map((item) => item.fields.email)
    .filter((email) => typeof email === 'string' && email !== '');
  return (
    emails.length > 0 &&
    found.snapshot.hasChildren &&
    emails.every((email) => found.snapshot.children.some((item) => sameText(item.fields.email, email)))
  );
};

const sameText = (a: unknown, b: unknown): boolean =>
  compareValues({}, 'text', a, b) === 'same' && a !== undefined;

/** Made by us, as far as the record names a maker. */
const isMadeBy = (maker: string | null, command: Command, found: Found): boolean =>
  maker !== null &&
  (found.createdBy === null
    ? found.ownedBy === maker && command.fields.user_id === undefined
    : found.createdBy === maker);

/** A create in doubt. */
export const judgeCreate = (evidence: CreateEvidence): Judgement => {
  const from = evidence.windowFrom === null ? undefined : parseServerTime(evidence.windowFrom);
  const possible = evidence.found.flatMap((found) => {
    if (evidence.preexisting.has(found.id) || evidence.claimed(found.id)) return [];
    // Only a creator that ours are known to differ from makes it another's.
    if (found.createdBy !== null && evidence.ownCreator !== null && found.createdBy !== evidence.ownCreator)
      return [];
    const created = found.createdAt === null ? undefined : parseServerTime(found.createdAt);
    if (from !== undefined && created !== undefined && created < from) return [];
    const hit = evidence.sent
      .map((command) => ({ command, agreement: compareSent(command, found.snapshot, new Set()) }))
      .find(({ agreement }) => !agreement.contradicts);
    return hit ? [{ found, ...hit }] : [];
  });
  const maker = evidence.ownCreator ?? evidence.selfUserId;
  const proven = possible.filter(
    ({ found, command, agreement }) =>
      agreement.same.length > 0 && (isMadeBy(maker, command, found) || isKeyed(command, found)),
  );
  const only = proven[0];
  if (only && possible.length === 1 && !evidence.twinMayHaveTwo)
    return { kind: 'adopt', id: only.found.id, children: only.agreement.ids };
  if (possible.length > 0)
    return {
      kind: 'ask',
      candidates: possible.map(({ found, agreement }) => ({
        id: found.id,
        title: found.title,
        createdAt: found.createdAt,
        createdBy: found.createdBy,
        agrees: agreement.agrees,
      })),
    };
  if (!evidence.verified || !evidence.lateCommitPassed) return { kind: 'wait' };
  return evidence.money ? { kind: 'ask', candidates: [] } : { kind: 'absent' };
};

export interface EditEvidence {
  sent: readonly Command[];
  /** What the user saw before the edit; null where nothing was known. */
  base: Snapshot | null;
  /** The record now; null where no read of it exists. */
  now: (Snapshot & { hasChildren: boolean }) | null;
  knownChildren: ReadonlySet<string>;
  lateCommitPassed: boolean;
  money: boolean;
  replaySafe: boolean;
}

interface EditShown {
  verdict: 'shown' | 'unknown' | 'not-shown';
  ids: Map<string, string>;
}

const isEditShown = (
  sent: Command,
  base: Snapshot | null,
  now: Snapshot & { hasChildren: boolean },
  knownChildren: ReadonlySet<string>,
): EditShown => {
  const table = KIND_TABLES[sent.kind].fields;
  const { contradicts, same, unknown, childrenSame, ids } = compareSent(sent, now, knownChildren);
  const isChange = (key: string): boolean =>
    !base ||
    !(key in base.fields) ||
    compareValues(table, key, base.fields[key], sent.fields[key]) !== 'same';
  /** Still as the user saw it: then the edit is not there yet, whatever its form. */
  const isUntouched = (key: string): boolean =>
    base !== null &&
    key in base.fields &&
    compareValues(table, key, base.fields[key], now.fields[key]) === 'same';
  const open = unknown.filter(isChange);
  if (contradicts || open.some(isUntouched)) return { verdict: 'not-shown', ids };
  if (open.length > 0) return { verdict: 'unknown', ids };
  // A required field that goes along unchanged (`pool_id`, contract E3) agrees before the edit as well.
  return { verdict: same.some(isChange) || childrenSame > 0 ? 'shown' : 'not-shown', ids };
};

/**
 * An edit in doubt: either the server shows all of it, or it waits out the bound. It counts as shown only if
 * every changed field that can be read was compared and agrees. Where such a field has moved to a form that
 * cannot be compared, the edit may have arrived: the user says. Where contacts or lines that it adds stand on
 * the record although a field reads otherwise, it has probably arrived and a colleague wrote after it: sent
 * again, it would add them twice, so that is the user's to say too.
 */
export const judgeEdit = (evidence: EditEvidence): Judgement => {
  const { now } = evidence;
  if (now) {
    const latest = evidence.sent.at(-1);
    const shown = latest ? isEditShown(latest, evidence.base, now, evidence.knownChildren) : null;
    if (latest?.target && shown?.verdict === 'shown')
      return { kind: 'adopt', id: latest.target, children: shown.ids };
    if (shown?.verdict === 'unknown') return { kind: 'ask', candidates: [] };
    if (!evidence.lateCommitPassed) return { kind: 'wait' };
    const addedStand =
      !evidence.replaySafe &&
      evidence.sent.some((sent) => compareSent(sent, now, evidence.knownChildren).ids.size > 0);
    return evidence.money || addedStand ? { kind: 'ask', candidates: [] } : { kind: 'absent' };
  }
  if (evidence.money || !evidence.replaySafe) return { kind: 'ask', candidates: [] };
  return evidence.lateCommitPassed ? { kind: 'absent' } : { kind: 'wait' };
};
