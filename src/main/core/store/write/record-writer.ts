/**
 * Writes records: pages of list items, details, removals. Each call is one transaction. An item that equals
 * the copy on disk costs one look-up. An update keeps the `row_id`, and writes the search index only if the
 * record's words changed.
 */
import type { ResourceName } from '#shared/domain/resources';
import { isNoDate, parseServerTime } from '#shared/domain/time';
import type { SqlDatabase, SqlValue } from '../../ports/ports';
import type { ApplyOptions, ApplyResult, DetailRead, IncomingRecord, StoredText } from '../cache-store';
import {
  CATALOGUE,
  STATE,
  type StoredField,
  docTable,
  ftsTable,
  quoted,
  rowTable,
} from '../schema/catalogue';
import { columnNamesOf, extractorOf } from './column-values';
import { columnForm } from './contract-form';
import type { CustomFields } from '../schema/custom-fields';
import { linkWriter } from './document-links';
import type { ChangeLog } from './change-log';
import { isMarkedDeleted, listsDeleted } from '../schema/deleted-mark';
import { mustGet } from '../schema/statement-cache';
import { type Documents, parseDetail, parseDocument } from '../schema/stored-document';
import { NO_UPDATE_SENT } from '../schema/update-sent';
import { recordText } from '../words/record-text';
import type { Counted, ResourceVersions } from './resource-versions';

/**
 * The `fetched_at` of an unchanged record is updated only after this time, so that reading an unchanged page
 * again writes almost nothing.
 */
const FETCHED_AT_GRAIN_MS = 600_000;

/**
 * So long a copy is kept if an item of a list has an earlier update time: a machine of the service may be some minutes
 * behind the others. After that the item counts, because the service may have been restored from a backup.
 */
const KEPT_MS = 15 * 60_000;
/** The clocks of a service's machines may differ by this much, so a later change may have a time that is earlier. */
const CLOCKS_DIFFER_MS = 60_000;

type Known = [
  rowId: number,
  state: number,
  missingSince: number | null,
  fetchedAt: number,
  detailAt: number | null,
];
type Held = [...Known, raw: string];
type Value = Record<string, unknown>;

export class RecordWriter {
  readonly #db: SqlDatabase;
  readonly #resource: ResourceName;
  readonly #versions: ResourceVersions;
  readonly #custom: CustomFields;
  readonly #changes: ChangeLog;
  readonly #sql: Statements;
  readonly #text: ReturnType<typeof recordText>;
  readonly #link: ReturnType<typeof linkWriter>;

  constructor(
    db: SqlDatabase,
    resource: ResourceName,
    versions: ResourceVersions,
    custom: CustomFields,
    changes: ChangeLog,
  ) {
    this.#db = db;
    this.#resource = resource;
    this.#versions = versions;
    this.#custom = custom;
    this.#changes = changes;
    this.#sql = statementsOf(db, resource);
    this.#text = recordText(resource);
    this.#link = linkWriter(db, resource);
  }

