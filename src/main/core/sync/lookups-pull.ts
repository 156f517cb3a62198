/**
 * Keeps the lookups fresh: read early, again once they are an hour old. A lookup the service refuses keeps
 * its last copy.
 */
import type { Trouble } from '../api/classify-read';
import { LOOKUP_SOURCES, readLookup, type LookupSource } from '../api/lookups';
import { endsRound } from './trouble';
import type { LaneContext } from './lane-runner';

const LIFE_MS = 60 * 60_000;
const isSettled = ({ kind }: Trouble): boolean =>
  kind === 'refused' || kind === 'forbidden' || kind === 'not-offered';
const keyOf = (source: LookupSource): string => `lookup/${source.path}?${JSON.stringify(source.query)}`;

/**
 * Reads what is due; answers the trouble that stops the round. `onChange` hears once when anything was
 * stored.
 */
export const pullLookups = async (
  context: LaneContext,
  options: { force: boolean; onChange: () => void },
): Promise<Trouble | null> => {
  const { cache, clock } = context;
  const due = LOOKUP_SOURCES.filter(
    (source) =>
      options.force ||
      clock.now() - Number(cache.state(keyOf(source)) ?? Number.NEGATIVE_INFINITY) >= LIFE_MS,
  );
  let stored = false;
  const one = async (source: LookupSource): Promise<Trouble | null> => {
    const answer = await context.readLimiter.run(() => readLookup(context.client, source));
    if (context.stopped()) return null;
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
