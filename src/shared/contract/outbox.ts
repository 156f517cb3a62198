/**
 * The outbox over the typed IPC: drafts, intents, the user's decisions, the ledger. No call waits for the
 * network. When a call returns `ok`, its result is on disk.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MOST_ITEMS_BY_ID } from '../domain/limits';
import { customFieldsSchema, snapshotSchema } from '../domain/intent-schema';
import { doneSchema, submittedSchema } from './outbox-decisions';
import {
  chainItemSchema,
  intentKindSchema,
  intentStateSchema,
  intentViewSchema,
  ledgerEntrySchema,
} from './outbox-item';
import { resourceSchema } from './records';

export const draftSchema = z.object({
  id: z.string(),
  kind: intentKindSchema,
  target: z.string().nullable(),
  form: z.unknown(),
  base: snapshotSchema.nullable(),
  intentId: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;

export const outboxSummarySchema = z.object({
  counts: z.record(z.string(), z.number()),
  /** Not yet delivered: queued, sending, in doubt, refused, in conflict. */
  waiting: z.number(),
  /** Refused, in conflict, or waiting for a decision. */
  needsUser: z.number(),
  /** Delivered edits whose values a late attempt replaced; the user has not checked them yet. */
  replaced: z.number(),
  /** On hold, restored, or waiting for the first review of their kind: not sent until the user says so. */
  held: z.number(),
  /** Other items that are sent only after one of these, or after one that needs the user. */
  blocked: z.number(),
  paused: z.boolean(),
  needsSignIn: z.boolean(),
  quietUntil: z.number(),
  holds: z.partialRecord(intentKindSchema, z.enum(['review', 'not-permitted'])),
  /** The oldest queued item of each kind in `holds` that has one. */
  firstHeld: z.partialRecord(intentKindSchema, z.string()),
  /** The number of unreadable rows of the file; `unreadable` lists them. */
  unreadable: z.number(),
  /**
   * Why the disk refuses writes, so that nothing is sent; null while writes succeed. `low`: the reserve file
   * was freed, and only the outbox may write.
   */
  storage: z.enum(['full', 'read-only', 'failing', 'low']).nullable(),
  /** How long a saved item waits before it may be sent, so that the user can undo it. */
  undoSeconds: z.number(),
});
export type OutboxSummary = z.infer<typeof outboxSummarySchema>;

/** How many items of a copy were added, and how many were here already. */
const restoredSchema = z.object({
  ok: z.literal(true),
  added: z.number(),
  skipped: z.number(),
  /** The number of drafts that were added. */
  drafts: z.number(),
  /** The number of unreadable items of the copy; the others are restored. */
  unreadable: z.number(),
});
export type RestoredCopy = z.infer<typeof restoredSchema>;

/**
 * What was added from outboxes that were set aside. `files`: those that were read; `locked`: those that need another
 * key. `mistyped`: the text is no recovery code.
 */
const readBackSchema = z.discriminatedUnion('ok', [
  restoredSchema.extend({ files: z.int(), locked: z.int() }),
  z.object({ ok: z.literal(false), code: z.literal('mistyped') }),
]);
export type ReadBack = z.infer<typeof readBackSchema>;

/** The summary if no account is open. */
export const NO_OUTBOX: OutboxSummary = {
  counts: {},
  waiting: 0,
  needsUser: 0,
  replaced: 0,
  held: 0,
  blocked: 0,
  paused: false,
  needsSignIn: false,
  quietUntil: 0,
  holds: {},
  firstHeld: {},
  unreadable: 0,
  storage: null,
  undoSeconds: 0,
};

/** The initial values of an edit form: the copy on disk, and the same with all pending work. */
const editBaseSchema = z.object({
  /**
   * Null for a record that the service has not created yet. Fields that the service never returns are absent.
   */
  base: snapshotSchema.nullable(),
  /** `custom`: the custom fields that the unsettled intents set. */
  current: snapshotSchema.extend({
    children: z.array(
      snapshotSchema.shape.children.unwrap().element.extend({ custom: customFieldsSchema.optional() }),
    ),
    custom: customFieldsSchema.optional(),
  }),
  /** True if contacts or lines are known. Otherwise an edit may only add new ones. */
  hasChildren: z.boolean(),
  /** The unsettled intents, oldest first. */
  pending: z.array(z.object({ id: z.string(), state: intentStateSchema })),
});
export type EditBase = z.infer<typeof editBaseSchema>;

