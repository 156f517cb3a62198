/**
 * E8 figures: returned from disk at once, and refreshed in the background if they are older than a few
 * minutes. A person whose figures the service refuses, or does not answer, is left out and named; the others are
 * shown. Figures of other people than the one who was asked for are not added.
 */
import { z } from 'zod';
import type { Failure } from '#shared/contract/errors';
import type { WithoutReport } from '#shared/contract/sync';
import { failureOf, isUnreached, type Trouble } from '../api/classify-read';
import type { ApiClient } from '../api/client';
import { readReport, type ReportRow } from '../api/report';
import type { Answer } from '../api/read-page';
import type { Clock } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';
import type { ReadLimiter } from '../sync/rate/read-limiter';
import { isOver } from '../sync/rate/is-over';

export interface ActivitySpan {
  start: string;
  end: string;
  userIds: readonly string[];
}
interface Figures {
  rows: ReportRow[];
  missing: WithoutReport[];
  /** The report of a missing person failed, and may be answered the next time. */
  hasFailed?: boolean | undefined;
}
export interface ActivityAnswer extends Omit<Figures, 'hasFailed'> {
  asOf: number | null;
  state: 'held' | 'loading' | 'offline' | 'failed';
  error: Failure | null;
}
export interface Activity {
  get(span: ActivitySpan): ActivityAnswer;
}

const FRESH_MS = 5 * 60_000;
/** Figures per person need one request each, so they stay valid longer: at most 120 requests an hour. */
const FRESH_PER_PERSON_MS = 30_000;
/** The figures of a past time range rarely change, unless the report of a person failed. */
const PAST_FRESH_MS = 12 * 3_600_000;
const RETRY_MS = 30_000;
/** More people than this are shown as one sum, not one by one. */
const MOST_PEOPLE = 60;
const rowsSchema = z.array(
  z.object({ userId: z.string(), name: z.string(), counts: z.record(z.string(), z.number()) }),
);
/** Earlier versions stored the rows alone. */
const figuresSchema = z.union([
  rowsSchema.transform((rows) => ({ rows, missing: [] })),
  z.object({
    rows: rowsSchema,
    missing: z.array(z.object({ userId: z.string(), name: z.string() })),
    hasFailed: z.boolean().optional(),
  }),
]);
const NO_FIGURES: Figures = { rows: [], missing: [] };

/** Returns true if the trouble concerns only this person, so that the service answers for others. */
const isAboutPerson = ({ kind }: Trouble): boolean => kind === 'refused' || kind === 'forbidden';
/**
 * Returns true if the trouble may concern only this person: the service fails at one report and may answer the next.
 */
const mayBeAboutPerson = ({ kind }: Trouble): boolean => kind === 'server-error' || kind === 'bad-answer';
/** After so many such failures in a row the cause is the service, not the person. */
const FAILURES_IN_A_ROW = 2;

const stateAfter = (failure: { offline: boolean } | undefined): ActivityAnswer['state'] => {
  if (!failure) return 'held';
  return failure.offline ? 'offline' : 'failed';
};