  /**
   * `lastRowId` is the row id of the last new record; 0 if there was none. The resource has at most that many
   * rows.
   */
  applyPage(items: readonly IncomingRecord[], options: ApplyOptions): ApplyResult & { lastRowId: number } {
    const result = { inserted: 0, updated: 0, unchanged: 0, lastRowId: 0 };
    whole(this.#db, () => {
      const held = this.#held(items);
      const met = new Set<string>();
      for (const item of items) {
        // If an answer contains an id twice, the second item updates the row of the first.
        const known = met.has(item.id) ? this.#held([item]).get(item.id) : held.get(item.id);
        met.add(item.id);
        if (known?.[5] !== item.raw) options.onNew?.(item);
        const state = options.removed ? STATE.removed : this.#stateInDefaultList(item, known);
        let outcome: keyof ApplyResult = 'inserted';
        if (known) outcome = this.#update(known, item, state, options);
        else result.lastRowId = this.#insert(item, state, options);
        result[outcome] += 1;
        if (outcome !== 'unchanged')
          this.#versions.moved(this.#resource, countedOf(known), {
            state,
            missingSince: null,
            detailAt: known?.[4] ?? null,
          });
      }
    });
    if (result.inserted + result.updated > 0) this.#versions.wrote(this.#resource);
    return result;
  }

  #stateInDefaultList(item: IncomingRecord, known: Held | undefined): number {
    if (!listsDeleted(this.#resource)) return STATE.live;
    // Equal text has an equal mark, so an unchanged item is not parsed.
    if (known?.[5] === item.raw && known[1] !== STATE.tombstoned) return known[1];
    return isMarkedDeleted(this.#resource, item.value) ? STATE.removed : STATE.live;
  }

  /** The texts of the list items on disk, by id. */
  textsOf(ids: readonly string[]): ReadonlyMap<string, StoredText> {
    const version = this.#versions.of(this.#resource);
    const rows = this.#sql.texts.all(JSON.stringify(ids));
    return new Map(
      rows.map(([id, createTime, updateTime, raw]) => [id, { raw, createTime, updateTime, version }]),
    );
  }

  /**
   * The stored rows of an answer's records by id. The texts that were compared at this version of the
   * resource are not read again.
   */
  #held(items: readonly IncomingRecord[]): Map<string, Held> {
    const version = this.#versions.of(this.#resource);
    const held = new Map<string, Held>();
    const [compared, others]: [IncomingRecord[], IncomingRecord[]] = [[], []];
    for (const item of items) (item.heldVersion === version ? compared : others).push(item);
    if (others.length > 0)
      for (const [rowId, state, missingSince, fetchedAt, detailAt, raw, id] of this.#sql.held.all(
        idsOf(others),
      ))
        held.set(id, [rowId, state, missingSince, fetchedAt, detailAt, raw]);
    if (compared.length === 0) return held;
    const raws = new Map(compared.map(({ id, raw }) => [id, raw]));
    for (const [rowId, state, missingSince, fetchedAt, detailAt, id] of this.#sql.rows.all(idsOf(compared)))
      held.set(id, [rowId, state, missingSince, fetchedAt, detailAt, raws.get(id) ?? '']);
    return held;
  }

  #insert(item: IncomingRecord, state: number, options: ApplyOptions): number {
    const params: SqlValue[] = [item.id, state, options.fetchedAt, options.covers ?? null];
    this.#sql.pushList(item.value, params);
    const rowId = Number(this.#sql.insert.run(...params).lastInsertRowid);
    this.#sql.insertDoc.run(rowId, item.raw);
    this.#sql.insertText.run(rowId, this.#text(item.id, item.value, null));
    this.#custom.note(this.#resource, item.value);
    this.#link(rowId, item.value);
    if (options.isCopy !== true) this.#changes.inserted(this.#resource, rowId, item.value, options.fetchedAt);
    return rowId;
  }

  #update(known: Held, item: IncomingRecord, state: number, options: ApplyOptions): 'updated' | 'unchanged' {
    const [rowId, oldState, missingSince, fetchedAt, , raw] = known;
    if (raw === item.raw) {
      if (oldState === state && missingSince === null) {
        if (options.fetchedAt - fetchedAt >= FETCHED_AT_GRAIN_MS)
          this.#sql.touch.run(options.fetchedAt, rowId);
        return 'unchanged';
      }
      this.#sql.place.run(state, options.fetchedAt, rowId);
      return 'updated';
    }
    const before = parseDocument(raw);
    if (oldState === state && missingSince === null && isOld(item.value, before, { fetchedAt, options }))
      return 'unchanged';
    const wants = before.update_time === undefined || before.update_time !== item.value.update_time ? 1 : 0;
    const params: SqlValue[] = [state, options.fetchedAt, wants, options.covers ?? null];
    this.#sql.pushList(item.value, params);
    this.#sql.update.run(...params, rowId);
    this.#sql.updateDoc.run(item.raw, rowId);
    const [, detail] = mustGet(this.#sql.documents, rowId);
    const details = parseDetail(detail);
    this.#index(rowId, this.#text(item.id, before, details), this.#text(item.id, item.value, details));
    this.#custom.note(this.#resource, item.value);
    this.#link(rowId, item.value);
    this.#changes.updated(this.#resource, rowId, before, item.value, options.fetchedAt);
    return 'updated';
  }

  /**
   * The details stay wanted if the list brought a change while they were read, or if the record changed in
   * the second in which the service answered: another change of that second would not be seen.
   */
  applyDetail({ id, raw, value }: IncomingRecord, fetchedAt: number, read?: DetailRead): boolean {
    return this.#db.transaction(() => {
      const known = this.#sql.find.get(id);
      if (!known) return false;
      const [rowId] = known;
      const [listRaw, oldDetail] = mustGet(this.#sql.documents, rowId);
      const isOfThisSecond = read !== undefined && read.serverNow === value.update_time;
      const params: SqlValue[] = [
        fetchedAt,
        isOfThisSecond || read?.isOld === true ? 1 : 0,
        read?.startedAt ?? Number.MAX_SAFE_INTEGER,
        // A later time was noted before the clock was set back. If that was during the read, nothing is known.
        (read?.startedAt ?? 0) > fetchedAt ? Number.MAX_SAFE_INTEGER : fetchedAt,
      ];
      this.#sql.pushDetail(value, params);
      this.#sql.updateDetail.run(...params, rowId);
      if (oldDetail !== raw) {
        this.#sql.updateDetailDoc.run(raw, rowId);
        const list = parseDocument(listRaw);
        this.#index(rowId, this.#text(id, list, parseDetail(oldDetail)), this.#text(id, list, value));
        this.#custom.note(this.#resource, value);
        this.#link(rowId, value);
        // The first details of a record are not a change.
        if (oldDetail !== null)
          this.#changes.detailsUpdated({
            resource: this.#resource,
            rowId,
            list,
            before: parseDocument(oldDetail),
            after: value,
            at: fetchedAt,
          });
      }
      this.#versions.moved(this.#resource, countedOf(known), {
        state: known[1],
        missingSince: known[2],
        detailAt: fetchedAt,
      });
      this.#versions.wrote(this.#resource);
      return true;
    })();
  }

  /**
   * Deletes the details of records whose recency field is before `before`, among the `limit` rows after row
   * `after`, except those of `keep`. Links from the details stay, because they are still correct. Returns the
   * row to continue from; null at the end.
   */
  dropDetails({
    before,
    after,
    limit,
    keep,
  }: {
    before: string;
    after: number;
    limit: number;
    keep?: ReadonlySet<string>;
  }): number | null {
    const rows = this.#sql.detailed.all(after, limit);
    this.#db.transaction(() => {
      for (const row of rows) {
        const [rowId, state, missingSince, , detailAt, id, recency] = row;
        if (detailAt === null || (recency ?? '') >= before || keep?.has(id)) continue;
        const [listRaw, detail] = mustGet(this.#sql.documents, rowId);
        const params: SqlValue[] = [];
        this.#sql.pushDetail({}, params);
        this.#sql.dropDetail.run(...params, rowId);
        this.#sql.updateDetailDoc.run(null, rowId);
        const list = parseDocument(listRaw);
        this.#index(rowId, this.#text(id, list, parseDetail(detail)), this.#text(id, list, null));
        this.#versions.moved(
          this.#resource,
          { state, missingSince, detailAt },
          { state, missingSince, detailAt: null },
        );
      }
    })();
    if (rows.length > 0) this.#versions.wrote(this.#resource);
    return rows.length < limit ? null : (rows.at(-1)?.[0] ?? null);
  }

  /**
   * A record that a census did not find is quarantined. If a later census does not find it either, and `leastMs` have
   * passed since, it is tombstoned. Returns the newly tombstoned ids. A record that the list had marked as deleted is
   * tombstoned at once and not returned: no screen shows it.
   */
  markMissing(ids: readonly string[], censusAt: number, leastMs: number): string[] {
    const gone: string[] = [];
    this.#db.transaction(() => {
      for (const id of ids) {
        const known = this.#sql.find.get(id);
        if (known?.[1] === STATE.removed && listsDeleted(this.#resource)) this.#bury(known);
        if (known?.[1] !== STATE.live) continue;
        const [rowId, state, missingSince, , detailAt] = known;
        if (missingSince === null) {
          this.#sql.markMissing.run(censusAt, rowId);
          this.#versions.moved(this.#resource, countedOf(known), { state, missingSince: censusAt, detailAt });
        } else if (missingSince !== censusAt && Math.abs(censusAt - missingSince) >= leastMs) {
          this.#bury(known);
          gone.push(id);
        }
      }
    })();
    if (gone.length > 0) this.#versions.wrote(this.#resource);
    return gone;
  }

  tombstone(ids: readonly string[]): void {
    this.#db.transaction(() => {
      for (const id of ids) {
        const known = this.#sql.find.get(id);
        if (known && known[1] !== STATE.tombstoned) this.#bury(known);
      }
    })();
    this.#versions.wrote(this.#resource);
  }

  #bury(known: Known): void {
    this.#sql.tombstone.run(known[0]);
    this.#versions.moved(this.#resource, countedOf(known), {
      state: STATE.tombstoned,
      missingSince: null,
      detailAt: known[4],
    });
  }

  #index(rowId: number, before: string, after: string): void {
    if (before === after) return;
    this.#sql.deleteText.run(rowId);
    this.#sql.insertText.run(rowId, after);
  }
}

