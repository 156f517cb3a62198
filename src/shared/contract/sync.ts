/** The pull's state, per resource, as the status bar, the first-sync screen and Settings show it. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { DETAILS_MONTHS, REQUEST_LIMITS } from '../domain/resources';
import { REPORT_COUNTS } from '../http-api/report';
import { failureSchema } from './errors';
import { outboxSummarySchema } from './outbox';
import { resourceSchema } from './records';

export const resourceSyncSchema = z.object({
  resource: resourceSchema,
  /**
   * `waiting` not begun; `loading` first copy under way; `complete` verified up to `completeAsOf`;
   * `unverified` some window never held still; `not-offered` by this service; `no-permission` for
   * this account, or its token's scope; `left-out` by the person.
   */
  state: z.enum([
    'waiting',
    'loading',
    'complete',
    'unverified',
    'not-offered',
    'no-permission',
    'failed',
    'left-out',
  ]),
  records: z.number(),
  /** What the service says it has, where it says so. */
  expected: z.number().nullable(),
  details: z.number(),
  detailsExpected: z.number().nullable(),
  /** Server time of the last complete verified pull. */
  completeAsOf: z.string().nullable(),
  /** Flags covered, e.g. `removed`, `drafts`, `archived`. */
  covers: z.array(z.string()),
  error: failureSchema.nullable(),
});
export type ResourceSync = z.infer<typeof resourceSyncSchema>;

export const syncStateSchema = z.object({
  /**
   * `online`: the service answered lately; `offline`: it did not; `unknown`: not tried yet; `sign-in`: the
   * token is no longer taken.
   */
  connectivity: z.enum(['online', 'offline', 'unknown', 'sign-in']),
  /** Epoch ms since when `connectivity` holds, and of the last good answer. */
  since: z.number(),
  lastAnswerAt: z.number().nullable(),
  demoOffline: z.boolean(),
  running: z.boolean(),
  /** Epoch ms of the last complete round, null before the first. */
  freshAsOf: z.number().nullable(),
  firstSyncDone: z.boolean(),
  /** Edits waiting to be delivered. */
  waiting: z.number(),
  /** Months back that the details of documents are kept; null for all. */
  detailsMonths: z.number().nullable(),
  /** The share of records that the search knows by their words of this version; null once it knows all. */
  searchable: z.number().nullable(),
  /** How much is asked of the service, besides what a person waits for. */
  requests: z.object({
    /** `in-use`: somebody works in a window; `background`: nobody does; `night`: nor would colleagues. */
    attention: z.enum(['in-use', 'background', 'night']),
    /** Requests of the last minute. */
    lastMinute: z.number(),
    /** How many a minute the service bears as far as is known; null where there is no limit. */
    perMinute: z.number().nullable(),
    /** The user's limit per minute. */
    limit: z.literal(REQUEST_LIMITS),
  }),
  resources: z.array(resourceSyncSchema),
  error: failureSchema.nullable(),
});
export type SyncState = z.infer<typeof syncStateSchema>;

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sync'), state: syncStateSchema }),
  /** Records of these resources changed on disk: refetch what shows them. At most twice a second. */
  z.object({ type: z.literal('records'), resources: z.array(resourceSchema) }),
  /** Something in the outbox changed on disk: refetch what shows it. */
  z.object({ type: z.literal('outbox'), summary: outboxSummarySchema }),
  z.object({ type: z.literal('lookups') }),
  z.object({ type: z.literal('app') }),
]);
export type CoreEvent = z.infer<typeof eventSchema>;

const reportRow = z.object({
  userId: z.string(),
  name: z.string(),
  counts: z.record(z.enum(REPORT_COUNTS), z.number()),
});

export const syncContract = {
  state: oc.output(syncStateSchema),
  /** Starts a round now; answers at once. */
  start: oc.output(z.object({ started: z.boolean() })),
  /**
   * Leaves a kind of record out of the local copy, or takes it in again. False for what is always kept, and
   * without an account.
   */
  keep: oc
    .input(z.object({ resource: resourceSchema, keep: z.boolean() }))
    .output(z.object({ done: z.boolean() })),
  /**
   * Keeps the details of documents for so many months back, or of all; older ones are read when opened.
   * False without an account.
   */
  keepDetails: oc
    .input(z.object({ months: z.union([z.literal(DETAILS_MONTHS), z.null()]) }))
    .output(z.object({ done: z.boolean() })),
  /** How many requests a minute may leave, besides those that a person waits for. False without an account. */
  limitRequests: oc
    .input(z.object({ perMinute: z.literal(REQUEST_LIMITS) }))
    .output(z.object({ done: z.boolean() })),
  /**
   * A window tells that somebody works in it, and says so again at least every two minutes; or that it was
   * left. Without it the service is asked as seldom as in the background.
   */
  attend: oc.input(z.object({ windowId: z.string().max(64), inUse: z.boolean() })).output(z.object({})),
  /**
   * Details of one record, ahead of the budget (opening a record asks for it). Answers false offline or
   * when not offered.
   */
  fetchDetail: oc
    .input(z.object({ resource: resourceSchema, id: z.string() }))
    .output(z.object({ held: z.boolean() })),
};

export const activityContract = {
  /**
   * E8 figures from disk with `asOf` (epoch ms), refreshed in the background when online; null when never
   * read.
   */
  get: oc
    .input(
      z.object({
        start: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
        end: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
        userIds: z.array(z.string()).default([]),
      }),
    )
    .output(
      z.object({
        asOf: z.number().nullable(),
        rows: z.array(reportRow),
        state: z.enum(['held', 'loading', 'offline', 'failed']),
        error: failureSchema.nullable(),
      }),
    ),
};
