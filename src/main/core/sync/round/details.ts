/**
 * Reads the details of records, in this order: records that the user takes along, then the newest and the
 * user's own. A record that the user opens is read at once.
 *
 * While many details are missing, only the read limiter limits them. When the copy is complete, the hourly budget
 * limits them too. If the service says that one record is gone or not permitted, its details are not requested again
 * until its list item changes, or until the next start or sign-in. After another failure the record is requested again
 * later, and the others are read meanwhile: a record that the service can never return must not block those behind it.
 * `offers` decides whether the route exists.
 */
import { mayBeProxy, type Trouble } from '../../api/classify-read';
import { saysNotFound } from '../../api/not-found-words';
import type { ResourceName } from '#shared/domain/resources';
import { isNoDate } from '#shared/domain/time';
import { detailsKey, type LaneContext } from '../lane/lane-context';
import { hasPinyin } from '../../store/words/pinyin';
import { readyForNames } from './renew-words';
import { isOver } from '../rate/is-over';
import { PULL_ORDER, sourceOf, type PullSource } from '../lane/lanes';
import type { Offers } from './offers';
import type { IdsByKind } from '../travel/travel-check';
import { endsRound, saysNoPrivilege } from './trouble';

export interface FillOptions {
  /** The maximum number of details per resource. */
  most: number;
  /** Epoch ms after which no further read starts; called before each read. */
  until: () => number;
}

export interface Details {
  /** Returns the trouble that stops the round. */
  fetchMissing(options: FillOptions): Promise<Trouble | null>;
  /**
   * Reads the details of a record that a person opens or takes along. `held`: they are on disk now. Without trouble
   * and not held: the service does not offer them, the copy does not have the record, or the account is closed.
   */
  fetchOne(resource: ResourceName, id: string): Promise<{ held: boolean; trouble: Trouble | null }>;
  /** Whether the service offers details of this kind; null if it was not asked yet. */
  offered(resource: ResourceName): boolean | null;
  /** Returns true if they are not offered because this account, or its token's scope, may not read them. */
  forbidden(resource: ResourceName): boolean;
  /** A kind is downloaded again: its details are not limited by the hourly budget, like those of a first copy. */
  copyAgain(): void;
  /**
   * Returns true if the service refused the details of this record. They are not requested again until the list item
   * changes, or until the next start or sign-in.
   */
  isRefused(resource: ResourceName, id: string): boolean;
  /**
   * Records whose details the service refused, or could not give twice in a row. They are not waited for, because
   * they may never come.
   */
  unreadable(resource: ResourceName): string[];
  /** Call after another sign-in: records that were refused are asked for again. */
  signInChanges(): void;
  /**
   * Call if the outbox was damaged, is missing or is an older one. Items that were delivered lately may be lost, and
   * then only newer details show their values. For a while the hourly budget does not limit details.
   */
  itemsLost(): void;
}

/** How long a record rests after its details could not be read. Each time it is twice as long as the last. */
const FIRST_REST_MS = 10 * 60_000;
const MOST_REST_MS = 24 * 3_600_000;
/** The last of so many reads in a row whose details are older than the list item is taken as it is. */
const MOST_OLD_READS = 3;
/** A record with a rest of at least this failed twice in a row. */
const SECOND_REST_MS = 2 * FIRST_REST_MS;
/** After so many errors in a row the whole kind seems to be affected, so it is skipped for the rest of the round. */
const FAILURES_IN_A_ROW = 3;

/** The record is gone, or this account may not read it. Other refusals may be temporary. */
const isFinal = (trouble: Trouble): boolean =>
  saysNoPrivilege(trouble) || (trouble.kind === 'refused' && saysNotFound(trouble.message));
/** The permission may come back, so the record is asked for again later. It does not hold up other records. */
const isForbidden = (trouble: Trouble): boolean => trouble.kind === 'forbidden' && !mayBeProxy(trouble);
const isOfTheKind = (trouble: Trouble): boolean =>
  trouble.kind !== 'not-offered' && !isForbidden(trouble) && !isFinal(trouble);

/** After a loss of items the newest pages of all lists are read within this time (PL24), at night later. */
const AFTER_LOSS_MS = 15 * 60_000;

/** A person does not wait longer for a rate limit to end; the window then offers to try again. */
const LONGEST_WAIT_MS = 60_000;

export interface DetailsOptions {
  /** The user whose records come first. */
  ownerId: () => string | null;
  /** The details of older records are read only when a person opens them; null for no limit. */
  since: (resource: ResourceName) => string | null;
  /**
   * Takes the place of one request in the hourly budget. Returns false if the hour has none left. Called when the copy is
   * complete.
   */
  takePlace: () => boolean;
  /** Records without details that the user takes along. They are read first, whatever their age. */
  pinned: () => Promise<IdsByKind>;
}

