/**
 * Facts for the user or the support when something does not work. They contain no token and no content of a
 * record.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ERROR_CODES, failureSchema } from './errors';
import { resourceSchema } from './records';

const logLine = z.object({
  at: z.string(),
  level: z.enum(['error', 'warn', 'info']),
  message: z.string(),
  facts: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

export const diagnosticsContract = {
  get: oc.output(
    z.object({
      drift: z.array(
        z.object({
          resource: z.string(),
          field: z.string(),
          kind: z.enum(['missing', 'type', 'unknown']),
          count: z.number(),
          sample: z.string(),
        }),
      ),
      assumptions: z.array(z.object({ id: z.string(), state: z.enum(['assumed', 'proved', 'disproved']) })),
      requests: z.array(
        z.object({
          at: z.number(),
          method: z.string(),
          path: z.string(),
          outcome: z.string(),
          durationMs: z.number(),
        }),
      ),
      serverOffsetMs: z.number().nullable(),
      offers: z.array(
        z.object({ path: z.string(), offered: z.boolean().nullable(), probedAt: z.number().nullable() }),
      ),
      dataDirectory: z.string(),
    }),
  ),
  /**
   * Rows and bytes per kind of record. It reads every page of the file, so it is called only where the result
   * is shown.
   */
  storage: oc.output(z.array(z.object({ name: z.string(), rows: z.number(), sizeBytes: z.number() }))),
  /** Bytes on disk: the cache file, the file of unsent work, and the log. */
  files: oc.output(z.object({ cacheBytes: z.number(), outboxBytes: z.number(), logBytes: z.number() })),
  /** The pull's latest rounds, newest first. */
  rounds: oc.output(
    z.array(
      z.object({
        startedAt: z.number(),
        endedAt: z.number(),
        trouble: z.enum(ERROR_CODES).nullable(),
        failed: z.array(resourceSchema),
        changed: z.partialRecord(resourceSchema, z.number()),
      }),
    ),
  ),
  /** The end of the log, newest first; only lines that contain `text`, as the screen shows them. */
  log: oc
    .input(
      z.object({
        levels: z.array(z.enum(['error', 'warn', 'info'])).min(1),
        text: z.string().max(200).default(''),
        limit: z.int().min(1).max(1000).default(300),
      }),
    )
    .output(z.object({ lines: z.array(logLine), more: z.boolean() })),
  /**
   * Everything above as one text for the support: no token, no address beyond the host, no home directory, no
   * record.
   */
  bundle: oc.output(z.object({ fileName: z.string(), text: z.string() })),
  /** Makes one small read now. */
  testConnection: oc.output(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), durationMs: z.number(), serverTime: z.string().nullable() }),
      z.object({ ok: z.literal(false), durationMs: z.number(), error: failureSchema }),
    ]),
  ),
  /**
   * Deletes the copy of one kind of record and downloads it again, when the service answers. Never touches
   * unsent work.
   */
  refetch: oc.input(z.object({ resource: resourceSchema })).output(z.object({ started: z.boolean() })),
};
