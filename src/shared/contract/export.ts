/**
 * The export of a list to a file. `start` fixes the records and their order. Each `next` works for a few
 * milliseconds and returns the finished piece of the file. So a long export never blocks a list, runs no
 * faster than the window reads it, and leaves nothing behind if it is cancelled.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MOST_COLUMNS, viewSchema } from './records';

const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The maximum rows of a worksheet, including the header (ECMA-376; Excel refuses more). */
export const MAX_SHEET_ROWS = 1_048_576;

/** The names of custom fields come from the CRM, so their length has no limit that is known. */
const MOST_LABEL = 10_000;

export const exportRequestSchema = z.object({
  view: viewSchema,
  /** Only these records of the view's resource, in this order. */
  ids: z.array(z.string()).max(20_000).optional(),
  format: z.enum(EXPORT_FORMATS),
  columns: z
    .array(z.object({ key: z.string(), label: z.string().max(MOST_LABEL) }))
    .min(1)
    .max(MOST_COLUMNS),
  /**
   * Texts from the window, which knows the user's language. `enums`: built-in enumerations by name and code,
   * and `country`, the names of countries by their two-letter code.
   */
  words: z.object({
    yes: z.string(),
    no: z.string(),
    sheet: z.string().max(200),
    enums: z.record(z.string(), z.record(z.string(), z.string())),
    /**
     * The heading of the last column, and what it says of a row (`RowNote`). Without it, and if no record of the kind
     * is a draft or has pending work and no record of `ids` was deleted, there is no such column.
     */
    notes: z
      .object({
        heading: z.string(),
        draft: z.string(),
        unsent: z.string(),
        changed: z.string(),
        deleted: z.string(),
      })
      .optional(),
  }),
  /**
   * The service's wall clock minus our UTC clock, in milliseconds, to write times in the computer's time
   * zone. Without it they stay the service's.
   */
  serverOffsetMs: z.number().nullable().default(null),
  /** The name of the computer's time zone, as the window knows it; otherwise it is that of the core. */
  timeZone: z.string().max(100).nullable().default(null),
});
export type ExportRequest = z.output<typeof exportRequestSchema>;

export const exportContract = {
  start: oc
    .input(exportRequestSchema)
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), id: z.string(), total: z.number() }),
        z.object({ ok: z.literal(false), code: z.enum(['too-many-rows', 'no-account']) }),
      ]),
    ),
  /**
   * `chunk` is text for CSV and base64 for XLSX; each can be decoded alone. `gone`: cancelled, not read for a
   * minute, another account is open, or records of the list were deleted from this computer.
   */
  next: oc
    .input(z.object({ id: z.string() }))
    .output(z.object({ state: z.enum(['running', 'done', 'gone']), rows: z.number(), chunk: z.string() })),
  cancel: oc.input(z.object({ id: z.string() })).output(z.object({ ok: z.literal(true) })),
};
