/**
 * The story of a company or a lead: its trail, its documents and what still waits to be delivered, as one
 * list by server time, newest first. Read from disk, page after page by keyset, so a page stays right while
 * records come and go.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { TIMELINE_KINDS } from '../domain/timeline-kinds';
import { intentStateSchema } from './outbox';
import { resourceSchema } from './records';

const subjectSchema = z.object({ resource: z.enum(['company', 'lead']), id: z.string().min(1).max(100) });
export type TimelineSubject = z.infer<typeof subjectSchema>;

export const timelineEntrySchema = z.object({
  /** Unique within one timeline, and the same at every reading. */
  key: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** The record to open; of an `edit`, the record it changes. */
  resource: resourceSchema,
  id: z.string(),
  /**
   * Server time: when the service made the record, or when an undelivered one was last touched; `''` where
   * none is known.
   */
  time: z.string(),
  /** Display values by field, those a line of the story needs; of an `edit`, only what changes. */
  values: z.record(z.string(), z.unknown()),
  /** What in the outbox stands behind it; empty for what the service has. */
  intents: z.array(z.object({ id: z.string(), state: intentStateSchema })),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const kindFiguresSchema = z.object({
  kind: z.enum(TIMELINE_KINDS).exclude(['edit']),
  count: z.number(),
  /** The newest one, by the same time the list goes by. */
  latest: z.object({ id: z.string(), time: z.string() }).nullable(),
  /**
   * Per currency code (`''` where none is said), every digit kept; only of kinds that carry an amount.
   * Undelivered ones are not in it.
   */
  sums: z.array(z.object({ currency: z.string(), count: z.number(), amount: z.string() })),
});
export type KindFigures = z.infer<typeof kindFiguresSchema>;

/** Kinds whose making is counted by day. */
export const COUNTED_KINDS = [
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
  /** `early` of them were made before the time of day that was asked about. */
  days: z.array(z.object({ day: z.string(), count: z.number(), early: z.number() })),
});
export type DayCounts = z.infer<typeof dayCountsSchema>;
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const timelineContract = {
  page: oc
    .input(
      subjectSchema.extend({
        /** Empty: all. `edit` asks for everything that waits, new documents among it. */
        kinds: z.array(z.enum(TIMELINE_KINDS)).max(TIMELINE_KINDS.length).default([]),
        /** A user id: who wrote or handles it. */
        person: z.string().max(40).nullable().default(null),
        text: z.string().max(200).default(''),
        cursor: z.string().max(120).nullable().default(null),
        limit: z.int().min(1).max(200).default(60),
      }),
    )
    /** `next` is null at the end. */
    .output(z.object({ entries: z.array(timelineEntrySchema), next: z.string().nullable() })),
  /** At a glance: how many, how much, who. `pending` counts what is not delivered yet. */
  figures: oc.input(subjectSchema).output(
    z.object({
      kinds: z.array(kindFiguresSchema),
      people: z.array(z.object({ id: z.string(), count: z.number() })),
      pending: z.number(),
    }),
  ),
  /**
   * What was made on which day of the server's calendar, both ends included; days without anything are left
   * out.
   */
  days: oc
    .input(
      z.object({
        kinds: z.array(z.enum(COUNTED_KINDS)).min(1).max(COUNTED_KINDS.length),
        from: daySchema,
        to: daySchema,
        person: z.string().max(40).nullable().default(null),
        /** A time of the server's day, `HH:MM`. */
        until: z
          .string()
          .regex(/^\d{2}:\d{2}$/)
          .default('24:00'),
      }),
    )
    .output(z.array(dayCountsSchema)),
};
