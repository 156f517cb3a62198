/** Lists, records, search: what the screens read from disk. Nothing here ever waits for the network. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { FIELD_KINDS } from '../domain/fields';
import { INTENT_STATES } from '../domain/intent';
import { RESOURCES } from '../domain/resources';

export const resourceSchema = z.enum(RESOURCES);

/** One field of a resource, as a list column and as a line in the panel. */
export const columnSchema = z.object({
  key: z.string(),
  kind: z.enum(FIELD_KINDS),
  options: z.string().optional(),
  /**
   * Custom fields carry the service's own name; others are worded by the renderer
   * (`field.<resource>.<key>`).
   */
  customName: z.string().optional(),
  /** A field that neither the contract nor a list of the service names; shown apart, never in lists. */
  other: z.boolean().optional(),
  /** Comes with the record's details (company/info …), so it is empty until they are held. */
  fromDetail: z.boolean().optional(),
  /** `indexed`: instant; `scan`: sorted once per view; `none`: cannot be sorted. */
  sort: z.enum(['indexed', 'scan', 'none']),
  serviceFilter: z.boolean().optional(),
});
export type Column = z.infer<typeof columnSchema>;

/** Filters by field. Dates and times compare as server text, numbers as decimals, people and ids as ids. */
export const filterSchema = z.discriminatedUnion('op', [
  z.object({ field: z.string(), op: z.literal('in'), values: z.array(z.string()).min(1).max(500) }),
  z.object({
    field: z.string(),
    op: z.literal('between'),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  z.object({ field: z.string(), op: z.literal('contains'), text: z.string().max(200) }),
  z.object({ field: z.string(), op: z.literal('empty') }),
  z.object({ field: z.string(), op: z.literal('notEmpty') }),
]);
export type Filter = z.infer<typeof filterSchema>;

export const viewSchema = z.object({
  resource: resourceSchema,
  filters: z.array(filterSchema).max(50).default([]),
  sort: z
    .array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) }))
    .max(5)
    .default([]),
  /** Full-text words; every word must match, the last one as a prefix. */
  search: z.string().max(200).default(''),
  /** false: live records; true: only records the service reports as deleted. */
  removed: z.boolean().default(false),
});
export type View = z.input<typeof viewSchema>;

/**
 * The user's own work that the copy on disk does not show yet: which columns of a row's `values` come from
 * it, and where it stands. `needsUser`: refused, in conflict, or in doubt with nobody else to decide.
 */
const pendingSchema = z.object({
  intents: z.array(z.object({ id: z.string(), state: z.enum(INTENT_STATES).exclude(['draft']) })),
  fields: z.array(z.string()),
  needsUser: z.boolean(),
});

/**
 * A list row: display values by column key (ids and decimals as text; nested objects as the service nests
 * them). `id` is `local:…` for a record the service has not made yet.
 */
export const rowSchema = z.object({
  id: z.string(),
  values: z.record(z.string(), z.unknown()),
  removed: z.boolean().optional(),
  /** The record has details on disk. */
  hasDetail: z.boolean().optional(),
  pending: pendingSchema.optional(),
  /** Columns the service took and never gives back: shown as sent, with the server time of its answer. */
  asSent: z.record(z.string(), z.object({ at: z.string().nullable() })).optional(),
});
export type Row = z.infer<typeof rowSchema>;

export const recordSchema = rowSchema.extend({
  resource: resourceSchema,
  title: z.string(),
  columns: z.array(columnSchema),
  /** When the list copy and the details were read, epoch milliseconds of this computer's clock. */
  fetchedAt: z.number(),
  detailAt: z.number().nullable(),
  /** `offered`: details can be had but are not here yet; `not-offered`: the service has none. */
  detailState: z.enum(['held', 'offered', 'not-offered']),
  /** The exact JSON the service sent; empty for a record that is not in the copy on disk yet. */
  raw: z.string(),
  /** Asked for by a local id, and the service has named it since: its id there. */
  movedTo: z.string().optional(),
});
export type RecordView = z.infer<typeof recordSchema>;

export const searchHitSchema = z.object({
  resource: resourceSchema,
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  time: z.string(),
  /** As in a row. */ pending: pendingSchema.optional(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/**
 * Exact sums of amounts per currency (ISO code; `''` where none is stated), the most frequent first;
 * `count`: records that state the amount.
 */
export const totalsSchema = z.object({
  fields: z.array(
    z.object({
      field: z.string(),
      sums: z.array(z.object({ currency: z.string(), count: z.number(), sum: z.string() })),
    }),
  ),
});
export type Totals = z.infer<typeof totalsSchema>;

/** One value of a field: what an `in` filter takes, how it is shown, and how many records have it. */
const facetSchema = z.object({ value: z.string(), label: z.string(), count: z.number() });
export type Facet = z.infer<typeof facetSchema>;

export const recordsContract = {
  columns: oc.input(z.object({ resource: resourceSchema })).output(z.array(columnSchema)),
  /** A window of a view: `start` counts from 0. `total` is the whole view. */
  page: oc
    .input(
      z.object({
        view: viewSchema,
        start: z.int().min(0),
        limit: z.int().min(1).max(500),
        columns: z.array(z.string()).max(200).optional(),
      }),
    )
    .output(z.object({ total: z.number(), start: z.number(), rows: z.array(rowSchema) })),
  get: oc.input(z.object({ resource: resourceSchema, id: z.string() })).output(recordSchema.nullable()),
  /**
   * Records tied to this one (a company's orders, an order's quotations …), newest first, at most `limit`
   * each.
   */
  related: oc
    .input(z.object({ resource: resourceSchema, id: z.string(), limit: z.int().min(1).max(100).default(20) }))
    .output(z.array(z.object({ resource: resourceSchema, total: z.number(), rows: z.array(rowSchema) }))),
  search: oc
    .input(
      z.object({
        text: z.string().max(200),
        resources: z.array(resourceSchema).optional(),
        limit: z.int().min(1).max(100).default(30),
      }),
    )
    .output(z.array(searchHitSchema)),
  /** Distinct values of a field with their counts, for filter menus (at most 200, most frequent first). */
  facets: oc.input(z.object({ resource: resourceSchema, field: z.string() })).output(z.array(facetSchema)),
  /**
   * Totals of a whole view for its money fields. Takes its time in pieces: lists are answered meanwhile.
   * `bad-input` for fields that hold no amounts.
   */
  totals: oc
    .input(z.object({ view: viewSchema, fields: z.array(z.string()).min(1).max(6) }))
    .output(totalsSchema),
  lookup: oc.input(z.object({ name: z.string() })).output(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        parentId: z.string().optional(),
        color: z.string().optional(),
        /** The service's own item, of the lists of fields: type, options, what it belongs to. */
        raw: z.unknown().optional(),
      }),
    ),
  ),
};
