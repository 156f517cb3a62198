/**
 * Writes rows of `outbox.db`, each with the checksum of its content. It starts no transaction and makes no
 * decisions.
 */
import { isLocalRef, type Command } from '#shared/domain/intent';
import type { Clock, SqlValue } from '../../ports/ports';
import type { Draft } from '#shared/contract/outbox';
import type { Intent, NewLedgerEntry, Parent, WrittenRow } from './intent-record';
import type { OutboxStatements } from './outbox-statements';
import type { VersionContent } from '../journal/journal-entry';
import { checksumOf } from './row-checksum';
import type { WatchedTable } from './unreadable-row';

export interface RowWriter {
  /** Call after the intent's row was written, because the entry says how the row is now. */
  record(intentId: string, entry: NewLedgerEntry): void;
  keepVersion(intent: Pick<Intent, 'id' | 'version' | 'command' | 'base'>): void;
  setParents(id: string, parents: readonly Parent[]): void;
  insert(
    intent: Omit<Intent, 'seq' | 'createdAt' | 'updatedAt'>,
    createdAt: number,
    updatedAt: number,
  ): number;
  update(intent: Intent, updatedAt: number): void;
  putDraft(draft: Draft): void;
  /** Writes the original content of a version in place of an unreadable one. */
  putVersion(id: string, version: number, content: VersionContent & { at?: number }): void;
}

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** The content columns of an intent's row, without the times of creation and of the next try. */
const columnsOf = (intent: Omit<Intent, 'seq' | 'createdAt' | 'updatedAt'>) => ({
  id: intent.id,
  kind: intent.kind,
  state: intent.state,
  schema_version: intent.command.schema,
  version: intent.version,
  command: JSON.stringify(intent.command),
  base: json(intent.base),
  fingerprint: intent.fingerprint,
  target: intent.command.target,
  real_id: intent.realId,
  held: Number(intent.held),
  send_now: Number(intent.sendNow),
  needs_user: Number(intent.needsUser),
  detail: JSON.stringify(intent.detail),
});

export const createRowWriter = (sql: OutboxStatements['sql'], clock: Clock): RowWriter => {
  const keepLocals = (id: string, children: readonly { ref: string }[]): void => {
    for (const local of [id, ...children.map(({ ref }) => ref).filter(isLocalRef)])
      sql(`INSERT OR IGNORE INTO locals (local_id, intent_id) VALUES (?, ?)`).run(local, id);
  };
  /** Adds a row with its checksum; returns its number. */
  const write = (table: WatchedTable, insert: string, row: Record<string, SqlValue>): number => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    return Number(
      sql(`${insert} (${names.join(', ')}, checksum) VALUES (${marks}, ?)`).run(
        ...Object.values(row),
        checksumOf(table, row),
      ).lastInsertRowid,
    );
  };
  /** The row as it is after the change. If the disk loses a write of the row, the ledger still says so. */
  const writtenRow = (intentId: string): WrittenRow | undefined =>
    sql<WrittenRow>(`SELECT state, version, held FROM intents WHERE id = ?`).get(intentId);
  const record = (intentId: string, entry: NewLedgerEntry): void => {
    write('ledger', `INSERT INTO ledger`, {
      intent_id: intentId,
      attempt: entry.attempt ?? null,
      event: entry.event,
      at: entry.at ?? clock.now(),
      server_at: entry.serverAt ?? null,
      // An entry of another copy keeps what it said there.
      facts: JSON.stringify({ row: writtenRow(intentId), ...entry.facts }),
    });
  };
  const keepVersion = (intent: Pick<Intent, 'id' | 'version' | 'command' | 'base'>): void => {
    write('versions', `INSERT OR IGNORE INTO versions`, {
      intent_id: intent.id,
      version: intent.version,
      command: JSON.stringify(intent.command),
      base: json(intent.base),
      at: clock.now(),
    });
    keepLocals(intent.id, intent.command.children);
  };
  const setParents = (id: string, parents: readonly Parent[]): void => {
    sql(`DELETE FROM dependencies WHERE intent_id = ?`).run(id);
    for (const parent of parents)
      sql(`INSERT OR REPLACE INTO dependencies (intent_id, parent_id, strength) VALUES (?, ?, ?)`).run(
        id,
        parent.id,
        parent.strength,
      );
  };
  return {
    record,
    keepVersion,
    setParents,
    insert: (intent, createdAt, updatedAt) =>
      write('intents', `INSERT INTO intents`, {
        ...columnsOf(intent),
        not_before: intent.notBefore,
        tries: intent.tries,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    update: (intent, updatedAt) => {
      const row = { ...columnsOf(intent), created_at: intent.createdAt };
      sql(
        `UPDATE intents SET kind = ?, state = ?, schema_version = ?, version = ?, command = ?, base = ?,
          fingerprint = ?, target = ?, real_id = ?, held = ?, send_now = ?, needs_user = ?, detail = ?,
          not_before = ?, tries = ?, created_at = ?, updated_at = ?, checksum = ? WHERE id = ?`,
      ).run(
        row.kind,
        row.state,
        row.schema_version,
        row.version,
        row.command,
        row.base,
        row.fingerprint,
        row.target,
        row.real_id,
        row.held,
        row.send_now,
        row.needs_user,
        row.detail,
        intent.notBefore,
        intent.tries,
        row.created_at,
        updatedAt,
        checksumOf('intents', row),
        intent.id,
      );
    },
    putDraft: (draft) => {
      write('drafts', `INSERT OR REPLACE INTO drafts`, {
        id: draft.id,
        kind: draft.kind,
        target: draft.target,
        form: JSON.stringify(draft.form),
        base: json(draft.base),
        intent_id: draft.intentId,
        created_at: draft.createdAt,
        updated_at: draft.updatedAt,
      });
    },
    putVersion: (id, version, { command, base, at = clock.now() }) => {
      write('versions', `INSERT OR REPLACE INTO versions`, { intent_id: id, version, command, base, at });
      const { children }: Command = JSON.parse(command);
      keepLocals(id, children);
    },
  };
};
