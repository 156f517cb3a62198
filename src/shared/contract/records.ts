/** Lists, records and search, which the screens read from disk. No call waits for the network. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { FIELD_KINDS } from '../domain/fields';
import { INTENT_STATES } from '../domain/intent';
import { RESOURCES } from '../domain/resources';

export const resourceSchema = z.enum(RESOURCES);

/** A CRM may have hundreds of custom fields, and an export of all columns asks for each. */
export const MOST_COLUMNS = 2_000;

/** One field of a resource, as a list column and as a line in the panel. */
const columnSchema = z.object({
  key: z.string(),
  kind: z.enum(FIELD_KINDS),
  options: z.string().optional(),
  /**
   * The service's name of a custom field; `''` if it gives none. The renderer has the names of the other fields
   * (`field.<resource>.<key>`).
   */
  customName: z.string().optional(),
  /**
   * A field that neither the contract nor a list of the service names. It is shown separately, never in
   * lists.
   */
  other: z.boolean().optional(),
  /** Comes with the record's details (company/info …), so it is empty until these are on disk. */
  fromDetail: z.boolean().optional(),
  /** `indexed`: sorted by an index; `scan`: sorted once per view; `none`: cannot be sorted. */
  sort: z.enum(['indexed', 'scan', 'none']),
});
export type Column = z.infer<typeof columnSchema>;

/**
 * Filters by field. Dates and times compare as server text, numbers as decimals, people and ids as ids. Among the
 * values of `in`, `NO_VALUE` finds the records without a value.
 */
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
  /** Search words. Every word must match; the last one may be a prefix. */
  search: z.string().max(200).default(''),
  /** false: live records; true: only records the service reports as deleted. */
  removed: z.boolean().default(false),
});
export type View = z.input<typeof viewSchema>;

/**
 * The user's pending work on a row: which columns of `values` come from it, and its states. `needsUser`:
 * refused, in conflict, or in doubt so that only the user can decide.
 */
const pendingSchema = z.object({
  intents: z.array(z.object({ id: z.string(), state: z.enum(INTENT_STATES).exclude(['draft']) })),
  fields: z.array(z.string()),
  needsUser: z.boolean(),
});

/**
 * A list row: display values by column key (ids and decimals as text; nested objects as on the service). `id`
 * is `local:…` for a record that the service has not created yet.
 */
export const rowSchema = z.object({
  id: z.string(),
  values: z.record(z.string(), z.unknown()),
  removed: z.boolean().optional(),
  /** An order that only the CRM's list of drafts shows. */
  draft: z.boolean().optional(),
  /** The damaged copy cannot give this record: there are no values of the service, and `id` may be empty. */
  unreadable: z.boolean().optional(),
  /** The record has details on disk. */
  hasDetail: z.boolean().optional(),
  pending: pendingSchema.optional(),
  /**
   * Columns that the service accepts but never returns: shown as sent, with the server time of its answer.
   */
  asSent: z.record(z.string(), z.object({ at: z.string().nullable() })).optional(),
});
export type Row = z.infer<typeof rowSchema>;

const subtitleShape = {
  subtitle: z.string(),
  /** The amount with which `subtitle` ends, as the service sent it; `currency` may be empty. */
  money: z.object({ amount: z.string(), currency: z.string() }).optional(),
};

export const recordSchema = rowSchema.extend({
  resource: resourceSchema,
  title: z.string(),
  ...subtitleShape,
  columns: z.array(columnSchema),
  /** When the list copy and the details were read, epoch milliseconds of this computer's clock. */
  fetchedAt: z.number(),
  detailAt: z.number().nullable(),
  /**
   * `offered`: details can be had but are not here yet; `not-offered`: the service has none;
   * `no-permission`: this account, or its token's scope, may not read them.
   */
  detailState: z.enum(['held', 'offered', 'not-offered', 'no-permission']),
  /** The exact JSON the service sent; empty for a record that is not in the copy on disk yet. */
  raw: z.string(),
  /** The real id, if the request used a local id and the service has created the record since. */
  movedTo: z.string().optional(),
});
export type RecordView = z.infer<typeof recordSchema>;

const searchHitSchema = z.object({
  resource: resourceSchema,
  id: z.string(),
  title: z.string(),
  ...subtitleShape,
  time: z.string(),
  /** As in a row. */ pending: pendingSchema.optional(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/**
 * Exact sums of amounts per currency (ISO code; `''` if there is none), the most frequent first; `count` is
 * the number of records with an amount.
 */
const currencySumsSchema = z.array(z.object({ currency: z.string(), count: z.number(), sum: z.string() }));
/**
 * `sums` leaves out drafts (draft orders and draft receipts) and collections that are not effective. `drafts` has the
 * sums of these alone.
 */
const totalsSchema = z.object({
  fields: z.array(z.object({ field: z.string(), sums: currencySumsSchema, drafts: currencySumsSchema })),
});
export type Totals = z.infer<typeof totalsSchema>;

/** One value of a field: the value for an `in` filter, its label, and how many records have it. */
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
        columns: z.array(z.string()).max(MOST_COLUMNS).optional(),
        /** false: the records as the service last gave them, without the user's pending work. */
        withPending: z.boolean().default(true),
        /** true: a record that the damaged copy cannot give is an `unreadable` row, not an error. */
        markUnreadable: z.boolean().default(false),
      }),
    )
    .output(z.object({ total: z.number(), start: z.number(), rows: z.array(rowSchema) })),
  get: oc.input(z.object({ resource: resourceSchema, id: z.string() })).output(recordSchema.nullable()),
  /**
   * Records related to this one (a company's orders, an order's quotations …), newest first, at most `limit`
   * of each kind.
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
  /**
   * Distinct values of a field with their counts, for filter menus: at most `MOST_FACETS`, the most frequent
   * first. `text` keeps those whose label contains it. `values` come with their labels in any case, after the
   * others; `NO_VALUE` comes last, with the number of records without a value. `removed`: the values of the list of
   * removed records.
   */
  facets: oc
    .input(
      z.object({
        resource: resourceSchema,
        field: z.string(),
        text: z.string().max(200).default(''),
        values: z.array(z.string()).max(500).default([]),
        removed: z.boolean().default(false),
      }),
    )
    .output(z.array(facetSchema)),
  /**
   * The totals of a whole view for its money fields. Computed in pieces, so that lists are answered
   * meanwhile. `bad-input` for fields without amounts.
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
        /** The service's original item, for lists of fields: type, options, and the part it belongs to. */
        raw: z.unknown().optional(),
      }),
    ),
  ),
};