/**
 * Returns true if the item is older than the copy, which was read at `fetchedAt`. An update time in the future proves
 * nothing: the clock of the service was corrected since.
 */
const isOld = (
  { update_time: listed }: Value,
  { update_time: known }: Value,
  { fetchedAt, options }: { fetchedAt: number; options: ApplyOptions },
): boolean => {
  if (options.serverNow === undefined) return false;
  const ageMs = options.fetchedAt - fetchedAt;
  if (ageMs < 0 || ageMs >= KEPT_MS || typeof listed !== 'string' || typeof known !== 'string') return false;
  const [at, knownAt] = [parseServerTime(listed), parseServerTime(known)];
  if (at === undefined || knownAt === undefined || isNoDate(listed)) return false;
  return at < knownAt - CLOCKS_DIFFER_MS && known <= (options.serverNow ?? known);
};

const idsOf = (items: readonly IncomingRecord[]): string => JSON.stringify(items.map(({ id }) => id));

/**
 * Runs `body` in the current transaction if there is one, otherwise in a new one. A nested transaction would
 * be a savepoint, which copies every page that it changes.
 */
const whole = (db: SqlDatabase, body: () => void): void => {
  if (db.inTransaction) body();
  else db.transaction(body)();
};

const countedOf = (known: Known | Held | undefined): Counted =>
  known ? { state: known[1], missingSince: known[2], detailAt: known[4] } : null;

