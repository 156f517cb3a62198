/**
 * Settles one intent in doubt: it reads, judges, and then settles the intent, waits for a later read, or asks
 * the user. `doubtSince` is the service's time of the first read that began after the doubt. The late-commit bound
 * ends only when the service's clock and this computer's clock have both passed it: one of the two may be set forward
 * meanwhile, or the laptop may sleep.
 */
import type { Command } from '#shared/domain/intent';
import { parseServerTime } from '#shared/domain/time';
import type { Trouble } from '../../api/classify-read';
import { childrenBefore, type Intent } from '../store/intent-record';
import type { Judgement } from './judge-doubt';
import { advance, type OutboxContext } from '../outbox-context';
import { ownCreator } from './own-creator';
import { changedSinceSent, insertChangedSince, standing } from '../delivery/changed-since';
import {
  claimedByOther,
  madeUntil,
  mapIds,
  resolveSent,
  seenBeforeAttempts,
  seenUnderRealIds,
  sentAttempts,
  twinMayHaveTwo,
  twiceNote,
} from '../delivery/sent-versions';
import { before, readRecord, readServerTime, readSince } from './read-records';

interface Reading {
  judgement: Judgement;
  readAt: string | null;
  /** `IntentDetail.searchFrom` from now on. */
  searchFrom?: string | null;
}

/**
 * Makes one round of read-back. Returns the trouble if the service could not be read; otherwise the intent
 * has been written.
 */
export const settleDoubt = async (context: OutboxContext, id: string): Promise<Trouble | null> => {
  const intent = context.store.get(id);
  if (!intent || intent.state !== 'uncertain') return null;
  const reading = await readSent(context, intent);
  if ('kind' in reading) return reading;
  const now = context.store.get(id);
  // The user may have decided meanwhile; then that decision counts.
  if (
    !now ||
    now.state !== 'uncertain' ||
    now.detail.sentVersions.length !== intent.detail.sentVersions.length
  )
    return null;
  context.store.atomically(() => apply(context, now, reading));
  return null;
};

const apply = (context: OutboxContext, intent: Intent, { judgement, readAt, searchFrom }: Reading): void => {
  const detail = {
    ...intent.detail,
    doubtSince: doubtSinceOf(intent, readAt),
    doubtClock: doubtClockOf(context, intent, readAt),
    searchFrom: searchFrom ?? intent.detail.searchFrom,
  };
  const entry = { event: 'read-back', serverAt: readAt, facts: { verdict: judgement.kind } };
  switch (judgement.kind) {
    case 'adopt': {
      mapIds(context, intent, judgement.id, judgement.children);
      const since = changedSinceSent(context, intent, intent.detail.sentVersions[judgement.attempt]);
      const stands = standing(intent, since);
      advance(
        context,
        intent,
        'found',
        {
          ...stands.patch,
          realId: judgement.id,
          needsUser: false,
          tries: 0,
          sendNow: false,
          detail: {
            ...detail,
            candidates: [],
            appliedAt: readAt,
            reason: null,
            notes: [
              ...detail.notes,
              'proved-by-read-back',
              ...(context.parts.mayLandAsDraft(intent.command) ? ['may-be-draft'] : []),
              ...twiceNote(context, intent),
              ...stands.notes,
            ],
          },
        },
        { ...entry, facts: { verdict: 'adopt', realId: judgement.id, ...stands.facts } },
      );
      insertChangedSince(context, intent, since);
      return;
    }
    case 'absent':
      advance(
        context,
        intent,
        'absent',
        { tries: 0, notBefore: 0, detail: { ...detail, doubtSince: null, reason: { code: 'not-arrived' } } },
        entry,
      );
      return;
    case 'ask':
      context.store.save(
        {
          ...intent,
          needsUser: true,
          detail: { ...detail, candidates: judgement.candidates, reason: { code: 'your-decision' } },
        },
        { ...entry, facts: { verdict: 'ask', candidates: judgement.candidates.map((one) => one.id) } },
      );
      context.changed(intent.id);
      return;
    case 'wait': {
      const tries = intent.tries + 1;
      context.store.save(
        {
          ...intent,
          tries,
          notBefore: context.clock.now() + context.parts.backoffDelayMs(tries, context.random.next()),
          detail: { ...detail, waitsBecause: 'doubt' },
        },
        intent.detail.doubtSince === null ? entry : null,
      );
      context.changed(intent.id);
    }
  }
};

/**
 * If the service's time is before the beginning of the doubt, its part of the bound begins again: the service's clock
 * was set back, or the beginning was computed from a wrong clock of this computer.
 */
const doubtSinceOf = ({ detail: { doubtSince } }: Intent, readAt: string | null): string | null =>
  doubtSince === null || (readAt !== null && readAt < doubtSince) ? readAt : doubtSince;

/**
 * If the clock of this computer was set back, its part of the bound begins again. Otherwise the bound might last for
 * years.
 */
const doubtClockOf = (
  { clock }: OutboxContext,
  { detail: { doubtSince, doubtClock } }: Intent,
  readAt: string | null,
): number | null => {
  const now = clock.now();
  if (doubtSince === null) return readAt === null ? null : now;
  return doubtClock === null || doubtClock > now ? now : doubtClock;
};

/** When a read began, by the clock of the service and by that of this computer (epoch ms). */
interface Begun {
  readAt: string | null;
  clockAt: number;
}

