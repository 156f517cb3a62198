/**
 * What one round of the pull reads, in this order:
 *
 *   scope → probes → newest page of every default list, lookups → some details → default lists
 *         → other lists → indexes → details
 *
 * Of a list it reads the changes, or the first copy, and what else is due (a census, a part to read again).
 * A step reads the same, but only of the lists that are selected, and without the early details. Trouble that
 * concerns the whole service ends the round; trouble of one list does not affect the others.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { ServerTime } from '#shared/domain/time';
import type { Trouble } from '../../api/classify-read';
import { hasPinyin } from '../../store/words/pinyin';
import type { Details } from './details';
import type { QueueIncrements } from './increment-queue';
import type { LaneContext } from '../lane/lane-context';
import { runLane } from '../lane/lane-runner';
import { laneKey, type LaneSpec, readLane } from '../lane/lane-state';
import { lanesOf, sourceOf } from '../lane/lanes';
import { pullLookups, type LookupsOptions } from './lookups-pull';
import type { Offers } from './offers';
import { dropForRefetch, type RefetchList } from './refetch';
import { readyForNames } from './renew-words';
import type { RoundLists, Selection } from './round-lists';
import { dropAll, giveSpaceBack, trimDetails, type ScopeStore } from '../scope';
import { changedIds, membersOf, settleChanged } from '../lane/extra-lists';
import { LOOKUPS_A_STEP, PACES, type Pace } from '../rate/timetable';
import type { TravelCheck } from '../travel/travel-check';
import { endsRound } from './trouble';

/** Key of the state that is `1` once the newest page of every default list that can be read is on disk. */
export const NEWEST_PAGES_KEY = 'pull/first';
/** When a round last brought everything up to date; no value until the first copy is complete. */
export const FRESH_KEY = 'pull/fresh';

const LOOKUP_RETRY_MS = 10 * 60_000;
const EARLY_DETAILS = 20;
/** The default number of details per resource in a requested round. */
const REQUESTED_DETAILS = 200;

/** The state of the current or last round. */
export interface Round {
  /** True for a round of every list; false if it reads only the lists of `selection`. */
  isWhole: boolean;
  selection: Selection;
  /** Epoch ms. */
  begunAt: number;
  /** When the lists of a whole round were read; its details may take minutes more. */
  listsReadAt: number;
  /** The trouble that ended the round. */
  stop: Trouble | null;
  /** The round must end, because the next one has other work. */
  isInterrupted: boolean;
  /** The disk has room only for unsent work: the round ends and reports it. */
  isDiskFull: boolean;
}

export const newRound = (begunAt: number): Round => ({
  isWhole: false,
  selection: { lists: null, requested: new Set() },
  begunAt,
  listsReadAt: 0,
  stop: null,
  isInterrupted: false,
  isDiskFull: false,
});

/** How long the round has taken. If the clock was set back meanwhile, it counts from the new time. */
export const durationMs = (round: Round, now: number): number => {
  round.begunAt = Math.min(round.begunAt, now);
  return now - round.begunAt;
};

export interface RoundParts {
  context: LaneContext;
  lists: RoundLists;
  details: Details;
  offers: Offers;
  scope: ScopeStore;
  queueIncrements: QueueIncrements;
  pinned: () => Promise<Pick<TravelCheck, 'all'>>;
  refetch: RefetchList;
  lookupsTriedAt: Map<string, number>;
  serverNow: () => ServerTime;
  isTimed: boolean;
  pace: () => Pace;
  /** Details per resource and round; without it as many as the time allows. */
  detailBudget: number | undefined;
  onState: () => void;
  onRecords: (resource: ResourceName) => void;
  onLookups: () => void;
}

