/**
 * The timeline of a company or a lead: its trail, its documents and its pending work in one list by server
 * time, newest first. It is read from disk and paged by keyset, so a page stays correct while records are
 * added or removed.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { TIMELINE_KINDS } from '../domain/timeline-kinds';
import { intentStateSchema } from './outbox-item';
import { resourceSchema } from './records';

const subjectSchema = z.object({ resource: z.enum(['company', 'lead']), id: z.string().min(1).max(100) });
export type TimelineSubject = z.infer<typeof subjectSchema>;

const timelineEntrySchema = z.object({
  /** Unique within one timeline, and stable. */
  key: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** The record to open; for an `edit`, the changed record. */
  resource: resourceSchema,
  id: z.string(),
  /** Server time of the creation, or of the last change of an undelivered record; `''` if unknown. */
  time: z.string(),
  /** Display values by field, as far as an entry needs them; for an `edit`, only the changes. */
  values: z.record(z.string(), z.unknown()),
  /** The outbox intents of the entry; empty for stored records. */
  intents: z.array(z.object({ id: z.string(), state: intentStateSchema })),
  /** One of them was refused, is in conflict, or waits for a decision. */
  needsUser: z.boolean(),
  /** An order that nobody has approved: no sum of money includes it. */
  draft: z.boolean().optional(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const kindFiguresSchema = z.object({
  kind: z.enum(TIMELINE_KINDS).exclude(['edit']),
  /** With new records that wait for their delivery, as the timeline shows them. */
  count: z.number(),
  /** The newest one, by the time that sorts the list. */
  latest: z.object({ id: z.string(), time: z.string() }).nullable(),
  /**
   * Per currency code (`''` if there is none), exact; only for kinds with an amount. Undelivered documents and
   * draft receipts are not included.
   */
  sums: z.array(z.object({ currency: z.string(), count: z.number(), amount: z.string() })),
});
export type KindFigures = z.infer<typeof kindFiguresSchema>;

/** Kinds whose creation is counted by day. */
const COUNTED_KINDS = [
  'trail',
  'quotation',
  'order',
  'outboundInvoice',
  'receipt',
  'company',
  'lead',
] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];
const dayCountsSchema = z.object({
  kind: z.enum(COUNTED_KINDS),
  /** `early` of them were created before the given time of day. */
  days: z.array(z.object({ day: z.string(), count: z.number(), early: z.number() })),
});
export type DayCounts = z.infer<typeof dayCountsSchema>;
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** `name`: as a record has it; null if none does. The list of users may not be permitted. */
const personFigureSchema = z.object({ id: z.string(), name: z.string().nullable(), count: z.number() });
export type PersonFigure = z.infer<typeof personFigureSchema>;

export const timelineContract = {
  page: oc
    .input(
      subjectSchema.extend({
        /** Empty means all. `edit` means all pending work, including new documents. */
        kinds: z.array(z.enum(TIMELINE_KINDS)).max(TIMELINE_KINDS.length).default([]),
        /** A user id: the author or owner. */
        person: z.string().max(40).nullable().default(null),
        text: z.string().max(200).default(''),
        cursor: z.string().max(120).nullable().default(null),
        limit: z.int().min(1).max(200).default(60),
      }),
    )
    /** `next` is null on the last page. */
    .output(z.object({ entries: z.array(timelineEntrySchema), next: z.string().nullable() })),
  /** The summary: counts, sums, people. `pending` counts undelivered work. */
  figures: oc.input(subjectSchema).output(
    z.object({
      kinds: z.array(kindFiguresSchema),
      people: z.array(personFigureSchema),
      pending: z.number(),
    }),
  ),
  /**
   * The number of records created on each server day, both ends included; empty days are left out. New records that
   * wait for their delivery are included.
   */
  days: oc
    .input(
      z.object({
        kinds: z.array(z.enum(COUNTED_KINDS)).min(1).max(COUNTED_KINDS.length),
        from: daySchema,
        to: daySchema,
        person: z.string().max(40).nullable().default(null),
        /** A server time of day, `HH:MM`. */
        until: z
          .string()
          .regex(/^\d{2}:\d{2}$/)
          .default('24:00'),
      }),
    )
    .output(z.array(dayCountsSchema)),
};
