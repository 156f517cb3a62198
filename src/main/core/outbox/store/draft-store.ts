/** Drafts in `outbox.db`: typed content that is not saved yet. A row that cannot be read is set apart. */
import type { Clock, SqlRow, SqlStatement, SqlValue } from '../../ports/ports';
import { changeNumber, DRAFT_CHANGES } from '../journal/draft-journal';
import type { Draft } from '#shared/contract/outbox';
import { toDraft } from './intent-record';
import type { OutboxJournal } from '../journal/outbox-journal';
import type { RowWriter } from './row-writer';
import type { SetApart } from './set-apart';

export interface DraftStore {
  saveDraft(draft: Omit<Draft, 'createdAt' | 'updatedAt'>): Draft;
  /** Inserts a draft unchanged. */
  adoptDraft(draft: Draft): void;
  draft(id: string): Draft | null;
  /** Returns true if there is a row with this id, readable or not. */
  hasDraft(id: string): boolean;
  drafts(): Draft[];
  /** Does not delete a draft that is set apart. */
  deleteDraft(id: string): void;
  /** The number of changes of drafts in this database. */
  draftChanges(): number;
  /** New changes of drafts get higher numbers than this. */
  raiseDraftChanges(above: number): void;
}

export interface DraftStoreOptions {
  sql: (text: string) => SqlStatement<SqlRow>;
  clock: Clock;
  apart: SetApart;
  writer: Pick<RowWriter, 'putDraft'>;
  atomically: <T>(body: () => T) => T;
  witness: Pick<OutboxJournal, 'savesDraft' | 'endsDraft'> | null;
  meta: (key: string) => string | null;
  setMeta: (key: string, value: string) => void;
}

export const createDraftStore = ({
  sql,
  clock,
  apart,
  writer,
  atomically,
  witness,
  meta,
  setMeta,
}: DraftStoreOptions): DraftStore => {
  const one = (text: string, ...params: SqlValue[]): SqlRow | undefined => sql(text).get(...params);
  const decoded = (row: SqlRow): Draft | null => apart.decode('drafts', row, toDraft);
  const drafts = (): Draft[] =>
    sql(`SELECT * FROM drafts ORDER BY updated_at DESC`)
      .all()
      .flatMap((row) => decoded(row) ?? []);
  const changes = (): number => changeNumber(meta(DRAFT_CHANGES));
  const changed = (): void => setMeta(DRAFT_CHANGES, String(changes() + 1));
  const put = (draft: Draft): void =>
    atomically(() => {
      writer.putDraft(draft);
      changed();
      apart.forget('drafts', draft.id);
      witness?.savesDraft(draft.id);
    });

  return {
    saveDraft: (draft) => {
      const now = clock.now();
      const known = one(`SELECT created_at FROM drafts WHERE id = ?`, draft.id)?.created_at;
      put({ ...draft, createdAt: Number(known ?? now), updatedAt: now });
      return toDraft(one(`SELECT * FROM drafts WHERE id = ?`, draft.id)!);
    },
    adoptDraft: put,
    draft: (id) => {
      const row = one(`SELECT * FROM drafts WHERE id = ?`, id);
      return row ? decoded(row) : null;
    },
    hasDraft: (id) => one(`SELECT 1 AS x FROM drafts WHERE id = ?`, id) !== undefined,
    drafts,
    deleteDraft: (id) =>
      atomically(() => {
        if (apart.holds('drafts', id)) return;
        if (sql(`DELETE FROM drafts WHERE id = ?`).run(id).changes === 0) return;
        changed();
        witness?.endsDraft(id);
      }),
    draftChanges: changes,
    raiseDraftChanges: (above) => {
      if (above > changes()) setMeta(DRAFT_CHANGES, String(above));
    },
  };
};