/** Reads what the round selects. Returns early if the round is stopped; `round` then says why. */
export const runRound = async (parts: RoundParts, round: Round): Promise<void> => {
  const { context, lists, offers } = parts;
  const { cache, clock } = context;
  // The search words of names contain their pinyin, so its dictionary is loaded first.
  cache.beginWords();
  if (!hasPinyin()) await readyForNames(cache, context.log);
  if (cache.state(FRESH_KEY) === null) cache.keepPages('filling');
  round.selection = lists.select(round.isWhole);
  await applyScope(parts);
  if (context.stopped()) return;
  const trouble = await offers.probe();
  // This also runs without a connection, so that lists that were not offered last time do not show as missing.
  lists.leaveOutWhatIsNotOffered();
  if (noteTrouble(parts, round, trouble)) return;
  await dropRefetched(parts, round);
  if (context.stopped()) return;
  parts.queueIncrements(
    lists.readable(round.selection, () => true),
    {
      now: parts.serverNow(),
      isLight: ({ resource }) => !round.isWhole && !round.selection.requested.has(resource),
    },
  );
  if (noteTrouble(parts, round, await readNewestPages(parts, round))) return;
  if (round.isWhole) {
    cache.setState(NEWEST_PAGES_KEY, '1');
    parts.onState();
    if (noteTrouble(parts, round, await readEarlyDetails(parts))) return;
  }
  await readLists(parts, round, (flag) => flag === 'live');
  if (context.stopped()) return;
  await readLists(parts, round, (flag) => flag !== 'live');
  // The index covers all records at once. Each piece has its own turn, so a window waits for one at most.
  while (!context.stopped() && cache.makeIndex()) await context.turn();
  if (context.stopped()) return;
  round.listsReadAt = clock.now();
  noteTrouble(parts, round, await readDetails(parts, round));
};

/** Records trouble that concerns the whole service; returns true if the round is over. */
const noteTrouble = ({ context }: RoundParts, round: Round, trouble: Trouble | null): boolean => {
  if (trouble && endsRound(trouble)) round.stop ??= trouble;
  return context.stopped();
};

/** Deletes what the scope leaves out, and gives its space back to the disk. */
const applyScope = async (parts: RoundParts): Promise<void> => {
  const { context, scope } = parts;
  for (const resource of scope.read().leftOut)
    if (isHeld(context, resource) && (await dropAll(context, resource))) announceRecords(parts, [resource]);
  const trimmed = await trimDetails(context, {
    months: scope.read().detailsMonths,
    now: parts.serverNow(),
    keep: async () => (await parts.pinned()).all,
  });
  if (trimmed.length > 0) announceRecords(parts, trimmed);
  await giveSpaceBack(context);
};

/** Returns true if records of the resource, or the progress of a list, are on disk. */
const isHeld = ({ cache }: LaneContext, resource: ResourceName): boolean => {
  const { live, removed } = cache.counts(resource);
  return (
    live + removed > 0 || lanesOf(sourceOf(resource)).some((spec) => cache.state(laneKey(spec)) !== null)
  );
};

const announceRecords = (parts: RoundParts, resources: readonly ResourceName[]): void => {
  for (const resource of resources) parts.onRecords(resource);
  parts.onState();
};

/**
 * Deletes the copies that are to be downloaded again, for the lists that this round reads; the round then fills them.
 * If the service does not answer for such a list, the next round that reads the list tries again.
 */
const dropRefetched = async (parts: RoundParts, round: Round): Promise<void> => {
  const { context, lists, refetch } = parts;
  const read = new Set(
    lists.readable(round.selection, (flag) => flag === 'live').map(({ resource }) => resource),
  );
  for (const resource of refetch.all())
    if (read.has(resource) && (await dropForRefetch(context, resource))) {
      refetch.delete(resource);
      parts.details.copyAgain();
      announceRecords(parts, [resource]);
    }
};

/** Reads one page of every selected live list, and the lookups; returns the lookups' trouble. */
const readNewestPages = async (parts: RoundParts, round: Round): Promise<Trouble | null> => {
  let lookupTrouble: Trouble | null = null;
  const readLookups = async (): Promise<void> => {
    lookupTrouble = await pullLookups(parts.context, lookupsOptions(parts, round));
  };
  const newest = parts.lists.readable(round.selection, (flag) => flag === 'live');
  await runTogether(round, [readLookups(), ...newest.map((spec) => readList(parts, round, spec, 1))]);
  return lookupTrouble;
};

