/**
 * Preparing a journey: which records the user wants offline, whether all of them are on this computer, and the
 * download of what is missing. The check reads only from disk, so its result is the same offline.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MOST_TRAVEL_RECORDS, TRAVEL_KINDS, type TravelKind } from '../domain/travel';
import { resourceSchema, viewSchema } from './records';

const MOST_PINS = MOST_TRAVEL_RECORDS;

const kindSchema = z.enum(TRAVEL_KINDS);
const idSchema = z.string().min(1).max(100);
const listViewSchema = viewSchema.extend({ resource: kindSchema });

export const travelPinSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('record'), resource: kindSchema, id: idSchema }),
  /** A list by its filters. It contains the records that match when it is checked. */
  z.object({
    kind: z.literal('list'),
    id: idSchema,
    name: z.string().min(1).max(200),
    view: listViewSchema,
  }),
]);
export type TravelPin = z.infer<typeof travelPinSchema>;

export const travelKindOf = (pin: TravelPin): TravelKind =>
  pin.kind === 'record' ? pin.resource : pin.view.resource;

const pinStateSchema = z.object({
  key: z.string(),
  kind: z.enum(['record', 'list']),
  resource: kindSchema,
  /** The record's id; null for a list. */
  id: z.string().nullable(),
  title: z.string(),
  /** The filters with which a list was added. The saved view with the same id may have been changed since. */
  view: listViewSchema.optional(),
  /** Records of a list; 1 for a record, 0 if it is not on this computer. */
  subjects: z.number(),
  /** Records that belong to them, themselves included. */
  records: z.number(),
  /**
   * How many of them lack their details. Null if this is unknown: none lacks its details, but a list of records that
   * may belong to them is not complete, or the record or its kind is not on this computer.
   */
  missing: z.number().nullable(),
  /** The record was deleted in the CRM. */
  isGone: z.boolean(),
});
export type TravelPinState = z.infer<typeof pinStateSchema>;

/** `records`: rows of a kind; `details`: lines, contacts and notes of records whose rows are here. */
const partSchema = z.enum(['records', 'details']);

export const travelStateSchema = z.object({
  pins: z.array(pinStateSchema),
  /** The number of pinned records by kind, each counted once. */
  counts: z.array(z.object({ resource: kindSchema, count: z.number() })),
  /** What can be downloaded and is not on this computer. Empty if everything is here. */
  missing: z.array(
    z.object({
      resource: resourceSchema,
      part: partSchema,
      /** Null if it is unknown. */
      count: z.number().nullable(),
      /**
       * `not-yet`: can be downloaded now; `copying`: the list is being copied; `refused`: the service does
       * not give these records' details; `failed`: the list could not be read.
       */
      why: z.enum(['not-yet', 'offline', 'sign-in', 'copying', 'refused', 'failed']),
    }),
  ),
  /** What cannot be downloaded; `unverified`: the list changed while it was copied. */
  absent: z.array(
    z.object({
      resource: resourceSchema,
      part: partSchema,
      why: z.enum(['not-offered', 'no-permission', 'left-out', 'unverified']),
    }),
  ),
  /** Up to when the lists are complete, epoch milliseconds; null before the first copy is whole. */
  asOf: z.number().nullable(),
  /** A download is under way: details downloaded, and how many are wanted in all. */
  running: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** Records of pinned lists beyond `MOST_TRAVEL_RECORDS`: not checked. */
  beyond: z.number(),
});
export type TravelState = z.infer<typeof travelStateSchema>;

const done = z.object({ done: z.boolean() });

export const travelContract = {
  /** Checks what is here and what is not. Without an account, or without pins, everything is empty. */
  state: oc.output(travelStateSchema),
  /** The keys of what is pinned, without a check. */
  pins: oc.output(z.array(z.string())),
  /** False where there would be too many. What is pinned already stays. Throws `no-account`. */
  pin: oc.input(z.object({ pins: z.array(travelPinSchema).min(1).max(MOST_PINS) })).output(done),
  /** `null` removes all. Throws `no-account`. */
  unpin: oc.input(z.object({ keys: z.array(z.string().max(220)).max(MOST_PINS).nullable() })).output(done),
  /**
   * Updates the lists and downloads what is missing, before background requests. Returns at once. If the connection is
   * lost, the download continues when the service answers again.
   */
  prepare: oc.output(done),
  /** Ends the download; what has come stays. */
  stop: oc.output(done),
};
