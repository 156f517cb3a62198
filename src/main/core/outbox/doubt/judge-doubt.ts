/**
 * What a read proves about an attempt without a verdict. Pure.
 *
 * A create adopts a record only if the record was absent before the send, was created inside the send window,
 * contradicts nothing that was sent, is claimed by no other intent, and carries evidence that it is ours: the
 * number, the creator of our records, or an e-mail if the record names no creator or owner (OB13). If there
 * is not exactly one such record, the user decides.
 *
 * If nothing is found, a create that is not money may queue again, but only after a complete verified read that
 * began after the late-commit bound. If no read can be verified, the user decides. The user also decides if there
 * is a new record of ours that was changed after it was created, because a colleague may have changed what was sent, or
 * one that has the same name, because the service may have changed it.
 *
 * A field whose forms cannot be compared is unknown: it excludes nothing and proves nothing. If a decision
 * depends on such a field alone, the user decides (OB51).
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import { childKey, sameChild } from '#shared/domain/child-key';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { parseServerTime } from '#shared/domain/time';
import { valueText } from '#shared/domain/value-text';
import { allocationsLike, compareSent } from '../compare/compare-sent';
import { compareValues, emailOf } from '../compare/compare-values';
import type { Candidate } from '#shared/contract/outbox-item';

export interface Found {
  id: string;
  title: string;
  createdAt: string | null;
  createdBy: string | null;
  /** The single owner of the record. A create without an owner is owned by its creator (contract E2, E3). */
  ownedBy: string | null;
  /** The record was changed after it was created. */
  isChanged: boolean;
  snapshot: Snapshot & { hasChildren: boolean };
}

export type Judgement =
  /** `attempt`: the place of the command in `sent` that the record shows. */
  | { kind: 'adopt'; id: string; children: Map<string, string>; attempt: number }
  | { kind: 'absent' }
  | { kind: 'wait' }
  | { kind: 'ask'; candidates: Candidate[] };

export interface CreateEvidence {
  /** Every version that was sent, with references resolved. */
  sent: readonly Command[];
  found: readonly Found[];
  /**
   * Records whose list entry contradicts what was sent, but which may be ours: they were changed after they were
   * created, or they have the number or the name that was sent.
   */
  altered: readonly Found[];
  preexisting: ReadonlySet<string>;
  claimed: (id: string) => boolean;
  /** Records that were made before this server time are not looked at. */
  windowFrom: string | null;
  /**
   * Server time before the first send. If the service's clock was set back since, the window begins earlier, and
   * a record that was made before this time may be ours or older than the send.
   */
  sentFrom: string | null;
  /** The signed-in user of this account. */
  selfUserId: string | null;
  /**
   * The creator that the service records for our creates; null until one was seen. Under client credentials
   * it is the account of the token, not the user.
   */
  ownCreator: string | null;
  /**
   * No attempt arrives after this server time; null if unknown. If a record was made later and contradicts what was
   * sent, somebody else made it. If it fits, the user may have entered it elsewhere, so the user is asked.
   */
  madeUntil: string | null;
  /** The read was complete and its total did not change. */
  verified: boolean;
  lateCommitPassed: boolean;
  /** How often a read was tried before this one. None of them settled the attempt. */
  readsBefore: number;
  money: boolean;
  /**
   * Another intent with the same content may have made two records, so the found record may be its duplicate.
   */
  twinMayHaveTwo: boolean;
}

/** Evidence that needs no creator: a number or e-mail that only this command carries. */
const isKeyed = (command: Command, found: Found): boolean => {
  if (command.fields.serial_id !== undefined && command.fields.serial_id !== '')
    return sameText(found.snapshot.fields.serial_id, command.fields.serial_id);
  // An e-mail is evidence only if the record names no creator or owner: a colleague may enter the same
  // person.
  if (found.createdBy !== null || found.ownedBy !== null) return false;
  const emails = command.children
    .map((item) => item.fields.email)
    .filter((email) => typeof email === 'string' && email !== '');
  return (
    emails.length > 0 &&
    found.snapshot.hasChildren &&
    emails.every((email) =>
      found.snapshot.children.some((item) => emailOf(item.fields.email) === emailOf(email)),
    )
  );
};

const sameText = (a: unknown, b: unknown): boolean =>
  compareValues({}, 'text', a, b) === 'same' && a !== undefined;

/** Returns true if the record has the name that was sent. */
export const hasNameOf = ({ fields }: Command, found: Snapshot): boolean =>
  valueText(fields.name) !== '' && sameText(found.fields.name, fields.name);

/** The fields that name the owner of a new record. */
const OWNER_FIELDS = ['user_id', 'main_user'] as const;

/**
 * Returns true if the record names `maker` as its creator. If it names no creator, its owner counts, unless the
 * command itself names the owner.
 */