/** A whole round reads all lookups that are not fresh; a step reads a few. */
const lookupsOptions = (parts: RoundParts, round: Round): LookupsOptions => ({
  ...(round.isWhole
    ? { lifeMs: PACES['in-use'].lookupsMs, retryMs: 0, most: Number.POSITIVE_INFINITY }
    : { lifeMs: parts.pace().lookupsMs, retryMs: LOOKUP_RETRY_MS, most: LOOKUPS_A_STEP }),
  triedAt: parts.lookupsTriedAt,
  onChange: parts.onLookups,
});

/** The first details of a new copy, so that the newest records can be opened before the lists are complete. */
const readEarlyDetails = ({ details, detailBudget }: RoundParts): Promise<Trouble | null> =>
  details.fetchMissing({
    most: Math.min(EARLY_DETAILS, detailBudget ?? EARLY_DETAILS),
    until: () => Number.POSITIVE_INFINITY,
  });

/** Timed rounds read details until the next step is due; requested rounds read a fixed number. */
const readDetails = (parts: RoundParts, round: Round): Promise<Trouble | null> => {
  const { context, details, isTimed, pace } = parts;
  const { clock } = context;
  const usualBudget = isTimed ? Number.POSITIVE_INFINITY : REQUESTED_DETAILS;
  return details.fetchMissing({
    most: parts.detailBudget ?? usualBudget,
    until: () =>
      isTimed ? clock.now() - durationMs(round, clock.now()) + pace().stepMs : Number.POSITIVE_INFINITY,
  });
};

const readLists = (
  parts: RoundParts,
  round: Round,
  flags: (flag: LaneSpec['flag']) => boolean,
): Promise<void> =>
  runTogether(
    round,
    parts.lists.readable(round.selection, flags).map((spec) => readList(parts, round, spec)),
  );

/**
 * Call before a list is read. The returned function returns true if the list has shown a new draft since; never for the
 * first reading of a list of drafts, nor for other lists.
 */
const watchDrafts = ({ cache }: LaneContext, spec: LaneSpec): (() => boolean) => {
  const wasRead = spec.flag === 'drafts' && readLane(spec, cache.state(laneKey(spec))).watermark !== null;
  if (!wasRead) return () => false;
  const before = new Set(membersOf(cache, spec));
  return () => membersOf(cache, spec).some((id) => !before.has(id));
};

const hasChangedDrafts = ({ cache }: LaneContext, spec: LaneSpec): boolean =>
  spec.flag === 'drafts' && changedIds(cache, spec).length > 0;

/** Reads one list, up to `maxPages` pages, and records its trouble. */
const readList = async (
  parts: RoundParts,
  round: Round,
  spec: LaneSpec,
  maxPages?: number,
): Promise<void> => {
  const { context } = parts;
  const hasNewDraft = watchDrafts(context, spec);
  const trouble = await runLane(context, spec, maxPages === undefined ? {} : { maxPages });
  // A new draft may be a new order that the default list shows too, and a changed order may have become a draft, so the
  // default list is read at once.
  if (hasNewDraft() || hasChangedDrafts(context, spec)) parts.lists.request([spec.resource]);
  const isRead = trouble === null && maxPages === undefined && !context.stopped();
  if (isRead && context.cache.atomically(() => settleChanged(context.cache, spec)))
    context.onProgress(spec, true);
  // A list counts as read only at its end. If the round was stopped meanwhile, it may not have been read at all.
  if (trouble !== null || (maxPages === undefined && !context.stopped())) parts.lists.noteRead(spec, trouble);
  if (trouble && !endsRound(trouble)) {
    context.log.warn('list not read', { resource: spec.resource, flag: spec.flag, why: trouble.kind });
    parts.onState();
  }
  noteTrouble(parts, round, trouble);
};

/**
 * Resolves when all reads have ended. If one throws, the others stop at their next step, so that none runs
 * into the next round.
 */
const runTogether = async (round: Round, reads: readonly Promise<void>[]): Promise<void> => {
  const stopOthers = (error: unknown): never => {
    round.isInterrupted = true;
    throw error;
  };
  const results = await Promise.allSettled(reads.map((read) => read.catch(stopOthers)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
