/**
 * Restores at the start what the journal knows and the database does not (ADR 9).
 *
 * Guarantees: nothing that is restored is sent by itself. Waiting intents are restored as held, intents that
 * may have been sent as in doubt; a verdict counts. If an intent's last ledger row is not earlier than its
 * last journal entry, the database wins. If the database is older than the journal, everything that waits in
 * it is held. If only the row of an intent is older than its ledger (`old-row.ts`), the journal wins, and what
 * the journal does not know is held or in doubt. The recovery is one transaction and idempotent.
 */
import { withNote, type asRescued } from './as-rescued';
import { verdictOf } from '../edits/verdict';
import { errorCodeOf } from '../../error-code';
import { type Intent, OLDER_CONTENT } from '../store/intent-record';
import {
  intentOf,
  knownIntents,
  type JournalEntry,
  type KnownIntent,
  type ReadJournal,
} from './journal-entry';
import { versionBefore } from '../store/merged-versions';
import { COPY_MARK } from '../store/open-outbox-database';
import type { Operations } from '../store/operations';
import { hasLostWrite, isOldRow, lastRowOf, withLatestVersion } from './old-row';
import type { OutboxStore } from '../store/outbox-store';
import { isSettled } from '../state-machine';
import { RESTORE_REPORT_KEY, withEarlier, type Rescue } from './rescue-report';
import { isDecided, recordDecisions } from './recover-decisions';
import { bringDraftsBack, draftsBehind, outnumber } from './recover-drafts';

const whyOf = ({
  isCopy,
  isOlder,
  wasEmpty,
}: Record<'isCopy' | 'isOlder' | 'wasEmpty', boolean>): Rescue['why'] => {
  if (isCopy) return 'copy';
  if (!isOlder) return 'cut';
  return wasEmpty ? 'missing' : 'older';
};

interface RecoverOptions {
  store: OutboxStore;
  operations: Operations;
  journal: ReadJournal;
  /** Lines that cannot be read. */
  damaged: number;
  isNew: boolean;
  /** The rows were copied from a damaged file. */
  isSalvaged: boolean;
  isOldFile: boolean;
  parts: { asRescued: typeof asRescued };
}

/** Returns null if there is nothing to restore. Throws disk errors. */
export const recoverFromJournal = (options: RecoverOptions): Rescue | null => {
  const { store, journal } = options;
  const isCopy = (store.meta(COPY_MARK) ?? '') !== '';
  const last = store.lastEntry();
  const beyond = new Set(journal.entries.filter(({ at }) => at > last).map(({ tx }) => tx));
  const lost = options.damaged + journal.bad;
  // The journal of a new database is empty. If it has lines, readable or not, an earlier database is missing.
  const hasEntries = lost + journal.entries.length + journal.drafts.length > 0;
  const isMissing = options.isNew && last === 0 && hasEntries;
  const isOlder =
    options.isOldFile || isMissing || beyond.size > 1 || (journal.head !== null && journal.head.at > last);
  const known = knownIntents(journal.entries);
  // Paused if the database or the journal says so. If that is wrong, the user sees the pause and can end it.
  if (journal.isPaused && !store.isPaused()) store.setPaused(true);
  mendVersions(store, known);
  mendIds(options, known);
  const behind = [...known.values()].filter((one) => isBehind(store, one));
  const old = store.list().filter((one) => !isSettled(one.state) && hasLostWrite(store, one));
  const drafts = draftsBehind(store, journal.drafts, lost);
  const finished = [...known.values()].filter((one) => isGone(store, one)).length;
  const isBehindNow = behind.length + old.length + drafts.records.length + finished > 0;
  if (!isBehindNow && !isOlder && !isCopy) {
    if (drafts.lastChange > store.draftChanges()) outnumber(store, drafts.lastChange);
    return null;
  }
  const wasEmpty = last === 0 && store.draftChanges() === 0;
  const rescue: Rescue = {
    why: whyOf({ isCopy, isOlder: isOlder || drafts.isOlder, wasEmpty }),
    held: 0,
    inDoubt: 0,
    settled: 0,
    drafts: 0,
    finished,
    lost,
  };
  return store.atomically(() => {
    const end = Math.max(journal.head?.at ?? 0, ...journal.entries.map(({ at }) => at));
    // Ledger numbers continue after the journal's, so that a still older file can be recognised later.
    store.raiseEntries(end);
    // Before the intents, because an intent that was made from a draft removes it.
    const brought = bringDraftsBack(store, drafts);
    rescue.drafts = brought.drafts;
    rescue.lost += brought.lost;
    // The ledger has counted the entry, but has no row about the intent: an earlier database had it. A salvaged database
    // may have lost the rows from a damaged page.
    const isOldEntry = ({ last: { at, id } }: KnownIntent): boolean =>
      end < last || (at <= last && store.lastEntry(id) === 0 && !options.isSalvaged);
    const notes: (() => void)[] = [];
    for (const one of behind)
      try {
        notes.push(bringBack(options, { known: one, isOldEntry: isOldEntry(one) }, rescue));
      } catch (error) {
        // This intent cannot be inserted. It is reported, and the others continue.
        if (!errorCodeOf(error).startsWith('SQLITE_CONSTRAINT')) throw error;
        rescue.lost++;
      }
    recordMakers(store, behind);
    recordDecisions(store, journal, behind);
    for (const note of notes) note();
    // The latest change goes last.
    for (const { last } of behind.toSorted((a, b) => b.last.at - a.last.at)) endMutualWaits(store, last.id);
    if (isOlder || isCopy) holdTheRest(options, known, isOlder, rescue);
    holdTheOld(options, old, rescue);
    if (isCopy) store.setMeta(COPY_MARK, '');
    const hasRestored =
      rescue.held > 0 || (rescue.why !== 'cut' && rescue.inDoubt + rescue.settled + rescue.finished > 0);
    if (!hasRestored && rescue.why !== 'missing') return null;
    store.setMeta(RESTORE_REPORT_KEY, JSON.stringify(withEarlier(rescue, store.meta(RESTORE_REPORT_KEY))));
    return rescue;
  });
};

