/**
 * Limits the requests of the pull. The pace depends on whether a window is in use, the rate on the user's
 * choice and on the service's answers.
 */
import type { SyncState } from '#shared/contract/sync';
import type { Throttle } from '../../api/throttle';
import type { Clock, Timers } from '../../ports/ports';
import type { AttentionBook } from './attention';
import { createHourlyBudget, type HourlyBudget } from './hourly-budget';
import { createReadLimiter, type ReadLimiter } from './read-limiter';
import { createRequestRate } from './request-rate';
import type { ScopeStore } from '../scope';
import { attentionOf, PACES, type Attention, type Pace } from './timetable';

export interface RequestLimits {
  pace(): Pace;
  /** The number of background requests per hour. */
  budget: HourlyBudget;
  readLimiter: ReadLimiter;
  state(): SyncState['requests'];
}

export interface RequestLimitsOptions {
  clock: Clock;
  timers: Timers;
  scope: Pick<ScopeStore, 'read'>;
  attention: Pick<AttentionBook, 'inUse'>;
  serverNow: () => string;
  pace?: Partial<Pace>;
  requestsPerMinute?: number;
  concurrency?: number;
  throttle?: Throttle;
}

export const createRequestLimits = (options: RequestLimitsOptions): RequestLimits => {
  const { clock, timers, scope, serverNow } = options;
  const attention = (): Attention => attentionOf(options.attention.inUse(), serverNow());
  const pace = (): Pace => ({ ...PACES[attention()], ...options.pace });
  const limitPerMinute = (): number => options.requestsPerMinute ?? scope.read().requestsPerMinute;
  const rate = createRequestRate(clock, limitPerMinute);
  const budget = createHourlyBudget(clock, pace);
  return {
    pace,
    budget,
    readLimiter: createReadLimiter({
      clock,
      timers,
      max: options.concurrency ?? 3,
      throttle: options.throttle,
      rate,
      onBackground: budget.spend,
    }),
    state: () => ({
      attention: attention(),
      lastMinute: rate.lastMinute(),
      perMinute: Number.isFinite(limitPerMinute()) ? Math.round(rate.perMinute()) : null,
      limit: scope.read().requestsPerMinute,
    }),
  };
};