const isMadeBy = (maker: string | null, command: Command, found: Found): boolean =>
  maker !== null &&
  (found.createdBy === null
    ? found.ownedBy === maker && OWNER_FIELDS.every((key) => command.fields[key] === undefined)
    : found.createdBy === maker);

/**
 * Returns true unless the record names somebody else as its creator or owner. While the creator of our records is
 * unknown, any creator may be ours: it may be the account of the token.
 */
const mayBeOurs = (ownCreator: string | null, command: Command, found: Found): boolean =>
  ownCreator === null ||
  (found.createdBy === null && found.ownedBy === null) ||
  isMadeBy(ownCreator, command, found) ||
  isKeyed(command, found);

/**
 * A total may count records that the list does not show. Then no read is ever verified, and after so many reads,
 * about an hour, the user decides.
 */
const MOST_UNVERIFIED = 20;

/** The number of values and of contacts or lines that the record shows. */
const shownOf = ({ same, childrenSame }: ReturnType<typeof compareSent>): number =>
  same.length + childrenSame;

/**
 * Several attempts may fit a record equally well. Returns the earliest one with the same contacts and lines as the
 * latest. Such attempts differ only in what the service does not show, and it is harmless to send that again. With
 * other contacts, a contact could be added twice.
 */
const earliestAlike = <T extends { command: Command }>(fits: readonly T[]): T | undefined => {
  const refsOf = ({ command }: T): string => command.children.map(({ ref }) => ref).join();
  const latest = fits.at(-1);
  return latest && fits.find((one) => refsOf(one) === refsOf(latest));
};

/** Judges a create in doubt. */
export const judgeCreate = (evidence: CreateEvidence): Judgement => {
  const isMadeSince = ({ createdAt }: Found, time: string | null): boolean => {
    const from = time === null ? undefined : parseServerTime(time);
    const created = createdAt === null ? undefined : parseServerTime(createdAt);
    return from === undefined || created === undefined || created >= from;
  };
  const isMadeTooLate = (found: Found): boolean =>
    evidence.madeUntil !== null && found.createdAt !== null && isMadeSince(found, evidence.madeUntil);
  const isNew = (found: Found): boolean => {
    if (evidence.preexisting.has(found.id) || evidence.claimed(found.id)) return false;
    // A record has another creator only if the creator of our records is known.
    if (found.createdBy !== null && evidence.ownCreator !== null && found.createdBy !== evidence.ownCreator)
      return false;
    return isMadeSince(found, evidence.windowFrom);
  };
  const possible = evidence.found.flatMap((found) => {
    if (!isNew(found)) return [];
    const fits = evidence.sent
      .map((command) => ({ command, agreement: compareSent(command, found.snapshot, new Set()) }))
      .filter(({ agreement }) => !agreement.contradicts);
    const most = Math.max(...fits.map(({ agreement }) => shownOf(agreement)));
    const hit = earliestAlike(fits.filter(({ agreement }) => shownOf(agreement) === most));
    return hit ? [{ found, ...hit }] : [];
  });
  const maker = evidence.ownCreator ?? evidence.selfUserId;
  const proven = possible.filter(
    ({ found, command, agreement }) =>
      isMadeSince(found, evidence.sentFrom) &&
      !isMadeTooLate(found) &&
      agreement.same.length > 0 &&
      (isMadeBy(maker, command, found) || isKeyed(command, found)),
  );
  const only = proven[0];
  if (only && possible.length === 1 && !evidence.twinMayHaveTwo)
    return {
      kind: 'adopt',
      id: only.found.id,
      children: only.agreement.ids,
      attempt: evidence.sent.indexOf(only.command),
    };
  if (possible.length > 0)
    return {
      kind: 'ask',
      candidates: possible.map(({ found, agreement }) => candidateOf(found, agreement.agrees)),
    };
  if (!evidence.lateCommitPassed) return { kind: 'wait' };
  if (!evidence.verified && evidence.readsBefore < MOST_UNVERIFIED) return { kind: 'wait' };
  // No record of `found` agrees at this point. A changed one may be ours: its details may contradict the attempt
  // although its list item does not. So may one with the same name: the service may store other values than were sent.
  const mayDiffer = ({ isChanged, snapshot }: Found): boolean =>
    isChanged || evidence.sent.some((command) => hasNameOf(command, snapshot));
  const altered = [...evidence.altered, ...evidence.found.filter(mayDiffer)].filter(
    (found) =>
      isNew(found) &&
      !isMadeTooLate(found) &&
      evidence.sent.some((command) => mayBeOurs(evidence.ownCreator, command, found)),
  );
  return evidence.money || altered.length > 0 || !evidence.verified
    ? { kind: 'ask', candidates: altered.map((found) => candidateOf(found, false)) }
    : { kind: 'absent' };
};

const candidateOf = ({ id, title, createdAt, createdBy }: Found, agrees: Candidate['agrees']): Candidate => ({
  id,
  title,
  createdAt,
  createdBy,
  agrees,
});

