/**
 * Exports the whole outbox as one JSON document and restores it on another computer. Restoring adds and never
 * overwrites: an existing intent stays as it is. Intents that may have been sent arrive in doubt. Waiting
 * intents arrive held, because the other computer may have sent them since. Versions, times, and the order of
 * the whole ledger stay as they were. Unreadable rows are exported as raw text; restoring skips and counts
 * them.
 */
import { z } from 'zod';
import { INTENT_KINDS, isLocalRef, type Command } from '#shared/domain/intent';
import type { Snapshot } from '#shared/domain/intent';
import { commandSchema, snapshotSchema } from '#shared/domain/intent-schema';
import {
  emptyDetail,
  type Intent,
  type IntentDetail,
  type LedgerEntry,
  type Parent,
} from './store/intent-record';
import type { Draft, RestoredCopy } from '#shared/contract/outbox';
import type { OutboxContext } from './outbox-context';
import type { UnreadableRow } from './store/set-apart';

export interface OutboxExport {
  format: 'satchel-outbox';
  version: 1;
  accountId: string;
  exportedAt: number;
  drafts: Draft[];
  intents: (Intent & {
    parents: Parent[];
    ids: { localId: string; kind: string; realId: string }[];
    /** The contacts and lines that the intent adds, by local id. */
    makes: string[];
    versions: { version: number; command: Command; base: Snapshot | null; at: number }[];
  })[];
  ledger: LedgerEntry[];
  /** Rows that are set apart here, with their raw text. */
  unreadable: UnreadableRow[];
}

export const exportOutbox = (
  context: Pick<OutboxContext, 'store' | 'clock'>,
  accountId: string,
): OutboxExport =>
  context.store.atomically(() => {
    const whole = {
      format: 'satchel-outbox' as const,
      version: 1 as const,
      accountId,
      exportedAt: context.clock.now(),
      drafts: context.store.drafts(),
      ledger: context.store.ledger(),
      intents: context.store.list().map((intent) => ({
        ...intent,
        parents: context.store.parentsOf(intent.id),
        ids: context.store.idsOf(intent.id),
        makes: intent.command.children
          .map(({ ref }) => ref)
          .filter((ref) => isLocalRef(ref) && context.store.makerOf(ref) === intent.id),
        versions: Array.from({ length: intent.version }, (_, at) => at + 1).flatMap((version) => {
          const held = context.store.versionOf(intent.id, version);
          return held ? [{ version, ...held }] : [];
        }),
      })),
    };
    // Last, because reading the other rows finds them.
    return { ...whole, unreadable: context.store.unreadable() };
  });

/** Epoch milliseconds, like all times in the database. */
const timeSchema = z.int().nonnegative();
/** No item is edited so often. If a copy has a higher number, it is damaged. */
const versionNumberSchema = z.int().min(1).max(100_000);
/** Only the parts that the code reads: they must have the types that were written. */
const detailSchema = z.looseObject({
  reason: z
    .looseObject({ code: z.string(), message: z.string().optional(), field: z.string().optional() })
    .nullable()
    .optional(),
  candidates: z
    .array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        createdAt: z.string().nullable(),
        createdBy: z.string().nullable(),
        agrees: z.boolean(),
      }),
    )
    .optional(),
  conflicts: z
    .array(
      z.looseObject({
        child: z.string().optional(),
        field: z.string(),
        base: z.unknown().default(undefined),
        mine: z.unknown().default(undefined),
        theirs: z.unknown().default(undefined),
      }),
    )
    .optional(),
  notes: z.array(z.string()).optional(),
  doubtSince: z.string().nullable().optional(),
  doubtClock: z.number().nullable().optional(),
  windowFrom: z.string().nullable().optional(),
  windowClock: z.number().nullable().optional(),
  searchFrom: z.string().nullable().optional(),
  preexisting: z.array(z.string()).optional(),
  sentVersions: z.array(z.int()).optional(),
  appliedAt: z.string().nullable().optional(),
  recordAsOf: z.string().nullable().optional(),
  resends: z.int().optional(),
  number: z.string().nullable().optional(),
  predecessor: z.string().nullable().optional(),
  waitsBecause: z.enum(['offline', 'trouble', 'throttled', 'doubt', 'undo']).nullable().optional(),
  checkedNumber: z.string().nullable().optional(),
  agreedCustom: z.array(z.looseObject({ field: z.string(), theirs: z.string() })).optional(),
});
const draftSchema = z.looseObject({
  id: z.string(),
  kind: z.enum(INTENT_KINDS),
  target: z.string().nullable(),
  form: z.unknown(),
  base: snapshotSchema.nullable(),
  intentId: z.string().nullable(),
  createdAt: timeSchema.optional(),
  updatedAt: timeSchema.optional(),
});
const versionSchema = z.object({
  version: versionNumberSchema,
  // Checked loosely: a version that was merged before it was sent may contain fields that no form has.
  command: z.looseObject({ children: z.array(z.looseObject({ ref: z.string() })) }),
  base: snapshotSchema.nullable().default(null),
  at: timeSchema.optional(),
});
const intentSchema = z.looseObject({
  id: z.string(),
  kind: z.enum(INTENT_KINDS),
  state: z.enum(['queued', 'sending', 'applied', 'rejected', 'conflict', 'uncertain', 'discarded']),
  version: versionNumberSchema,
  command: commandSchema,
  base: snapshotSchema.nullable(),
  fingerprint: z.string(),
  realId: z.string().nullable(),
  detail: detailSchema,
  held: z.boolean().default(false),
  needsUser: z.boolean().default(false),
  createdAt: timeSchema.optional(),
  updatedAt: timeSchema.optional(),
  versions: z.array(z.unknown()).default([]),
  parents: z.array(z.object({ id: z.string(), strength: z.enum(['needs', 'after']) })),
  ids: z.array(z.object({ localId: z.string(), kind: z.string(), realId: z.string() })),
  makes: z.array(z.string()).default([]),
});
const ledgerSchema = z.looseObject({
  intentId: z.string(),
  attempt: z.int().nullable(),
  event: z.string(),
  at: timeSchema,
  serverAt: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
});
const fileSchema = z.object({
  format: z.literal('satchel-outbox'),
  version: z.literal(1),
  accountId: z.string(),
  drafts: z.array(z.unknown()),
  intents: z.array(z.unknown()),
  ledger: z.array(z.unknown()),
  unreadable: z.array(z.unknown()).default([]),
});