/** The number of records per query. */
const PIECE = 200;
/** Key of the state that is set to `1` when no detail was missing. */
const COPIED_KEY = 'details/copied';
/** If more details than this are missing, the copy counts as incomplete again. */
const COPYING_ABOVE = 60;

export const createDetails = (
  context: LaneContext,
  offers: Offers,
  { ownerId, since, takePlace, pinned }: DetailsOptions,
): Details => {
  const { refusedDetails: refused } = context;
  /** Records whose details could not be read, and when that was; epoch ms. */
  const failed = new Map<string, { at: number; restMs: number }>();
  /** Records whose details were older than the list item: the time of that item, and the reads since. */
  const old = new Map<string, { listed: string; reads: number }>();
  /** When the outbox lost items; epoch ms. */
  let lostAt: number | null = null;
  const isAfterLoss = (): boolean => lostAt !== null && !isOver(context.clock.now(), lostAt, AFTER_LOSS_MS);
  const isRefused = (resource: ResourceName, id: string): boolean => refused.has(detailsKey(resource, id));
  const mayBeAsked = (resource: ResourceName, id: string): boolean => {
    const rest = failed.get(detailsKey(resource, id));
    return !isRefused(resource, id) && (!rest || isOver(context.clock.now(), rest.at, rest.restMs));
  };
  const noteFailure = (key: string, trouble: Trouble): void => {
    if (isFinal(trouble)) refused.add(key);
    else if (!endsRound(trouble)) {
      const restMs = Math.min(MOST_REST_MS, (failed.get(key)?.restMs ?? FIRST_REST_MS / 2) * 2);
      failed.set(key, { at: context.clock.now(), restMs });
    }
  };
  const hasDetails = (resource: ResourceName, id: string): boolean =>
    (context.cache.recordForEdit(resource, id)?.detailAt ?? null) !== null;
  /**
   * Counts in a row the answers that are older than the list item; 0 for a newer one. They may come from another
   * machine of the service, which does not have the change yet. The answer is taken as it is if the record had no
   * details before, or if this is the last read: the service may never give a later time.
   */
  const countOld = (resource: ResourceName, id: string, updateTime: unknown): number => {
    const key = detailsKey(resource, id);
    const known = old.get(key);
    old.delete(key);
    const listed = context.cache.storedTexts(resource, [id]).get(id)?.updateTime ?? null;
    if (typeof updateTime !== 'string' || isNoDate(updateTime) || listed === null || updateTime >= listed)
      return 0;
    const reads = known?.listed === listed ? known.reads + 1 : 1;
    if (reads >= MOST_OLD_READS || !hasDetails(resource, id)) return 0;
    old.set(key, { listed, reads });
    return reads;
  };
  const offered = (resource: ResourceName): boolean | null => {
    const { detail } = sourceOf(resource);
    if (detail === null) return false;
    return detail.probed ? offers.offered(detail.path) : true;
  };

  const fetchOne = async (
    source: PullSource,
    id: string,
    urgent: boolean,
  ): Promise<{ held: boolean; trouble: Trouble | null }> => {
    const { detail, resource } = source;
    // The round's end stops its own reads. A record that a person opens belongs to no round.
    const isStopped = urgent ? context.closed : context.stopped;
    if (!detail || offered(resource) === false) return { held: false, trouble: null };
    // The search words of names contain their pinyin, so its dictionary is loaded first.
    if (!hasPinyin()) await readyForNames(context.cache, context.log);
    const { readLimiter } = context;
    let startedAt = 0;
    const read = () => {
      startedAt = context.clock.now();
      return detail.read(context.client, id);
    };
    const begunAt = context.clock.now();
    const patienceMs = (): number =>
      urgent ? LONGEST_WAIT_MS - Math.max(0, context.clock.now() - begunAt) : Number.POSITIVE_INFINITY;
    const ask = () => readLimiter.run(read, urgent, patienceMs());
    let answer = await ask();
    // A person waits for this read: after a 429 the read limiter keeps it and sends it first.
    const isLimited = !answer.ok && answer.trouble.kind === 'rate-limited';
    if (urgent && isLimited && readLimiter.waitMs() <= patienceMs() && !isStopped()) answer = await ask();
    const { more } = detail;
    /** Why the first details lack what the other route knows. They are kept all the same, and stay wanted. */
    let lack: Trouble | null = null;
    if (answer.ok && more && offers.offered(more.path) !== false) {
      const details = answer.value;
      const whole = await readLimiter.run(() => more.read(context.client, details), urgent, patienceMs());
      if (!whole.ok && !hasDetails(resource, id)) lack = whole.trouble;
      else answer = whole;
    }
    if (!urgent) await context.turn();
    if (isStopped()) return { held: false, trouble: null };
    if (!answer.ok) {
      noteFailure(detailsKey(resource, id), answer.trouble);
      return { held: false, trouble: answer.trouble };
    }
    const key = detailsKey(resource, id);
    failed.delete(key);
    refused.delete(key);
    const { raw, value, now } = answer.value;
    const readAt = context.clock.now();
    const oldReads = countOld(resource, id, value.update_time);
    if (lack !== null) noteFailure(key, lack);
    // The first time the list may have brought the change during the read, so the next round reads again.
    if (oldReads > 1) failed.set(key, { at: readAt, restMs: FIRST_REST_MS });
    const held = context.cache.applyDetail(resource, { id, raw, value }, readAt, {
      startedAt,
      serverNow: now,
      isOld: oldReads > 0 || lack !== null,
    });
    context.onProgress({ resource, flag: 'live', windows: source.windows, paged: source.paged }, held);
    return { held, trouble: lack };
  };

  const wantedOf = (resource: ResourceName, most: number): string[] =>
    offered(resource) === true && sourceOf(resource).detail?.onOpenOnly !== true
      ? context.cache
          .detailsWanted(resource, {
            limit: most + refused.size + failed.size,
            ownerId: ownerId(),
            since: since(resource),
          })
          .filter((id) => mayBeAsked(resource, id))
          .slice(0, most)
      : [];

  const fillOne = async (
    resource: ResourceName,
    first: readonly string[],
    { most, until }: FillOptions,
    goesOn: () => boolean,
  ): Promise<Trouble | null> => {
    let wanted = first;
    let failures = 0;
    for (let asked = 0; asked < most && wanted.length > 0;) {
      for (const id of wanted) {
        if (context.stopped() || context.clock.now() >= until() || !goesOn()) return null;
        const { trouble } = await fetchOne(sourceOf(resource), id, false);
        asked += 1;
        if (trouble && endsRound(trouble)) return trouble;
        failures = trouble && isOfTheKind(trouble) ? failures + 1 : 0;
        if (failures >= FAILURES_IN_A_ROW) return trouble;
      }
      const before = new Set(wanted);
      wanted = wantedOf(resource, Math.min(PIECE, most - asked)).filter((id) => !before.has(id));
    }
    return null;
  };

  /** Records that a person takes along come first. */
  const firstWanted = (resource: ResourceName, most: number, along: IdsByKind): string[] => {
    const ids = offered(resource) === true ? (along.get(resource) ?? []) : [];
    const first = [...ids].filter((id) => mayBeAsked(resource, id));
    return [...new Set([...first, ...wantedOf(resource, most)])].slice(0, most);
  };

  return {
    offered,
    forbidden: (resource) => {
      const { detail } = sourceOf(resource);
      return detail !== null && detail.probed && offers.forbidden(detail.path);
    },
    copyAgain: () => context.cache.setState(COPIED_KEY, ''),
    isRefused,
    unreadable: (resource) => {
      const failedTwice = [...failed].flatMap(([key, { restMs }]) => (restMs >= SECOND_REST_MS ? [key] : []));
      const prefix = detailsKey(resource, '');
      return [...refused, ...failedTwice]
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length));
    },
    signInChanges: () => {
      refused.clear();
      failed.clear();
    },
    itemsLost: () => {
      lostAt = context.clock.now();
    },
    fetchOne: (resource, id) => fetchOne(sourceOf(resource), id, true),
    fetchMissing: async (options) => {
      const along = await pinned();
      if (context.stopped()) return null;
      const wanted = PULL_ORDER.map((resource) => ({
        resource,
        ids: firstWanted(resource, Math.min(PIECE, options.most), along),
      })).filter(({ ids }) => ids.length > 0);
      if (wanted.length === 0) {
        if (PULL_ORDER.some((resource) => offered(resource) === true))
          context.cache.setState(COPIED_KEY, '1');
        return null;
      }
      // Records that failed do not count as missing: they do not show that a copy is going on.
      const missing = wanted.flatMap(({ resource, ids }) =>
        ids.filter((id) => !failed.has(detailsKey(resource, id))),
      ).length;
      const isCopying = context.cache.state(COPIED_KEY) !== '1' || missing > COPYING_ABOVE;
      const goesOn = isCopying ? (): boolean => true : (): boolean => isAfterLoss() || takePlace();
      const troubles = await Promise.all(
        wanted.map(({ resource, ids }) => fillOne(resource, ids, options, goesOn)),
      );
      return troubles.find((trouble) => trouble !== null) ?? null;
    },
  };
};
