/**
 * Keeps the lookups fresh: they are read early, and again after `lifeMs`. If the service refuses a lookup,
 * its last copy stays.
 */
import type { Trouble } from '../api/classify-read';
import { LOOKUP_SOURCES, readLookup, type LookupSource } from '../api/lookups';
import { endsRound } from './trouble';
import type { LaneContext } from './lane-runner';
import { isOver } from './is-over';

const isSettled = ({ kind }: Trouble): boolean =>
  kind === 'refused' || kind === 'forbidden' || kind === 'not-offered';
const keyOf = (source: LookupSource): string => `lookup/${source.path}?${JSON.stringify(source.query)}`;

export interface LookupsOptions {
  lifeMs: number;
  /** The time until the next try after a failed read. */
  retryMs: number;
  /** When each lookup was last requested; kept between rounds. */
  triedAt: Map<string, number>;
  /** The maximum number of lookups per call. */
  most: number;
  onChange: () => void;
}

/**
 * Reads the lookups that are due; returns the trouble that stops the round. Calls `onChange` once if anything
 * was stored.
 */
export const pullLookups = async (context: LaneContext, options: LookupsOptions): Promise<Trouble | null> => {
  const { cache, clock } = context;
  const due = LOOKUP_SOURCES.map((source) => ({
    source,
    ageMs: clock.now() - Number(cache.state(keyOf(source)) ?? Number.NEGATIVE_INFINITY),
  }))
    .filter(
      ({ source, ageMs }) =>
        isOver(ageMs, 0, options.lifeMs) &&
        clock.now() - (options.triedAt.get(keyOf(source)) ?? Number.NEGATIVE_INFINITY) >= options.retryMs,
    )
    .sort((a, b) => (a.ageMs === b.ageMs ? 0 : b.ageMs - a.ageMs))
    .slice(0, options.most)
    .map(({ source }) => source);
  let stored = false;
  const one = async (source: LookupSource): Promise<Trouble | null> => {
    const answer = await context.readLimiter.run(() => readLookup(context.client, source));
    if (context.stopped()) return null;
    options.triedAt.set(keyOf(source), clock.now());
    if (!answer.ok) {
      context.log.info('lookup not read', { path: source.path, why: answer.trouble.kind });
      if (source.optional && isSettled(answer.trouble)) cache.setState(keyOf(source), String(clock.now()));
      return endsRound(answer.trouble) ? answer.trouble : null;
    }
    cache.atomically(() => {
      for (const { name, items } of answer.value) cache.putLookup(name, items, clock.now());
      cache.setState(keyOf(source), String(clock.now()));
    });
    stored = true;
    return null;
  };
  const troubles = await Promise.all(due.map(one));
  if (stored) options.onChange();
  return troubles.find((trouble) => trouble !== null) ?? null;
};