/** Restores which intent adds a contact or line that several name. The latest entry about it counts. */
const recordMakers = (store: OutboxStore, behind: readonly KnownIntent[]): void => {
  for (const { last } of behind.toSorted((a, b) => a.last.n - b.last.n))
    if (store.has(last.id)) for (const ref of last.makes) store.isMadeBy(ref, last.id);
};

/** Repairs unreadable versions of intents that are not settled. */
const mendVersions = (store: OutboxStore, known: ReadonlyMap<string, KnownIntent>): void => {
  for (const [id, { last, versions }] of known) {
    const held = isSettled(last.row.state) ? null : store.get(id);
    if (!held) continue;
    for (const [version, content] of versions)
      if (version <= held.version && store.versionOf(id, version) === null)
        store.mendVersion(id, version, content);
  }
};

/**
 * Restores real ids of local ids that were lost with a damaged page, also of intents that are settled. Their table has
 * no checksums, so an id that was copied from a damaged file may have been altered. Then the journal's id counts.
 */
const mendIds = (
  { store, journal, isSalvaged }: RecoverOptions,
  known: ReadonlyMap<string, KnownIntent>,
): void => {
  const mend = (intentId: string, { localId, kind, realId }: JournalEntry['ids'][number]): void => {
    const isHeld = isSalvaged
      ? store
          .idsOf(intentId)
          .some((one) => one.localId === localId && one.kind === kind && one.realId === realId)
      : store.realIdOf(localId) !== null;
    if (!isHeld) store.mapId(localId, kind, realId, intentId);
  };
  for (const [intentId, { ids }] of known)
    if (store.has(intentId)) for (const one of ids.values()) mend(intentId, one);
  for (const { idsOf, ids } of journal.lostIds) for (const one of ids) mend(idsOf, one);
};

/** Returns true if the intent is settled, has no row in the database, and the journal no longer has its command. */
const isGone = (store: OutboxStore, { last, versions }: KnownIntent): boolean =>
  isSettled(last.row.state) && versions.size === 0 && !store.has(last.id);

/** Returns true if the journal has a later state of the intent than the database. */
const isBehind = (store: OutboxStore, known: KnownIntent): boolean => {
  const { last } = known;
  const held = store.get(last.id);
  // Only the real ids of a settled intent may still be needed.
  if (isGone(store, known)) return [...known.ids.keys()].some((id) => store.realIdOf(id) === null);
  if (!held) return true;
  if (isSettled(held.state)) return false;
  // `applied` is final, and the service reported it. `discarded` is not trusted: the disk may have refused the discard.
  if (last.row.state === 'applied') return true;
  if (held.version > last.version) return false;
  const end = store.lastEntry(last.id);
  const isSame = last.row.state === held.state && last.version === held.version;
  return last.at > end || (!isSame && (last.at === end || isOldRow(store, held)));
};