export const createActivity = (options: {
  cache: CacheStore;
  client: ApiClient;
  readLimiter: ReadLimiter;
  clock: Clock;
  closed: () => boolean;
  onChange: () => void;
}): Activity => {
  const { cache, client, readLimiter, clock } = options;
  const loading = new Set<string>();
  const failures = new Map<string, { error: Failure; offline: boolean; at: number; retryMs: number }>();

  /**
   * The answer for several people is one sum (contract E8: `data` is an object), so each person needs a
   * request.
   */
  const readPerPerson = async (span: ActivitySpan): Promise<Answer<Figures>> => {
    const people = span.userIds.length > 0 ? span.userIds : cache.liveIds('user');
    if (people.length === 0 || people.length > MOST_PEOPLE) {
      const sum = await readLimiter.run(() => readReport(client, span), true);
      return sum.ok ? { ok: true, value: { rows: sum.value, missing: [] } } : sum;
    }
    const rows: ReportRow[] = [];
    const missing: WithoutReport[] = [];
    let refusal: Trouble | null = null;
    let [failures, hasFailed] = [0, false];
    for (const userId of people) {
      const answer = await readLimiter.run(() => readReport(client, { ...span, userIds: [userId] }), true);
      if (options.closed()) break;
      failures = !answer.ok && mayBeAboutPerson(answer.trouble) ? failures + 1 : 0;
      if (answer.ok) {
        // A single row belongs to the requested person, even if it has another id.
        const isOne = answer.value.length === 1;
        const own = answer.value.filter((row) => isOne || row.userId === '' || row.userId === userId);
        // An empty answer says nothing about the person: 0 would be wrong.
        if (own.length === 0) missing.push({ userId, name: nameOf(userId) });
        rows.push(
          ...own.map((row) => ({ ...row, userId, name: row.name === '' ? nameOf(userId) : row.name })),
        );
      } else if (isAboutPerson(answer.trouble) || (failures > 0 && failures < FAILURES_IN_A_ROW)) {
        missing.push({ userId, name: nameOf(userId) });
        refusal = answer.trouble;
        hasFailed ||= failures > 0;
      } else return answer;
    }
    if (refusal !== null && missing.length === people.length) return { ok: false, trouble: refusal };
    return { ok: true, value: { rows, missing, hasFailed } };
  };
  const nameOf = (userId: string): string => cache.get('user', userId)?.title ?? userId;

  const refresh = async (key: string, span: ActivitySpan, freshMs: number): Promise<void> => {
    loading.add(key);
    try {
      const answer = await readPerPerson(span);
      if (options.closed()) return;
      if (answer.ok) {
        cache.putActivity(key, JSON.stringify(answer.value), clock.now());
        failures.delete(key);
      } else
        failures.set(key, {
          error: failureOf(answer.trouble),
          offline: isUnreached(answer.trouble),
          at: clock.now(),
          // Every person was asked and refused. Asking all of them twice a minute would be too often.
          retryMs: isAboutPerson(answer.trouble) ? freshMs : RETRY_MS,
        });
    } finally {
      loading.delete(key);
      if (!options.closed()) options.onChange();
    }
  };

  return {
    get: (span) => {
      const key = JSON.stringify([span.start, span.end, span.userIds.toSorted()]);
      const held = cache.activity(key);
      const failure = failures.get(key);
      const wasOver = held !== null && client.serverClock.at(held.fetchedAt).slice(0, 10) > span.end;
      const people = span.userIds.length > 0 ? span.userIds.length : cache.counts('user').live;
      const freshMs = Math.max(FRESH_MS, Math.min(people, MOST_PEOPLE) * FRESH_PER_PERSON_MS);
      const { rows, missing, hasFailed = false } = figuresOf(held?.rowsJson);
      const lifeMs = wasOver && !hasFailed ? PAST_FRESH_MS : freshMs;
      const stale = held === null || isOver(clock.now(), held.fetchedAt, lifeMs);
      if (stale && !loading.has(key) && (!failure || isOver(clock.now(), failure.at, failure.retryMs))) {
        void refresh(key, span, freshMs).catch((cause: unknown) => {
          failures.set(key, {
            error: { code: 'internal', detail: String(cause) },
            offline: false,
            at: clock.now(),
            retryMs: RETRY_MS,
          });
        });
      }
      const state = loading.has(key) ? 'loading' : stateAfter(failure);
      return { asOf: held?.fetchedAt ?? null, rows, missing, state, error: failure?.error ?? null };
    },
  };
};

const figuresOf = (json: string | undefined): Figures => {
  if (json === undefined) return NO_FIGURES;
  try {
    return figuresSchema.parse(JSON.parse(json));
  } catch {
    return NO_FIGURES;
  }
};
