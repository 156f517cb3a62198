/**
 * Keeps the lookups fresh: they are read early, and again after `lifeMs`, or after `retryMs` if a record has a custom
 * field without a name. If the service refuses a lookup, its last copy stays. It also stays at the first empty answer;
 * the second one in a row replaces it.
 */
import { LOOKUP_NAMES, type LookupItem, type LookupName } from '#shared/http-api/lookups';
import type { Trouble } from '../../api/classify-read';
import { LOOKUP_SOURCES, readLookup, type LookupSource } from '../../api/lookups';
import type { CacheStore } from '../../store/cache-store';
import { parseStored } from '../../store/schema/stored-document';
import { endsRound } from './trouble';
import type { LaneContext } from '../lane/lane-context';
import { isOver } from '../rate/is-over';

const isSettled = ({ kind }: Trouble): boolean =>
  kind === 'refused' || kind === 'forbidden' || kind === 'not-offered';
/** Key of the names of the lookups that the service last refused because the account has no permission. */
const REFUSED_KEY = 'lookups/refused';
/** Key of the names of the lookups that had entries and got an empty answer last time. */
const EMPTIED_KEY = 'lookups/emptied';
const storedNames = (cache: Pick<CacheStore, 'state'>, key: string): LookupName[] => {
  const names = parseStored(cache.state(key) ?? '[]');
  return Array.isArray(names) ? LOOKUP_NAMES.filter((name) => names.includes(name)) : [];
};
export const refusedLookups = (cache: Pick<CacheStore, 'state'>): LookupName[] =>
  storedNames(cache, REFUSED_KEY);
/**
 * Adds the lookup to the stored names of refused lookups, or removes it. Returns true if these names changed.
 */
const noteRefusal = (cache: LaneContext['cache'], source: LookupSource, isRefused: boolean): boolean => {
  const names = Object.keys(source.fills);
  const before = refusedLookups(cache);
  const others = before.filter((name) => !names.includes(name));
  const next = isRefused ? [...others, ...names] : others;
  if (next.length === before.length) return false;
  cache.setState(REFUSED_KEY, JSON.stringify(next));
  return true;
};

/**
 * Stores an answer. An empty answer may be right, because the contract allows an empty list. It may also be a fault of
 * the service, and then all codes would lose their names. So a list with entries is emptied only by the second empty
 * answer in a row. Returns true if the stored entries changed.
 */
const putAnswer = (
  cache: LaneContext['cache'],
  { name, items }: { name: LookupName; items: LookupItem[] },
  now: number,
): boolean => {
  const emptied = storedNames(cache, EMPTIED_KEY);
  const isFirstEmpty = items.length === 0 && cache.lookup(name).length > 0 && !emptied.includes(name);
  const hasChanged = !isFirstEmpty && cache.putLookup(name, items, now);
  if (isFirstEmpty === emptied.includes(name)) return hasChanged;
  const next = isFirstEmpty ? [...emptied, name] : emptied.filter((other) => other !== name);
  cache.setState(EMPTIED_KEY, JSON.stringify(next));
  return hasChanged;
};

const keyOf = (source: LookupSource): string => `lookup/${source.path}?${JSON.stringify(source.query)}`;

/** The time of a lookup that was last requested under another sign-in, in `LookupsOptions.triedAt`. */
const BEFORE_SIGN_IN = Number.NEGATIVE_INFINITY;

/** Call after another sign-in: it may read lookups that were refused to the previous one. */
export const forgetTries = (triedAt: LookupsOptions['triedAt']): void => {
  for (const source of LOOKUP_SOURCES) triedAt.set(keyOf(source), BEFORE_SIGN_IN);
};

const isEmpty = (cache: Pick<CacheStore, 'lookup'>, { fills }: LookupSource): boolean =>
  LOOKUP_NAMES.every((name) => !(name in fills) || cache.lookup(name).length === 0);

export interface LookupsOptions {
  lifeMs: number;
  /** The time until the next try after a failed read, and the shortest time between two reads of a lookup. */
  retryMs: number;
  /** When each lookup was last requested; kept between rounds. */
  triedAt: Map<string, number>;
  /** The maximum number of lookups per call. */
  most: number;
  onChange: () => void;
}

/**
 * Reads the lookups that are due; returns the trouble that stops the round. Calls `onChange` once if entries
 * changed, or which lookups are refused.
 */
export const pullLookups = async (context: LaneContext, options: LookupsOptions): Promise<Trouble | null> => {
  const { cache, clock } = context;
  const unnamed = cache.unnamedFields();
  const isDue = (source: LookupSource, ageMs: number): boolean =>
    isOver(ageMs, 0, options.lifeMs) ||
    unnamed.some((name) => name in source.fills) ||
    (options.triedAt.get(keyOf(source)) === BEFORE_SIGN_IN && isEmpty(cache, source));
  const due = LOOKUP_SOURCES.map((source) => ({
    source,
    ageMs: clock.now() - Number(cache.state(keyOf(source)) ?? Number.NEGATIVE_INFINITY),
  }))
    .filter(
      ({ source, ageMs }) =>
        isDue(source, ageMs) &&
        isOver(clock.now(), options.triedAt.get(keyOf(source)) ?? Number.NEGATIVE_INFINITY, options.retryMs),
    )
    .sort((a, b) => (a.ageMs === b.ageMs ? 0 : b.ageMs - a.ageMs))
    .slice(0, options.most)
    .map(({ source }) => source);
  let hasChanged = false;
  const one = async (source: LookupSource): Promise<Trouble | null> => {
    const answer = await context.readLimiter.run(() => readLookup(context.client, source));
    if (context.stopped()) return null;
    options.triedAt.set(keyOf(source), clock.now());
    if (!answer.ok) {
      context.log.info('lookup not read', { path: source.path, why: answer.trouble.kind });
      // The user never chooses from an optional lookup, so its refusal is not shown.
      if (answer.trouble.kind === 'forbidden' && source.optional !== true)
        hasChanged = noteRefusal(cache, source, true) || hasChanged;
      if (source.optional && isSettled(answer.trouble)) cache.setState(keyOf(source), String(clock.now()));
      return endsRound(answer.trouble) ? answer.trouble : null;
    }
    cache.atomically(() => {
      hasChanged = noteRefusal(cache, source, false) || hasChanged;
      for (const filled of answer.value) hasChanged = putAnswer(cache, filled, clock.now()) || hasChanged;
      cache.setState(keyOf(source), String(clock.now()));
    });
    return null;
  };
  const troubles = await Promise.all(due.map(one));
  if (hasChanged) options.onChange();
  return troubles.find((trouble) => trouble !== null) ?? null;
};
