/** The pull's state per resource, for the status bar, the first-sync screen and Settings. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { DETAILS_MONTHS, REQUEST_LIMITS, RESOURCES } from '../domain/resources';
import { REPORT_COUNTS } from '../http-api/report';
import { failureSchema } from './errors';
import { outboxSummarySchema } from './outbox';
import { resourceSchema } from './records';

const resourceSyncSchema = z.object({
  resource: resourceSchema,
  /**
   * `waiting`: not begun; `loading`: the first copy is running; `complete`: verified up to `completeAsOf`;
   * `unverified`: a window could not be verified; `not-offered`: not by this service; `no-permission`: not
   * for this account or the scope of its token; `left-out`: by the user.
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
  /** The service's total, if known. */
  expected: z.number().nullable(),
  details: z.number(),
  /**
   * How many details the complete copy has: one for each record, except those that the service refused or twice could
   * not give. Null if the service gives no details, if they are read only when a record is opened, or if older details
   * are not kept.
   */
  detailsExpected: z.number().nullable(),
  /** Server time of the last complete verified pull. */
  completeAsOf: z.string().nullable(),
  /** Flags covered, e.g. `removed`, `drafts`, `archived`. */
  covers: z.array(z.string()),
  /** The user asked to download it again, and the service has not answered since. The current copy stays so long. */
  isAwaited: z.boolean(),
  error: failureSchema.nullable(),
});
export type ResourceSync = z.infer<typeof resourceSyncSchema>;

export const syncStateSchema = z.object({
  /**
   * `online`: the service answered recently; `offline`: it did not; `unknown`: not tried yet; `sign-in`: the
   * token is no longer accepted.
   */
  connectivity: z.enum(['online', 'offline', 'unknown', 'sign-in']),
  /** Epoch ms since when `connectivity` has its value, and of the last good answer. */
  since: z.number(),
  lastAnswerAt: z.number().nullable(),
  demoOffline: z.boolean(),
  running: z.boolean(),
  /** Epoch ms of the last complete round, null before the first. */
  freshAsOf: z.number().nullable(),
  newestPagesRead: z.boolean(),
  /** Edits waiting to be delivered. */
  waiting: z.number(),
  /** How many months of details of documents are kept; null for all. */
  detailsMonths: z.number().nullable(),
  /** The share of records whose search words have the current version; null when all have. */
  searchable: z.number().nullable(),
  /** The requests to the service, without those that a person waits for. */
  requests: z.object({
    /**
     * `in-use`: a window is in use; `background`: no window is in use; `night`: no window is in use and it is
     * night at the service.
     */
    attention: z.enum(['in-use', 'background', 'night']),
    /** Requests of the last minute. */
    lastMinute: z.number(),
    /** The current rate per minute that the service can handle; null if there is no limit. */
    perMinute: z.number().nullable(),
    /** The user's limit per minute. */
    limit: z.literal(REQUEST_LIMITS),
  }),
  resources: z.array(resourceSyncSchema),
  /** Lists to choose from (`LOOKUP_NAMES`) that this account, or its token's scope, may not read. */
  refusedLookups: z.array(z.string()),
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
/** A person whose figures the service refused. */
const withoutReport = z.object({ userId: z.string(), name: z.string() });
export type WithoutReport = z.infer<typeof withoutReport>;

export const syncContract = {
  state: oc.output(syncStateSchema),
  /** Starts a round now; returns at once. */
  start: oc.output(z.object({ started: z.boolean() })),
  /**
   * Leaves a kind of record out of the local copy, or includes it again. False for kinds that are always
   * kept, and without an account.
   */
  keep: oc
    .input(z.object({ resource: resourceSchema, keep: z.boolean() }))
    .output(z.object({ done: z.boolean() })),
  /**
   * Keeps the details of documents for this many months, or all; older ones are read when opened. False
   * without an account.
   */
  keepDetails: oc
    .input(z.object({ months: z.union([z.literal(DETAILS_MONTHS), z.null()]) }))
    .output(z.object({ done: z.boolean() })),
  /** Limits the requests per minute, without those that a person waits for. False without an account. */
  limitRequests: oc
    .input(z.object({ perMinute: z.literal(REQUEST_LIMITS) }))
    .output(z.object({ done: z.boolean() })),
  /**
   * A window reports that it is in use, at least every two minutes, or that it was left. Without this call
   * the pull runs as in the background. `shows`: the kinds of record on its screen, so that the pull reads
   * them every minute even if it otherwise reads them less often.
   */
  attend: oc
    .input(
      z.object({
        windowId: z.string().max(64),
        inUse: z.boolean(),
        shows: z.array(resourceSchema).max(RESOURCES.length).default([]),
        /** The name of the computer's time zone. The core's process keeps the one in which it was started. */
        timeZone: z.string().max(100).optional(),
      }),
    )
    .output(z.object({})),
  /**
   * Reads the details of one record, outside the budget, when a record is opened. Returns false offline or if
   * not offered.
   */
  fetchDetail: oc
    .input(z.object({ resource: resourceSchema, id: z.string() }))
    .output(z.object({ held: z.boolean() })),
};

export const activityContract = {
  /**
   * E8 figures from disk with `asOf` (epoch ms), refreshed in the background when online; null if never read.
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
        /** They have no row, and sums do not include them. */
        missing: z.array(withoutReport),
        state: z.enum(['held', 'loading', 'offline', 'failed']),
        error: failureSchema.nullable(),
      }),
    ),
};