const pusherOf = (
  resource: ResourceName,
  fields: readonly StoredField[],
): ((value: Value, into: SqlValue[]) => void) => {
  const extractors = fields.map((field) => [field.key, extractorOf(field)] as const);
  const inForm = columnForm(resource);
  return (value, into) => {
    const known = inForm(value);
    for (const [key, extract] of extractors) extract(known[key], into);
  };
};

type Statements = ReturnType<typeof statementsOf>;
const statementsOf = (db: SqlDatabase, resource: ResourceName) => {
  const { fields, recency } = CATALOGUE[resource];
  const listFields = fields.filter((field) => !field.fromDetail);
  const detailFields = fields.filter((field) => field.fromDetail);
  const names = (of: readonly StoredField[]): string[] =>
    of.flatMap((field) => columnNamesOf(field).map(quoted));
  const [row, doc, fts] = [rowTable(resource), docTable(resource), ftsTable(resource)];
  const [listNames, detailNames] = [names(listFields), names(detailFields)];
  /** A date column has the text of the service, or NULL if the service sent any form of "no date". */
  const timeColumn = (key: string): string =>
    listFields.some((field) => field.key === key && field.storage === 'date') ? `r.${quoted(key)}` : 'NULL';
  const [created, updated] = [timeColumn('create_time'), timeColumn('update_time')];
  const sentUpdate = `iif(${updated} = ${created} AND ${NO_UPDATE_SENT}, NULL, ${updated})`;
  const sets = (columns: readonly string[]): string => columns.map((name) => `, ${name} = ?`).join('');
  return {
    pushList: pusherOf(resource, listFields),
    pushDetail: pusherOf(resource, detailFields),
    find: db
      .prepare<Known>(`SELECT row_id, state, struck_at, fetched_at, detail_at FROM ${row} WHERE id = ?`)
      .raw(true),
    held: db
      .prepare<[...Held, id: string]>(
        `SELECT r.row_id, r.state, r.struck_at, r.fetched_at, r.detail_at, d.raw, r.id FROM json_each(?) j
          JOIN ${row} r ON r.id = j.value JOIN ${doc} d ON d.row_id = r.row_id`,
      )
      .raw(true),
    rows: db
      .prepare<[...Known, id: string]>(
        `SELECT r.row_id, r.state, r.struck_at, r.fetched_at, r.detail_at, r.id FROM json_each(?) j
          JOIN ${row} r ON r.id = j.value`,
      )
      .raw(true),
    texts: db
      .prepare<[id: string, createTime: string | null, updateTime: string | null, raw: string]>(
        `SELECT r.id, ${created}, ${sentUpdate}, d.raw FROM json_each(?) j
          JOIN ${row} r ON r.id = j.value JOIN ${doc} d ON d.row_id = r.row_id`,
      )
      .raw(true),
    documents: db.prepare<Documents>(`SELECT raw, detail FROM ${doc} WHERE row_id = ?`).raw(true),
    insert: db.prepare(
      `INSERT INTO ${row} (id, state, fetched_at, wants_detail, covers, ${listNames.join(', ')})
        VALUES (?, ?, ?, 1, ?${', ?'.repeat(listNames.length)})`,
    ),
    insertDoc: db.prepare(`INSERT INTO ${doc} (row_id, raw) VALUES (?, ?)`),
    insertText: db.prepare(`INSERT INTO ${fts} (rowid, text) VALUES (?, ?)`),
    deleteText: db.prepare(`DELETE FROM ${fts} WHERE rowid = ?`),
    touch: db.prepare(`UPDATE ${row} SET fetched_at = ? WHERE row_id = ?`),
    place: db.prepare(`UPDATE ${row} SET state = ?, struck_at = NULL, fetched_at = ? WHERE row_id = ?`),
    update: db.prepare(
      `UPDATE ${row}
        SET state = ?, struck_at = NULL, fetched_at = ?, wants_detail = max(wants_detail, ?), covers = ?${sets(listNames)}
        WHERE row_id = ?`,
    ),
    updateDoc: db.prepare(`UPDATE ${doc} SET raw = ? WHERE row_id = ?`),
    updateDetail: db.prepare(
      `UPDATE ${row} SET detail_at = ?, wants_detail = ? OR (wants_detail AND fetched_at > ? AND fetched_at <= ?)${sets(detailNames)}
        WHERE row_id = ?`,
    ),
    detailed: db
      .prepare<[...Known, id: string, recency: string | null]>(
        `SELECT row_id, state, struck_at, fetched_at, detail_at, id, ${recency === null ? 'NULL' : quoted(recency)}
          FROM ${row} WHERE row_id > ? ORDER BY row_id LIMIT ?`,
      )
      .raw(true),
    dropDetail: db.prepare(
      `UPDATE ${row} SET detail_at = NULL, wants_detail = 1${sets(detailNames)} WHERE row_id = ?`,
    ),
    updateDetailDoc: db.prepare(`UPDATE ${doc} SET detail = ? WHERE row_id = ?`),
    markMissing: db.prepare(`UPDATE ${row} SET struck_at = ? WHERE row_id = ?`),
    tombstone: db.prepare(`UPDATE ${row} SET state = ${STATE.tombstoned}, struck_at = NULL WHERE row_id = ?`),
  };
};