/** The readable items of a list, and the number of unreadable ones. */
const readable = <T extends z.ZodType>(
  schema: T,
  list: readonly unknown[],
): { good: z.output<T>[]; bad: number } => {
  const good = list.flatMap((one) => {
    const read = schema.safeParse(one);
    return read.success ? [read.data] : [];
  });
  return { good, bad: list.length - good.length };
};

export type Restored = RestoredCopy | { ok: false; code: 'unreadable' | 'other-account' };

export const restoreOutbox = (context: OutboxContext, accountId: string, text: string): Restored => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: 'unreadable' };
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return { ok: false, code: 'unreadable' };
  if (parsed.data.accountId !== accountId) return { ok: false, code: 'other-account' };
  const drafts = readable(draftSchema, parsed.data.drafts);
  const intents = readable(intentSchema, parsed.data.intents);
  const ledger = readable(ledgerSchema, parsed.data.ledger);
  const unreadable = parsed.data.unreadable.length + drafts.bad + intents.bad + ledger.bad;
  return context.store.atomically(() => {
    const fresh = intents.good.filter((intent) => !context.store.has(intent.id));
    for (const intent of fresh) putIn(context, intent);
    // After all are there, because several may name a contact or line.
    for (const { id, makes } of fresh) for (const ref of makes) context.store.isMadeBy(ref, id);
    const ids = new Set(fresh.map(({ id }) => id));
    const last = new Map<string, string>();
    for (const { intentId, attempt, event, at, serverAt, facts } of ledger.good) {
      if (!ids.has(intentId)) continue;
      last.set(intentId, event);
      context.store.record(intentId, { attempt, event, at, serverAt, facts });
    }
    for (const { id, state } of fresh)
      if (last.get(id) !== 'restored') context.store.record(id, { event: 'restored', facts: { was: state } });
    const now = context.clock.now();
    /** A draft of a new record that was saved since: its item has this text, or a later one. */
    const isSavedSince = (id: string, target: string | null, intentId: string | null): boolean => {
      const item = target === null && intentId === null ? context.store.savedFrom(id) : null;
      return item !== null && context.store.get(item)?.state !== 'discarded';
    };
    const newDrafts = drafts.good.filter(
      ({ id, target, intentId }) => !context.store.hasDraft(id) && !isSavedSince(id, target, intentId),
    );
    for (const { id, kind, target, form, base, intentId, createdAt, updatedAt } of newDrafts)
      context.store.adoptDraft({
        id,
        kind,
        target,
        form,
        base,
        intentId,
        createdAt: createdAt ?? now,
        updatedAt: updatedAt ?? now,
      });
    context.changed(null);
    return {
      ok: true,
      added: fresh.length,
      skipped: intents.good.length - fresh.length,
      drafts: newDrafts.length,
      unreadable,
    };
  });
};

const isSent = (state: Intent['state']): boolean => state === 'sending' || state === 'uncertain';

const putIn = (context: OutboxContext, intent: z.output<typeof intentSchema>): void => {
  const now = context.clock.now();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `detailSchema` checked every part that is read
  const told = intent.detail as Partial<IntentDetail>;
  const detail: IntentDetail = { ...emptyDetail(), ...told };
  const { notes } = detail;
  const waits = intent.state === 'queued';
  const versions = readable(versionSchema, intent.versions).good.map(
    ({ version, command, base, at }) =>
      [
        version,
        { command: JSON.stringify(command), base: base && JSON.stringify(base), at: at ?? now },
      ] as const,
  );
  context.store.adopt(
    {
      id: intent.id,
      kind: intent.kind,
      state: intent.state === 'sending' ? 'uncertain' : intent.state,
      version: intent.version,
      command: intent.command,
      base: intent.base,
      fingerprint: intent.fingerprint,
      realId: intent.realId,
      held: waits || intent.held,
      sendNow: false,
      needsUser: intent.state !== 'sending' && intent.needsUser,
      notBefore: 0,
      tries: 0,
      detail: {
        ...detail,
        doubtSince: isSent(intent.state) ? null : detail.doubtSince,
        notes: notes.includes('restored') ? notes : [...notes, 'restored'],
      },
      createdAt: intent.createdAt ?? now,
      updatedAt: intent.updatedAt ?? now,
    },
    new Map(versions),
  );
  context.store.setParents(intent.id, intent.parents);
  for (const one of intent.ids) context.store.mapId(one.localId, one.kind, one.realId, intent.id);
};