const lateCommitPassed = (
  { settings: { lateCommitMs } }: OutboxContext,
  { detail: { doubtSince, doubtClock } }: Intent,
  { readAt, clockAt }: Begun,
): boolean => {
  if (doubtSince === null || doubtClock === null || readAt === null) return false;
  const [since, now] = [parseServerTime(doubtSince), parseServerTime(readAt)];
  return (
    since !== undefined &&
    now !== undefined &&
    now - since > lateCommitMs &&
    clockAt - doubtClock > lateCommitMs
  );
};

const readSent = async (context: OutboxContext, intent: Intent): Promise<Reading | Trouble> => {
  const sent = resolveSent(context, intent);
  // If a sent version can no longer be read, its record cannot be searched for. Only the user can find out whether it
  // arrived.
  if (sent.length !== intent.detail.sentVersions.length)
    return { judgement: { kind: 'ask', candidates: [] }, readAt: null };
  return intent.command.target === null
    ? await readCreate(context, intent, sent)
    : await readEdit(context, intent, sent);
};

/** A smaller set-back needs no earlier search, because the send window begins a minute before the send. */
const LEAST_SET_BACK_MS = 45_000;
/** If the difference is larger, the clock of this computer was more likely set. */
const MOST_SET_BACK_MS = 86_400_000;

/**
 * Where the search begins if the service's clock was set back since the send; null if it was not. The record may then
 * seem older than the send, by as much as the clock was set back. The clock may have been corrected again since.
 */
const searchFromOf = (
  context: OutboxContext,
  { detail: { windowFrom, windowClock, searchFrom } }: Intent,
  readAt: string | null,
): string | null => {
  const [from, at] = [windowFrom, readAt].map((time) => (time === null ? undefined : parseServerTime(time)));
  if (windowFrom === null || windowClock === null || from === undefined || at === undefined)
    return searchFrom;
  const setBackMs = context.clock.now() - windowClock - (at - from);
  if (setBackMs < LEAST_SET_BACK_MS) return searchFrom;
  const found = before(windowFrom, Math.min(setBackMs, MOST_SET_BACK_MS));
  return searchFrom !== null && searchFrom < found ? searchFrom : found;
};

/** After so many reads without a time of the service, about an hour, the time known from other answers counts. */
const MOST_TRIES = 20;

/** The service's time of a read. Some answers do not tell it; earlier answers of other endpoints do. */
const timeOf = ({ gateway }: OutboxContext, now: string | null): string => now ?? gateway.serverNow();

const readCreate = async (
  context: OutboxContext,
  intent: Intent,
  sent: readonly Command[],
): Promise<Reading | Trouble> => {
  let clockAt = 0;
  const since = (from: string) => {
    clockAt = context.clock.now();
    return readSince(context.gateway, sent, from, context.parts.scanWindow);
  };
  const sentFrom = intent.detail.windowFrom;
  const known = intent.detail.searchFrom;
  let read = await since(known ?? sentFrom ?? context.gateway.serverNow());
  const searchFrom = read.kind === 'found' ? searchFromOf(context, intent, read.readAt) : known;
  if (searchFrom !== null && searchFrom !== known) read = await since(searchFrom);
  if (read.kind === 'trouble') return read.trouble;
  if (read.kind === 'no-read') return { judgement: { kind: 'ask', candidates: [] }, readAt: null };
  const readAt = timeOf(context, read.readAt);
  const creator = await ownCreator(context, intent);
  const from = searchFrom ?? sentFrom;
  const judgement = context.parts.judgeCreate({
    sent,
    found: read.found,
    altered: read.altered,
    preexisting: new Set(intent.detail.preexisting),
    claimed: (id) => claimedByOther(context, intent, id),
    windowFrom: from,
    sentFrom,
    madeUntil: madeUntil(context, intent),
    selfUserId: context.selfUserId(),
    ownCreator: creator,
    // A search that begins after the current time of the service proves nothing.
    verified: read.verified && (from === null || from <= readAt),
    lateCommitPassed: lateCommitPassed(context, intent, { readAt, clockAt }),
    readsBefore: intent.tries,
    money: context.parts.isMoney(intent.command),
    twinMayHaveTwo: twinMayHaveTwo(context, intent),
  });
  return { judgement, readAt, searchFrom };
};

const readEdit = async (
  context: OutboxContext,
  intent: Intent,
  sent: readonly Command[],
): Promise<Reading | Trouble> => {
  const clockAt = context.clock.now();
  const target = sent.at(-1)?.target ?? intent.realId;
  const read =
    target === null ? { kind: 'no-read' as const } : await readRecord(context.gateway, intent.kind, target);
  if (read.kind === 'trouble') return read.trouble;
  const time =
    read.kind === 'no-read'
      ? await readServerTime(context.gateway)
      : { kind: 'time' as const, now: read.readAt, mayPass: false };
  if (time.kind === 'trouble') return time.trouble;
  // A time that is computed from this computer's clock cannot serve as the second clock (ADR 3). So wait for an answer
  // that has the service's time.
  const readAt = time.mayPass && intent.tries < MOST_TRIES ? null : timeOf(context, time.now);
  const judgement = context.parts.judgeEdit({
    sent,
    saved: sentAttempts(context, intent).map((one) => one.saved),
    base: seenUnderRealIds(context, intent.base),
    now: read.kind === 'found' ? read.snapshot : null,
    // If the record could not be read before the first attempt, its children as the user saw them count as known.
    knownChildren: new Set([
      ...childrenBefore(intent),
      ...(seenBeforeAttempts(context, intent)?.children ?? []).map(({ ref }) => ref),
    ]),
    lateCommitPassed: lateCommitPassed(context, intent, { readAt, clockAt }),
    money: context.parts.isMoney(intent.command),
    replaySafe: context.parts.isReplaySafe(intent.command),
  });
  return { judgement, readAt };
};
