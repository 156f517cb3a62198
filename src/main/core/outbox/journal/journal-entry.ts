/**
 * The format of a journal entry, and its reading. An entry is the state of one intent after a transaction;
 * the last entry of an intent is its latest known state. An entry with invalid content is skipped.
 */
import { z } from 'zod';
import { jsonOrNull } from '#shared/domain/json-or-null';
import { INTENT_KINDS } from '#shared/domain/intent';
import { toIntent, type Intent, type Parent } from '../store/intent-record';
import { mergesSchema } from '../store/merged-versions';
import { readDraftRecord, type DraftRecord } from './draft-journal';

export type JournalEvent = 'accepted' | 'replaced' | 'sending' | 'settled' | 'discarded';

const rowSchema = z.object({
  kind: z.enum(INTENT_KINDS),
  state: z.enum(['queued', 'sending', 'applied', 'rejected', 'conflict', 'uncertain', 'discarded']),
  fingerprint: z.string(),
  target: z.string().nullable(),
  real_id: z.string().nullable(),
  detail: z.string(),
  /** 1 if the user has held the item back. */
  held: z.int().default(0),
  created_at: z.int(),
});
const idSchema = z.object({ localId: z.string(), kind: z.string(), realId: z.string() });
const entrySchema = z.object({
  n: z.int(),
  event: z.enum(['accepted', 'replaced', 'sending', 'settled', 'discarded']),
  /** The first entry of the same transaction. */
  tx: z.int(),
  /** The last ledger row of the intent. */
  at: z.int(),
  id: z.string(),
  version: z.int(),
  attempt: z.int(),
  row: rowSchema,
  /** New versions of the command, as their rows contain them. */
  versions: z.array(z.object({ version: z.int(), command: z.string(), base: z.string().nullable() })),
  parents: z.array(z.object({ id: z.string(), strength: z.enum(['needs', 'after']) })),
  ids: z.array(idSchema),
  /** The contacts and lines that the intent adds, by local id. Another one may have named them first. */
  makes: z.array(z.string()).default([]),
  /** What the ledger says about the new versions that are decisions of the user. */
  decisions: z.array(z.object({ version: z.int(), facts: z.record(z.string(), z.unknown()) })).default([]),
  /** The versions that Satchel made by merges. */
  merges: mergesSchema.default([]),
  operation: z.object({ id: z.string(), what: z.string(), result: z.string() }).nullable(),
  /** The draft that the intent was made from; the same commit removes it. */
  draft: z.string().nullable(),
});
/** The first line of a rewritten journal: it contains everything that the ledger had up to `at`. */
const headSchema = z.object({ head: z.object({ account: z.string(), at: z.int() }) });

/** Real ids of an intent whose row was lost with a damaged database. Other intents may name its record. */
const idsSchema = z.object({ idsOf: z.string(), ids: z.array(idSchema) });

/** The user paused or resumed sending. */
const pauseSchema = z.object({ paused: z.boolean() });

export type JournalEntry = z.infer<typeof entrySchema>;
export type IdsOfLost = z.infer<typeof idsSchema>;
export type JournalHead = z.infer<typeof headSchema>['head'];

export interface ReadJournal {
  head: JournalHead | null;
  entries: JournalEntry[];
  drafts: DraftRecord[];
  /** The real ids of intents without a row. */
  lostIds: IdsOfLost[];
  /** Sending was paused by the last record about it. */
  isPaused: boolean;
  /** Records with other content. */
  bad: number;
}

export const readEntries = (records: readonly string[]): ReadJournal => {
  const found: ReadJournal = { head: null, entries: [], drafts: [], lostIds: [], isPaused: false, bad: 0 };
  for (const record of records) {
    const value = jsonOrNull(record);
    const draft = readDraftRecord(value);
    const entry = draft ? null : entrySchema.safeParse(value);
    if (draft) found.drafts.push(draft);
    else if (entry?.success) found.entries.push(entry.data);
    else {
      const head = headSchema.safeParse(value);
      const pause = pauseSchema.safeParse(value);
      const ids = idsSchema.safeParse(value);
      if (head.success) found.head = head.data.head;
      else if (ids.success) found.lostIds.push(ids.data);
      else if (pause.success) found.isPaused = pause.data.paused;
      else found.bad++;
    }
  }
  return found;
};

/** A command and its base, as JSON. */
export interface VersionContent {
  command: string;
  base: string | null;
}
/** An intent as the journal knows it: its last entry and every version of its command. */
export interface KnownIntent {
  last: JournalEntry;
  versions: Map<number, VersionContent>;
  /** The parents that the last version named. */
  parents: Parent[];
  ids: Map<string, { localId: string; kind: string; realId: string }>;
}

/** In the order in which they were accepted. */
export const knownIntents = (entries: readonly JournalEntry[]): Map<string, KnownIntent> => {
  const known = new Map<string, KnownIntent>();
  for (const entry of entries) {
    const held = known.get(entry.id) ?? { last: entry, versions: new Map(), parents: [], ids: new Map() };
    held.last = entry;
    held.parents = entry.parents;
    for (const { version, command, base } of entry.versions) held.versions.set(version, { command, base });
    for (const one of entry.ids) held.ids.set(one.localId, one);
    known.set(entry.id, held);
  }
  return known;
};

/**
 * Returns null if the journal no longer has the command, or if it cannot be read. `otherwise` is the intent
 * in the database.
 */
export const intentOf = (
  { last, versions }: KnownIntent,
  otherwise: (VersionContent & { detail: object }) | null,
): Omit<Intent, 'seq'> | null => {
  const content = versions.get(last.version) ?? otherwise;
  if (!content) return null;
  try {
    const detail = { ...otherwise?.detail, ...JSON.parse(last.row.detail) };
    return toIntent({
      ...last.row,
      seq: 0,
      id: last.id,
      version: last.version,
      command: content.command,
      base: content.base,
      detail: JSON.stringify(detail),
      send_now: 0,
      needs_user: 0,
      not_before: 0,
      tries: 0,
      updated_at: last.row.created_at,
    });
  } catch {
    return null;
  }
};
