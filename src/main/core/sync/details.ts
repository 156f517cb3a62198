/**
 * Reads records' details: newest and owned first, within a budget per round, and one at once when a person
 * opens it. A record whose details the service refuses is left alone until the next start; the route itself
 * is judged by `offers`.
 */
import type { Trouble } from '../api/classify-read';
import type { ResourceName } from '#shared/domain/resources';
import type { LaneContext } from './lane-runner';
import { hasPinyin, loadPinyin } from '../store/words/pinyin';
import { PULL_ORDER, sourceOf, type PullSource } from './lanes';
import type { Offers } from './offers';

export interface Details {
  /** Up to `budget` details per resource; answers the trouble that stops the round. */
  fill(budget: number): Promise<Trouble | null>;
  fetchOne(resource: ResourceName, id: string): Promise<{ held: boolean; trouble: Trouble | null }>;
  offered(resource: ResourceName): boolean | null;
}

export interface DetailsOptions {
  /** Whose records come first. */
  ownerId: () => string | null;
  /** Older records' details are read only when a person opens them; null for no such limit. */
  since: (resource: ResourceName) => string | null;
}

export const createDetails = (
  context: LaneContext,
  offers: Offers,
  { ownerId, since }: DetailsOptions,
): Details => {
  const refused = new Set<string>();
  const offered = (resource: ResourceName): boolean | null => {
    const { detail } = sourceOf(resource);
    return detail === null ? false : detail.probed ? offers.offered(detail.path) : true;
  };

  const fetchOne = async (
    source: PullSource,
    id: string,
    urgent: boolean,
  ): Promise<{ held: boolean; trouble: Trouble | null }> => {
    const { detail, resource } = source;
    if (!detail || offered(resource) === false) return { held: false, trouble: null };
    // Words of names are written with their pinyin.
    if (!hasPinyin()) await loadPinyin();
    const ask = () => context.readLimiter.run(() => detail.read(context.client, id), urgent);
    let answer = await ask();
    // A person waits: told to wait by the service, the readLimiter holds the question and lets it go first.
    if (urgent && !answer.ok && answer.trouble.kind === 'rate-limited' && !context.stopped())
      answer = await ask();
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
    );
    context.onProgress({ resource, flag: 'live', windows: source.windows, paged: source.paged }, held);
    return { held, trouble: null };
  };

  const fillOne = async (resource: ResourceName, budget: number): Promise<Trouble | null> => {
    if (offered(resource) !== true) return null;
    const wanted = context.cache
      .detailsWanted(resource, { limit: budget + refused.size, ownerId: ownerId(), since: since(resource) })
      .filter((id) => !refused.has(`${resource} ${id}`))
      .slice(0, budget);
    for (const id of wanted) {
      if (context.stopped()) return null;
      const { trouble } = await fetchOne(sourceOf(resource), id, false);
      if (
        trouble &&
        trouble.kind !== 'refused' &&
        trouble.kind !== 'not-offered' &&
        trouble.kind !== 'forbidden'
      )
        return trouble;
    }
    return null;
  };

  return {
    offered,
    fetchOne: (resource, id) => fetchOne(sourceOf(resource), id, true),
    fill: async (budget) =>
      (await Promise.all(PULL_ORDER.map((resource) => fillOne(resource, budget)))).find(
        (trouble) => trouble !== null,
      ) ?? null,
  };
};
