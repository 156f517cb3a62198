/**
 * Reads the details of records, in this order: records that the user takes along, then the newest and the
 * user's own. A record that the user opens is read at once.
 *
 * While many details are missing, only the read limiter limits them. When the copy is complete, the hourly
 * budget limits them too. If the service refuses the details of one record, they are not requested again
 * until the next start. `offers` decides whether the route exists.
 */
import type { Trouble } from '../api/classify-read';
import type { ResourceName } from '#shared/domain/resources';
import type { LaneContext } from './lane-runner';
import { hasPinyin } from '../store/words/pinyin';
import { readyForNames } from './renew-words';
import { PULL_ORDER, sourceOf, type PullSource } from './lanes';
import type { Offers } from './offers';
import type { IdsByKind } from './travel-check';

export interface FillOptions {
  /** The maximum number of details per resource. */
  most: number;
  /** Epoch ms after which no further read starts; called before each read. */
  until: () => number;
}

export interface Details {
  /** Returns the trouble that stops the round. */
  fetchMissing(options: FillOptions): Promise<Trouble | null>;
  fetchOne(resource: ResourceName, id: string): Promise<{ held: boolean; trouble: Trouble | null }>;
  offered(resource: ResourceName): boolean | null;
  /** They are not offered because this account, or its token's scope, may not read them. */
  forbidden(resource: ResourceName): boolean;
  /** A kind is downloaded again: its details are not limited by the hourly budget, like those of a first copy. */
  copyAgain(): void;
  /** The service refused this record's details; they are not requested again until the next start. */
  isRefused(resource: ResourceName, id: string): boolean;
}

/** A person does not wait longer for a rate limit to end; the window then offers to try again. */
const LONGEST_WAIT_MS = 60_000;

export interface DetailsOptions {
  /** The user whose records come first. */
  ownerId: () => string | null;
  /** The details of older records are read only when a person opens them; null for no limit. */
  since: (resource: ResourceName) => string | null;
  /** Returns true if the hourly budget allows a request; used when the copy is complete. */
  mayAsk: () => boolean;
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
  { ownerId, since, mayAsk, pinned }: DetailsOptions,
): Details => {
  const refused = new Set<string>();
  const isRefused = (resource: ResourceName, id: string): boolean => refused.has(`${resource} ${id}`);
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
    if (urgent && isLimited && readLimiter.waitMs() <= patienceMs() && !context.stopped())
      answer = await ask();
    const { more } = detail;
    if (answer.ok && more && offers.offered(more.path) !== false) {
      const details = answer.value;
      answer = await readLimiter.run(() => more.read(context.client, details), urgent, patienceMs());
    }
    if (!urgent) await context.turn();
    if (context.stopped()) return { held: false, trouble: null };
    if (!answer.ok) {
      if (
        answer.trouble.kind === 'refused' ||
        answer.trouble.kind === 'not-offered' ||
        answer.trouble.kind === 'forbidden'
      )
        refused.add(`${resource} ${id}`);
      return { held: false, trouble: answer.trouble };
    }
    const held = context.cache.applyDetail(
      resource,
      id,
      answer.value.raw,
      answer.value.value,
      context.clock.now(),
      { startedAt, serverNow: answer.value.now },
    );
    context.onProgress({ resource, flag: 'live', windows: source.windows, paged: source.paged }, held);
    return { held, trouble: null };
  };

  const wantedOf = (resource: ResourceName, most: number): string[] =>
    offered(resource) === true && sourceOf(resource).detail?.onOpenOnly !== true
      ? context.cache
          .detailsWanted(resource, { limit: most + refused.size, ownerId: ownerId(), since: since(resource) })
          .filter((id) => !isRefused(resource, id))
          .slice(0, most)
      : [];

  const fillOne = async (
    resource: ResourceName,
    first: readonly string[],
    { most, until }: FillOptions,
    goesOn: () => boolean,
  ): Promise<Trouble | null> => {
    let wanted = first;
    for (let asked = 0; asked < most && wanted.length > 0;) {
      for (const id of wanted) {
        if (context.stopped() || context.clock.now() >= until() || !goesOn()) return null;
        const { trouble } = await fetchOne(sourceOf(resource), id, false);
        asked += 1;
        if (
          trouble &&
          trouble.kind !== 'refused' &&
          trouble.kind !== 'not-offered' &&
          trouble.kind !== 'forbidden'
        )
          return trouble;
      }
      const before = new Set(wanted);
      wanted = wantedOf(resource, Math.min(PIECE, most - asked)).filter((id) => !before.has(id));
    }
    return null;
  };

  /** Those that a person takes along, then the others. */
  const firstWanted = (resource: ResourceName, most: number, along: IdsByKind): string[] => {
    const ids = offered(resource) === true ? (along.get(resource) ?? []) : [];
    const first = [...ids].filter((id) => !isRefused(resource, id));
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
    fetchOne: (resource, id) => fetchOne(sourceOf(resource), id, true),
    fetchMissing: async (options) => {
      const along = await pinned();
      if (context.stopped()) return null;
      const wanted = PULL_ORDER.map((resource) => ({
        resource,
        ids: firstWanted(resource, Math.min(PIECE, options.most), along),
      })).filter(({ ids }) => ids.length > 0);
      const missing = wanted.reduce((sum, { ids }) => sum + ids.length, 0);
      if (missing === 0) {
        if (PULL_ORDER.some((resource) => offered(resource) === true))
          context.cache.setState(COPIED_KEY, '1');
        return null;
      }
      const isCopying = context.cache.state(COPIED_KEY) !== '1' || missing > COPYING_ABOVE;
      const goesOn = isCopying ? (): boolean => true : mayAsk;
      const troubles = await Promise.all(
        wanted.map(({ resource, ids }) => fillOne(resource, ids, options, goesOn)),
      );
      return troubles.find((trouble) => trouble !== null) ?? null;
    },
  };
};