/** A record that may be a duplicate of a new one; records with `local:` ids are still in the outbox. */
const possibleDuplicateSchema = z.object({
  resource: resourceSchema,
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  because: z.array(z.enum(['name', 'email', 'domain', 'phone'])),
});
export type PossibleDuplicate = z.infer<typeof possibleDuplicateSchema>;

/** A row that is set apart: never sent, never deleted. `raw` has all its columns as JSON. */
const unreadableRowSchema = z.object({
  table: z.enum(['intents', 'versions', 'drafts', 'ledger']),
  id: z.string(),
  why: z.enum(['unreadable', 'altered']),
  raw: z.string(),
});

/** The longest copy of an outbox that can be restored. It has all items with their histories. */
export const MOST_RESTORED_CHARACTERS = 100_000_000;

const byId = z.object({ id: z.string() });
/**
 * Made by the window for each press of a button. A repeat of the id, after a lost answer or a restart,
 * returns the first answer and changes nothing. An id of another operation is refused as `invalid`.
 */
const operation = { operationId: z.string().min(1).max(100).optional() };
const decisionInput = byId.extend(operation);
/**
 * The account that the form was opened in. If another one is open by now, nothing is saved, and the call fails
 * with `other-account`: the ids of a form mean other records at another service.
 */
const ofAccount = { accountId: z.string().optional() };
/**
 * `draftAt` is the `updatedAt` of the draft as the form last read or wrote it (null: never). If the draft is
 * gone since, because another window saved or discarded it, the answer is `draft-gone` and nothing is saved.
 */
const commandInput = z.object({
  command: z.unknown(),
  draftId: z.string().nullable().default(null),
  draftAt: z.number().nullable().optional(),
  ...operation,
  ...ofAccount,
});

