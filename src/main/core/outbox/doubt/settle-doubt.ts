/**
 * Read-back of one intent in doubt: reads, judges, and either settles it, waits for a later read, or hands it
 * to the user. `doubtSince` is the service's time of the first read that began after the doubt, so the
 * late-commit bound is measured on the service's clock alone, and a sleeping laptop or a wrong clock cannot
 * shorten it.
 */
import type { Command } from '#shared/domain/intent';
import { parseServerTime } from '#shared/domain/time';
import type { Trouble } from '../../api/classify';
import type { Intent } from '../store/intent-record';
import type { Judgement } from './judge-doubt';
import { advance, type OutboxDesk } from '../outbox-desk';
import { ownCreator } from './own-creator';
import { claimedByOther, mapIds, resolveSent, strayTwin, twiceNote } from '../delivery/sent-versions';
import { readRecord, readServerTime, readSince } from './read-records';

interface Reading {
  judgement: Judgement;
  readAt: string | null;
}

/**
 * One round of read-back. Answers the trouble when the service could not be read; otherwise the intent has
 * been written.
 */
export const settleDoubt = async (desk: OutboxDesk, id: string): Promise<Trouble | null> => {
  const intent = desk.store.get(id);
  if (!intent || intent.state !== 'uncertain') return null;
  const sent = resolveSent(desk, intent);
  // What left and cannot be read any more cannot be looked for: only the user can tell whether it arrived.
  const known = sent.length === intent.detail.sentVersions.length;
  const reading: Reading | Trouble = !known
    ? { judgement: { kind: 'ask', candidates: [] }, readAt: null }
    : intent.command.target === null
      ? await readCreate(desk, intent, sent)
      : await readEdit(desk, intent, sent);
  if ('kind' in reading) return reading;
  const now = desk.store.get(id);
  // The user may have decided meanwhile; then their word stands.
  if (
    !now ||
    now.state !== 'uncertain' ||
    now.detail.sentVersions.length !== intent.detail.sentVersions.length
  )
    return null;
  desk.store.atomically(() => apply(desk, now, reading));
  return null;
};

const apply = (desk: OutboxDesk, intent: Intent, { judgement, readAt }: Reading): void => {
  const detail = { ...intent.detail, doubtSince: intent.detail.doubtSince ?? readAt };
  const entry = { event: 'read-back', serverAt: readAt, facts: { verdict: judgement.kind } };
  switch (judgement.kind) {
    case 'adopt':
      mapIds(desk, intent, judgement.id, judgement.children);
      advance(
        desk,
        intent,
        'found',
        {
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
              ...(desk.parts.mayLandAsDraft(intent.command) ? ['may-be-draft'] : []),
              ...twiceNote(desk, intent),
            ],
          },
        },
        { ...entry, facts: { verdict: 'adopt', realId: judgement.id } },
      );
      return;
    case 'absent':
      advance(
        desk,
        intent,
        'absent',
        { tries: 0, notBefore: 0, detail: { ...detail, doubtSince: null, reason: { code: 'not-arrived' } } },
        entry,
      );
      return;
    case 'ask':
      desk.store.save(
        {
          ...intent,
          needsUser: true,
          detail: { ...detail, candidates: judgement.candidates, reason: { code: 'your-decision' } },
        },
        { ...entry, facts: { verdict: 'ask', candidates: judgement.candidates.map((one) => one.id) } },
      );
      desk.changed(intent.id);
      return;
    case 'wait': {
      const tries = intent.tries + 1;
      desk.store.save(
        {
          ...intent,
          tries,
          notBefore: desk.clock.now() + desk.parts.backoffDelayMs(tries, desk.random.next()),
          detail: { ...detail, waitsBecause: 'doubt' },
        },
        intent.detail.doubtSince === null ? entry : null,
      );
      desk.changed(intent.id);
    }
  }
};

const pastBound = (desk: OutboxDesk, intent: Intent, readAt: string | null): boolean => {
  if (intent.detail.doubtSince === null || readAt === null) return false;
  const [since, now] = [parseServerTime(intent.detail.doubtSince), parseServerTime(readAt)];
  return since !== undefined && now !== undefined && now - since > desk.settings.lateCommitMs;
};

const readCreate = async (
  desk: OutboxDesk,
  intent: Intent,
  sent: readonly Command[],
): Promise<Reading | Trouble> => {
  const read = await readSince(
    desk.gateway,
    sent,
    intent.detail.windowFrom ?? desk.gateway.serverNow(),
    desk.parts.scanWindow,
  );
  if (read.kind === 'trouble') return read.trouble;
  if (read.kind === 'no-read') return { judgement: { kind: 'ask', candidates: [] }, readAt: null };
  const creator = await ownCreator(desk, intent);
  const judgement = desk.parts.judgeCreate({
    sent,
    found: read.found,
    preexisting: new Set(intent.detail.preexisting),
    claimed: (id) => claimedByOther(desk, intent, id),
    windowFrom: intent.detail.windowFrom,
    selfUserId: desk.selfUserId(),
    ownCreator: creator,
    verified: read.verified,
    afterBound: pastBound(desk, intent, read.readAt),
    money: desk.parts.isMoney(intent.command),
    stray: strayTwin(desk, intent),
  });
  return { judgement, readAt: read.readAt };
};

const readEdit = async (
  desk: OutboxDesk,
  intent: Intent,
  sent: readonly Command[],
): Promise<Reading | Trouble> => {
  const target = sent.at(-1)?.target ?? intent.realId;
  const read =
    target === null ? { kind: 'no-read' as const } : await readRecord(desk.gateway, intent.kind, target);
  if (read.kind === 'trouble') return read.trouble;
  let readAt = read.kind === 'no-read' ? null : read.readAt;
  if (read.kind === 'no-read') {
    const time = await readServerTime(desk.gateway);
    if (time.kind === 'trouble') return time.trouble;
    readAt = time.now;
  }
  const judgement = desk.parts.judgeEdit({
    sent,
    base: intent.base,
    now: read.kind === 'found' ? read.snapshot : null,
    knownChildren: new Set(intent.detail.preexisting),
    afterBound: pastBound(desk, intent, readAt),
    money: desk.parts.isMoney(intent.command),
    replaySafe: desk.parts.isReplaySafe(intent.command),
  });
  return { judgement, readAt };
};