export interface EditEvidence {
  sent: readonly Command[];
  /**
   * The versions of `sent` as the user saved them. A merge copies values of the record into what is sent. Such values
   * agree also if the edit has not arrived, so they prove nothing.
   */
  saved?: readonly Command[];
  /** What the user saw before the edit; null if nothing was known. */
  base: Snapshot | null;
  /** The current record; null if it cannot be read. */
  now: (Snapshot & { hasChildren: boolean }) | null;
  knownChildren: ReadonlySet<string>;
  lateCommitPassed: boolean;
  money: boolean;
  replaySafe: boolean;
}

/**
 * The contacts and lines that an edit changes, each with the changed fields only. An edit of an invoice names all
 * lines, most of them unchanged. Unchanged ones agree also if the edit has not arrived, so they prove nothing. An
 * allocation has no id, so it is evidence only if the receipt has more equal allocations than before.
 */
const changedChildren = (
  { kind, children }: Command,
  base: Snapshot | null,
  now: Snapshot,
): Command['children'] => {
  if (base === null) return children;
  const table = KIND_TABLES[kind].children;
  const isSame = (key: string, before: Record<string, unknown>, fields: Record<string, unknown>): boolean =>
    key in before && compareValues(table, key, before[key], fields[key]) === 'same';
  return children.flatMap((item) => {
    if (kind === 'receipt') {
      const earlier = allocationsLike(base, item.fields);
      return earlier > 0 && allocationsLike(now, item.fields) <= earlier ? [] : [item];
    }
    const before = item.remove ? undefined : sameChild(kind, base.children, item)?.fields;
    if (before === undefined) return [item];
    const changed = Object.keys(item.fields).filter((name) => !isSame(name, before, item.fields));
    const key = childKey(kind, item.fields);
    const shown = now.children.find(
      ({ ref, fields }) => ref === item.ref || (key !== '' && childKey(kind, fields) === key),
    );
    if (shown === undefined || !changed.some((name) => name in shown.fields)) return [];
    // The e-mail names the contact of a lead (contract E2).
    const named = kind === 'lead' ? ['email', ...changed] : changed;
    return [
      {
        ...item,
        fields: Object.fromEntries(Object.entries(item.fields).filter(([name]) => named.includes(name))),
      },
    ];
  });
};

interface EditShown {
  verdict: 'shown' | 'unknown' | 'not-shown';
  ids: Map<string, string>;
}

const isEditShown = (
  { sent, saved }: { sent: Command; saved: Command | undefined },
  base: Snapshot | null,
  now: Snapshot & { hasChildren: boolean },
  knownChildren: ReadonlySet<string>,
): EditShown => {
  const table = KIND_TABLES[sent.kind].fields;
  const { contradicts, same, unknown, ids } = compareSent(sent, now, knownChildren);
  const changes = { ...sent, fields: {}, children: changedChildren(sent, base, now) };
  const { childrenSame } = compareSent(changes, now, knownChildren);
  const mine = (saved ?? sent).fields;
  /**
   * `key` may be a custom field, which always counts. A field of the table counts only if the user saved it with a new
   * value.
   */
  const isChange = (key: string): boolean =>
    !(key in sent.fields) ||
    (key in mine &&
      (!base || !(key in base.fields) || compareValues(table, key, base.fields[key], mine[key]) !== 'same'));
  /** Returns true if the field still has the value that the user saw: then the edit has not arrived. */
  const isUntouched = (key: string): boolean =>
    base !== null &&
    key in base.fields &&
    compareValues(table, key, base.fields[key], now.fields[key]) === 'same';
  const open = unknown.filter(isChange);
  if (contradicts || open.some(isUntouched)) return { verdict: 'not-shown', ids };
  if (open.length > 0) return { verdict: 'unknown', ids };
  // A required field that is sent unchanged (`pool_id`, contract E3) agrees also if the edit has not arrived, so it
  // proves nothing.
  return { verdict: same.some(isChange) || childrenSame > 0 ? 'shown' : 'not-shown', ids };
};

/**
 * Judges an edit in doubt. If the server shows all of it, it has arrived; otherwise it waits for the late-commit bound.
 * It counts as shown only if every changed field that can be read was compared and agrees. The user decides in two
 * cases. A changed field now has a format that cannot be compared: the edit may have arrived. Or the record has
 * contacts or lines that the edit adds, but another field differs: the edit has probably arrived, a colleague changed
 * the record later, and a second push would add them twice.
 */
export const judgeEdit = (evidence: EditEvidence): Judgement => {
  const { now } = evidence;
  if (now) {
    const latest = evidence.sent.at(-1);
    const saved = evidence.saved?.at(-1);
    const shown = latest
      ? isEditShown({ sent: latest, saved }, evidence.base, now, evidence.knownChildren)
      : null;
    if (latest?.target && shown?.verdict === 'shown')
      return { kind: 'adopt', id: latest.target, children: shown.ids, attempt: evidence.sent.length - 1 };
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