export const outboxContract = {
  summary: oc.output(outboxSummarySchema),
  /**
   * In order of creation: all, or only the `first` ones; with `latest`, only that many, the latest changed
   * first. With `ids`, those of these items that exist, in the order of the ids.
   */
  list: oc
    .input(
      z.object({
        states: z.array(intentStateSchema).optional(),
        first: z.int().min(1).max(10_000).optional(),
        latest: z.int().min(1).max(500).optional(),
        ids: z.array(z.string()).max(MOST_ITEMS_BY_ID).optional(),
      }),
    )
    .output(z.array(intentViewSchema)),
  /** The items that `replaced` of the summary counts. */
  replaced: oc.output(z.array(intentViewSchema)),
  /**
   * `payload` is the exact request that was sent last, or that would be sent now; null while it names records
   * without a real id.
   */
  get: oc.input(byId).output(
    z
      .object({
        intent: intentViewSchema,
        ledger: z.array(ledgerEntrySchema),
        chain: z.array(chainItemSchema),
        payload: z.object({ path: z.string(), body: z.string(), sent: z.boolean() }).nullable(),
      })
      .nullable(),
  ),
  /** Every intent of one record, by service id or local id, latest first. */
  forRecord: oc
    .input(z.object({ kind: intentKindSchema, ref: z.string() }))
    .output(z.array(intentViewSchema)),

  /** The initial values of an edit of this record; null if neither cache nor outbox knows it. */
  editBase: oc.input(z.object({ kind: intentKindSchema, ref: z.string() })).output(editBaseSchema.nullable()),
  /** Companies and leads with the same name, e-mail or phone, from disk; at most ten. */
  possibleDuplicates: oc
    .input(
      z.object({
        names: z.array(z.string().max(500)).max(20),
        emails: z.array(z.string().max(500)).max(50),
        phones: z.array(z.string().max(100)).max(50),
        exceptId: z.string().nullable().default(null),
      }),
    )
    .output(z.array(possibleDuplicateSchema)),

  unreadable: oc.output(z.array(unreadableRowSchema)),

  drafts: oc.output(z.array(draftSchema)),
  /**
   * `writer` names the form that writes, and `knownAt` is the draft's `updatedAt` as this form last read or wrote it
   * (null: never). If another form has written or ended the draft since, the text becomes a separate draft with the id
   * `apartId`. `tried` is the form of a write without an answer: the core may have stored it.
   */
  saveDraft: oc
    .input(
      z.object({
        id: z.string().nullable().default(null),
        kind: intentKindSchema,
        target: z.string().nullable().default(null),
        form: z.unknown(),
        base: snapshotSchema.nullable().default(null),
        intentId: z.string().nullable().default(null),
        writer: z.string().max(100).optional(),
        knownAt: z.number().nullable().optional(),
        apartId: z.string().max(100).optional(),
        tried: z.unknown().optional(),
        ...ofAccount,
      }),
    )
    // `isEnded`: another form had saved or discarded the draft, so this text is now a separate draft.
    .output(draftSchema.extend({ isEnded: z.boolean() })),
  deleteDraft: oc.input(byId).output(z.object({ ok: z.literal(true) })),

  /**
   * `command` is a `commandSchema` value. It is refused with issues by path if it is invalid or breaks a rule
   * of the contract. Removes the draft in the same commit.
   * `unchanged`: fields of the command that the form did not change, and that every push must contain. They get the
   * values that the record has by now. `unchangedIn`: the same for contacts and lines, by ref; a waiting edit that has
   * such a field keeps its value.
   */
  submit: oc
    .input(
      commandInput.extend({
        base: snapshotSchema.nullable().default(null),
        unchanged: z.array(z.string().max(100)).max(20).optional(),
        unchangedIn: z.record(z.string().max(100), z.array(z.string().max(100)).max(40)).optional(),
      }),
    )
    .output(submittedSchema),
  /**
   * Replaces the whole command. On a conflict it is the merged one, with `base` set to the server's values. `version`
   * is the version that the form read. If the intent has another version by now, or the conflict is over, the answer is
   * `changed`. `seen`: the values of the record that the form has shown. A field that the item's base lacks gets its
   * base from `seen`. `typed`: fields that the user changed in the form, custom fields by their ids. The item may have
   * had this value already, while the form showed that of a later edit. `typedIn`: the same for contacts and lines, by
   * ref.
   */
  edit: oc
    .input(
      commandInput.extend({
        id: z.string(),
        version: z.int().optional(),
        base: snapshotSchema.optional(),
        seen: snapshotSchema.nullable().optional(),
        typed: z.array(z.string().max(100)).max(200).optional(),
        typedIn: z.record(z.string().max(100), z.array(z.string().max(100)).max(100)).optional(),
      }),
    )
    .output(submittedSchema),
  /**
   * `version` is the edit that the user takes back; if the item was edited again since, the answer is `changed`.
   */
  undo: oc.input(decisionInput.extend({ version: z.int().optional() })).output(doneSchema),
  /** The items that discarding also discards: all that need this one's record. */
  chain: oc.input(byId).output(z.array(chainItemSchema)),
  /**
   * `version` is the save that the user takes back; if the item was edited since, or another one needs its record,
   * the answer is `changed`. Without it, everything that needs the record is discarded too.
   */
  discard: oc.input(decisionInput.extend({ version: z.int().optional() })).output(doneSchema),
  hold: oc.input(decisionInput.extend({ held: z.boolean() })).output(doneSchema),
  /** Sends this one despite pause, hold and review; releases its kind. */
  sendNow: oc.input(decisionInput).output(doneSchema),
  /** Sends an item in doubt again, by the user's decision, or retries a refused one. */
  sendAgain: oc.input(decisionInput).output(doneSchema),
  /** The user has checked that the number of a new invoice is free. It is sent without that check. */
  numberChecked: oc.input(decisionInput).output(doneSchema),
  /** The user has checked the record of a delivered edit whose values a late attempt replaced. */
  replacedSeen: oc.input(decisionInput).output(doneSchema),
  /**
   * The user says that the item arrived. `realId` is the record that it made; null for an edit, whose record
   * is known.
   */
  arrived: oc.input(decisionInput.extend({ realId: z.string().nullable() })).output(doneSchema),
  setUndoSeconds: oc.input(z.object({ seconds: z.int().min(0).max(30) })).output(outboxSummarySchema),
  pause: oc.input(z.object({ paused: z.boolean() })).output(outboxSummarySchema),
  release: oc.input(z.object({ kind: intentKindSchema })).output(outboxSummarySchema),

  /** Exports the whole outbox as one JSON text. Restoring adds and never overwrites. */
  export: oc.output(z.object({ fileName: z.string(), text: z.string() })),
  restore: oc
    .input(z.object({ text: z.string().max(MOST_RESTORED_CHARACTERS) }))
    .output(
      z.discriminatedUnion('ok', [
        restoredSchema,
        z.object({ ok: z.literal(false), code: z.enum(['unreadable', 'other-account']) }),
      ]),
    ),
  /**
   * Reads back the outboxes of the account that were set aside. `code`: the recovery code of an encrypted one, or `''`.
   */
  readBack: oc.input(z.object({ code: z.string().max(120) })).output(readBackSchema),
};