/** Restores the row of an intent. Returns a function that says so in its history. */
const bringBack = (
  { store, operations, parts }: RecoverOptions,
  { known, isOldEntry }: { known: KnownIntent; isOldEntry: boolean },
  rescue: Rescue,
): (() => void) => {
  const { last } = known;
  const held = store.get(last.id);
  const version = held ?? store.versionOf(last.id, last.version);
  const content = version && {
    command: JSON.stringify(version.command),
    base: version.base === null ? null : JSON.stringify(version.base),
    detail: held?.detail ?? {},
  };
  for (const one of known.ids.values()) store.mapId(one.localId, one.kind, one.realId, last.id);
  const intent = intentOf(known, content);
  if (!intent) {
    if (!isSettled(last.row.state)) rescue.lost++;
    return () => undefined;
  }
  // The database does not list a delivered intent again after it was restored from the journal. An earlier journal that
  // is put back, or a sector of one, then has that intent as it was before it was sent.
  const isUnsure = hasUnjournaledAttempts(store, last) || (isOldEntry && !held && !isSettled(last.row.state));
  const rescued = parts.asRescued(intent, isUnsure);
  const next = hasOlderContent(held, known) ? withNote(rescued, OLDER_CONTENT) : rescued;
  const attempts = store.ledger(last.id).filter(({ attempt }) => attempt !== null);
  const open = attempts.at(-1);
  if (open?.event === 'sending') store.record(last.id, { attempt: open.attempt, event: 'crashed' });
  store.adopt(next, known.versions);
  store.setParents(last.id, known.parents);
  if (last.operation) operations.adopt(last.operation);
  if (last.draft !== null) store.deleteDraft(last.draft);
  count(rescue, next.state);
  const saved = versionBefore(next.version, last.merges);
  return () =>
    store.record(last.id, {
      attempt: last.attempt === 0 ? null : last.attempt,
      event: 'restored',
      facts: {
        was: held?.state ?? null,
        is: next.state,
        // What a merge took from the record is no decision of the user.
        ...(isDecided(store, last.id, saved) ? {} : { version: saved }),
        ...(last.merges.length === 0 ? {} : { merges: last.merges }),
        journal: true,
        ...(held ? verdictOf(held) : {}),
        ...(last.draft === null ? {} : { draftId: last.draft }),
      },
    });
};

/** Returns true if an intent was delivered with a later version than the database has, and only that one is known. */
const hasOlderContent = (held: Intent | null, { last, versions }: KnownIntent): boolean =>
  last.row.state === 'applied' &&
  held !== null &&
  held.version !== last.version &&
  !versions.has(last.version);

/**
 * An edit that has to be sent last waits for the other edits of its record, and they no longer wait for it. Its journal
 * entry has only its own waits, so the waits of the others are removed here.
 */
const endMutualWaits = (store: OutboxStore, id: string): void => {
  for (const { id: other } of store.parentsOf(id)) {
    const parents = store.parentsOf(other);
    const others = parents.filter((parent) => parent.id !== id || parent.strength !== 'after');
    if (others.length < parents.length) store.setParents(other, others);
  }
};

/** Returns true if the ledger has attempts without a journal entry. It is unknown whether they arrived. */
const hasUnjournaledAttempts = (store: OutboxStore, last: JournalEntry): boolean =>
  !isSettled(last.row.state) && store.attemptsOf(last.id) > last.attempt;

/**
 * Holds everything that waits in an older file. An intent that the journal does not know may have been sent.
 */
const holdTheRest = (
  options: RecoverOptions,
  known: ReadonlyMap<string, KnownIntent>,
  isOlder: boolean,
  rescue: Rescue,
): void => {
  for (const intent of options.store.list(['queued'])) {
    const isUnsure = isOlder && !known.has(intent.id);
    // Held by this or an earlier recovery. The user may have allowed sending since the file was written.
    if (!isUnsure && intent.held && intent.detail.notes.includes('restored')) continue;
    holdBack(options, intent, isUnsure, rescue);
  }
};

/** Holds an intent of the database, or puts it in doubt (`isUnsure`), and says so in its history. */
const holdBack = (
  { store, parts }: RecoverOptions,
  intent: Intent,
  isUnsure: boolean,
  rescue: Rescue,
): void => {
  const next = parts.asRescued({ ...intent, sendNow: false, notBefore: 0 }, isUnsure);
  store.save(
    { ...next, seq: intent.seq },
    { event: 'restored', facts: { was: intent.state, is: next.state } },
  );
  count(rescue, next.state);
};

/**
 * Holds the intents with an old row that the journal did not restore. An intent may have been sent unless its row and
 * its last ledger entry both say that it waits.
 */
const holdTheOld = (options: RecoverOptions, old: readonly Intent[], rescue: Rescue): void => {
  const { store } = options;
  for (const { id, state: was } of old) {
    const intent = store.get(id);
    if (!intent || isSettled(intent.state) || !hasLostWrite(store, intent)) continue;
    const last = lastRowOf(store, id);
    const isUnsure = isOldRow(store, intent) && (last?.state !== 'queued' || was !== 'queued');
    const held = intent.held || last?.held === 1;
    holdBack(options, { ...withLatestVersion(store, intent), held }, isUnsure, rescue);
  }
};

const count = (rescue: Rescue, state: string): void => {
  if (state === 'queued') rescue.held++;
  else if (state === 'uncertain') rescue.inDoubt++;
  else rescue.settled++;
};
