/**
 * Opens an account's cache and assembles its parts as `CacheStore`. There is one connection and one thread,
 * so every read sees all committed writes. All writes use `#write`, so that a rollback also resets the counts
 * in memory.
 */
import type { Column, Row, SearchHit, View } from '#shared/contract/records';
import type { CountedKind, TimelineSubject } from '#shared/contract/timeline';
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import type { Files, Log, SqlDatabase } from '../ports/ports';
import type {
  ApplyOptions,
  ApplyResult,
  CacheStore,
  DetailRead,
  DriftCount,
  IncomingRecord,
  StoredText,
  TimeSpan,
  OverlaidRecords,
  ViewSnapshot,
} from './cache-store';
import { catalogueColumns } from './schema/columns';
import { CustomFields } from './schema/custom-fields';
import { dayCountsOf } from './read/day-counts';
import { dropRecords, giveBack } from './write/drop-records';
import { type FacetOptions, facetsOf } from './views/facets';
import {
  type Notify,
  type OpenedDatabase,
  closeDatabase,
  isSound,
  keepPages,
  openDatabase,
} from './schema/open-database';
import { listsDeleted } from './schema/deleted-mark';
import { overlaidRecords } from './overlay/overlaid-records';
import type { OverlaySource } from './overlay/overlay-source';
import {
  detailsWanted,
  liveCount,
  liveIds,
  certainIds,
  countWithoutDetails,
  listedIdsFrom,
  liveTimeBefore,
  removedCount,
  storageOf,
  untimedMissing,
} from './read/pull-questions';
import { orderCollections } from './read/collections';
import { Money } from './read/money';
import { seeChanges, unseenChanges } from './read/changes';
import { ChangeLog } from './write/change-log';
import { recordForEdit } from './read/record-for-edit';
import { RecordReader } from './read/record-reader';
import { type Forgive, RecordSearch } from './read/record-search';
import { RecordWriter } from './write/record-writer';
import { RelatedRecords } from './read/related';
import { WordRenewal } from './words/word-renewal';
import { LaterIndexes } from './schema/later-indexes';
import { ResourceVersions } from './write/resource-versions';
import { SideTables } from './write/side-tables';
import { StatementCache } from './schema/statement-cache';
import { Timeline, type TimelineFilter, type TimelinePlace } from './read/timeline';
import { totalsOf } from './views/totals';
import { ViewLists } from './views/view-lists';

/**
 * Opens, creates or rebuilds the cache `name`. Calls `notify` if the local copy had to be rebuilt. With a
 * `key` (hex of 32 bytes) the file is encrypted. Throws AppError `database-from-future`.
 */
export const openCache = (
  files: Files,
  name: string,
  log: Log,
  { notify = () => {}, key = null }: { notify?: Notify; key?: string | null } = {},
): CacheStore => new SqliteCache(openDatabase({ files, name, log, notify, key }));

class SqliteCache implements CacheStore {
  isDamaged: boolean;
  readonly #db: SqlDatabase;
  readonly #versions: ResourceVersions;
  readonly #custom: CustomFields;
  readonly #side: SideTables;
  readonly #words: WordRenewal;
  readonly #changes: ChangeLog;
  readonly #indexes: LaterIndexes;
  readonly #views: ViewLists;
  readonly #search: RecordSearch;
  readonly #related: RelatedRecords;
  readonly #timeline: Timeline;
  readonly #money: Money;
  readonly #sql: StatementCache;
  readonly #writers = new Map<ResourceName, RecordWriter>();
  readonly #readers = new Map<ResourceName, RecordReader>();

  constructor({ db, isDamaged }: OpenedDatabase) {
    this.#db = db;
    this.isDamaged = isDamaged;
    this.#versions = new ResourceVersions(db);
    this.#custom = new CustomFields(db);
    this.#side = new SideTables(db);
    this.#words = new WordRenewal(db, this.#side, this.#versions);
    this.#changes = new ChangeLog(db);
    const sql = new StatementCache(db);
    this.#sql = sql;
    this.#indexes = new LaterIndexes(db);
    this.#views = new ViewLists(sql, this.#versions, this.#indexes);
    this.#search = new RecordSearch(sql, this.#indexes, (resource) => this.#reader(resource));
    this.#related = new RelatedRecords(sql, (resource) => this.#reader(resource));
    this.#timeline = new Timeline(sql, (resource) => this.#reader(resource));
    this.#money = new Money(sql, (resource) => this.#reader(resource));
  }

  applyPage(resource: ResourceName, items: readonly IncomingRecord[], options: ApplyOptions): ApplyResult {
    return this.#write(() => {
      const { lastRowId, ...result } = this.#writer(resource).applyPage(items, options);
      this.#indexes.makeDue(resource, lastRowId);
      return result;
    });
  }
  storedTexts(resource: ResourceName, ids: readonly string[]): ReadonlyMap<string, StoredText> {
    return this.#read(() => this.#writer(resource).textsOf(ids));
  }
  applyDetail(
    resource: ResourceName,
    details: IncomingRecord,
    fetchedAt: number,
    read?: DetailRead,
  ): boolean {
    return this.#write(() => this.#writer(resource).applyDetail(details, fetchedAt, read));
  }
  markMissing(resource: ResourceName, ids: readonly string[], censusAt: number, leastMs = 0): string[] {
    return this.#write(() => this.#writer(resource).markMissing(ids, censusAt, leastMs));
  }
  tombstone(resource: ResourceName, ids: readonly string[]): void {
    this.#write(() => this.#writer(resource).tombstone(ids));
  }
  dropRecords(resource: ResourceName, limit: number): number {
    return this.#write(() => dropRecords(this.#db, this.#versions, resource, limit));
  }
  dropDetails(
    resource: ResourceName,
    options: { before: string; after: number; limit: number; keep?: ReadonlySet<string> },
  ): number | null {
    return this.#write(() => this.#writer(resource).dropDetails(options));
  }
  beginChanges(serverTime: string): void {
    this.#write(() => this.#changes.begin(serverTime));
  }
  seeChanges(...[refs, until]: Parameters<CacheStore['seeChanges']>): void {
    this.#write(() => this.#db.transaction(() => seeChanges(this.#sql, refs, until))());
  }
  unseenChanges(...[self, limit, of]: Parameters<CacheStore['unseenChanges']>) {
    return this.#read(() => unseenChanges(this.#sql, self, limit, of));
  }
  beginWords(): void {
    this.#write(() => this.#words.begin());
  }
  restartWords(): void {
    this.#write(() => this.#words.restart());
  }
  renewWords(limit: number): boolean {
    return this.#write(() => this.#words.step(limit));
  }
  renewedWords(): number | null {
    return this.#words.share();
  }
  makeIndex(): boolean {
    return this.#write(() => this.#indexes.makeNext());
  }
  giveBack(pages: number): number {
    return this.#write(() => giveBack(this.#db, pages));
  }
  foldLog(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }
  keepPages(during: 'filling' | 'reading'): void {
    keepPages(this.#db, during);
  }
  unnamedFields(): string[] {
    return this.#custom.unnamed((name) => this.lookup(name));
  }
  putLookup(name: string, items: readonly LookupItem[], fetchedAt: number): boolean {
    this.#custom.namesRead(name);
    const hasChanged = this.#side.putLookup(name, items, fetchedAt);
    if (hasChanged) this.#versions.changedLookup();
    return hasChanged;
  }
  putActivity(key: string, rowsJson: string, fetchedAt: number): void {
    this.#side.putActivity(key, rowsJson, fetchedAt);
  }
  addDrift(drift: readonly DriftCount[]): void {
    this.#side.addDrift(drift);
  }
  setState(key: string, json: string): void {
    this.#side.setState(key, json);
  }
  atomically<T>(body: () => T): T {
    return this.#write(() => this.#db.transaction(body)());
  }

  columns(resource: ResourceName): Column[] {
    return [...catalogueColumns(resource), ...this.#custom.columns(resource, (name) => this.lookup(name))];
  }
  page(view: View, start: number, limit: number, columns?: readonly string[]) {
    return this.#page(view, start, limit, (reader, rowIds) => reader.allRows(rowIds, columns));
  }
  readablePage(view: View, start: number, limit: number, columns?: readonly string[]) {
    return this.#page(view, start, limit, (reader, rowIds) => reader.readableRows(rowIds, columns));
  }
  #page(
    view: View,
    start: number,
    limit: number,
    rowsOf: (reader: RecordReader, rowIds: readonly number[]) => Row[],
  ): { total: number; rows: Row[] } {
    return this.#read(() => {
      const { total, rowIds } = this.#views.window(view, start, limit);
      return { total, rows: rowsOf(this.#reader(view.resource), rowIds) };
    });
  }
  snapshot(view: View): ViewSnapshot {
    const rowIds = this.#read(() => this.#views.all(view));
    const reader = this.#reader(view.resource);
    return {
      total: rowIds.length,
      rows: (start, limit, columns) =>
        this.#read(() => reader.rows(Array.from(rowIds.subarray(start, start + limit)), columns)),
    };
  }
  totals(view: View, fields: readonly string[]) {
    const reader = this.#reader(view.resource);
    return totalsOf(
      {
        sql: this.#sql,
        overlay: null,
        withoutPendingRow: '',
        read: (body) => this.#read(body),
        exact: (rowId, key) => reader.rows([rowId], [key])[0]?.values[key],
      },
      view,
      fields,
    );
  }
  get(resource: ResourceName, id: string) {
    return this.#reader(resource).get(id);
  }
  related(resource: ResourceName, id: string, limit: number) {
    return this.#read(() => this.#related.of(resource, id, limit));
  }
  belonging(resource: ResourceName, id: string) {
    return this.#read(() => this.#related.belonging(resource, id));
  }
  companyMoney(id: string) {
    return this.#read(() => this.#money.company(id));
  }
  orderMoney(id: string) {
    return this.#read(() => this.#money.order(id));
  }
  orderCollections(id: string) {
    return this.#read(() => orderCollections(this.#sql, (resource) => this.#reader(resource), id));
  }
  owedMoney(person: string | null, limit: number) {
    return this.#read(() => this.#money.owed(person, limit));
  }
  timeline(subject: TimelineSubject, filter: TimelineFilter, after: TimelinePlace | null, limit: number) {
    return this.#read(() => this.#timeline.page(subject, filter, after, limit));
  }
  dayCounts(
    kinds: readonly CountedKind[],
    span: { from: string; to: string; person: string | null; until: string },
  ) {
    return this.#read(() => dayCountsOf(this.#sql, kinds, span));
  }
  timelineFigures(subject: TimelineSubject) {
    return this.#read(() => this.#timeline.figures(subject));
  }
  search(
    text: string,
    options: { resources?: readonly ResourceName[]; limit: number; forgive?: Forgive },
  ): SearchHit[] {
    return this.#read(() => this.#search.search(text, options));
  }
  facets(resource: ResourceName, field: string, options?: FacetOptions) {
    const source = {
      db: this.#db,
      indexes: this.#indexes,
      lookup: (name: string) => this.lookup(name),
      overlay: null,
    };
    return this.#read(() => facetsOf(source, resource, field, options));
  }
  lookup(name: string): LookupItem[] {
    return this.#side.lookup(name);
  }
  activity(key: string) {
    return this.#side.activity(key);
  }
  drift(): DriftCount[] {
    return this.#side.drift();
  }
  state(key: string): string | null {
    return this.#side.state(key);
  }
  liveIds(resource: ResourceName, span?: TimeSpan): string[] {
    return liveIds(this.#db, resource, span);
  }
  listedIdsFrom(
    resource: ResourceName,
    options: { after: number; limit: number; span?: TimeSpan | undefined },
  ): { ids: string[]; next: number | null } {
    return listedIdsFrom(this.#db, resource, options);
  }
  listedCount(resource: ResourceName, span?: TimeSpan, but?: ReadonlySet<string>): number {
    const live =
      span === undefined && (but?.size ?? 0) === 0
        ? this.#versions.liveCount(resource)
        : liveCount(this.#db, resource, span, but);
    const hasDeleted = listsDeleted(resource) && this.counts(resource).removed > 0;
    return hasDeleted ? live + removedCount(this.#db, resource, span) : live;
  }
  liveTimeBefore(
    resource: ResourceName,
    options: { timeField: string; before: string; skip: number },
  ): string | null {
    return liveTimeBefore(this.#db, resource, options);
  }
  certainIds(resource: ResourceName, ids: readonly string[]): Set<string> {
    return certainIds(this.#db, resource, ids);
  }
  countWithoutDetails(resource: ResourceName, ids: readonly string[]): number {
    return countWithoutDetails(this.#db, resource, ids);
  }
  detailsWanted(
    resource: ResourceName,
    options: { limit: number; ownerId: string | null; since?: string | null },
  ): string[] {
    return detailsWanted(this.#db, resource, options);
  }
  recordForEdit(resource: ResourceName, id: string) {
    return this.#read(() => recordForEdit(this.#sql, resource, id));
  }
  untimedMissing(resource: ResourceName): number {
    return untimedMissing(this.#db, resource);
  }
  counts(resource: ResourceName) {
    return this.#versions.counts(resource);
  }
  storage() {
    return storageOf(this.#db);
  }
  isSound(): boolean {
    this.isDamaged ||= !isSound(this.#db);
    return !this.isDamaged;
  }
  noteDamage(): void {
    this.isDamaged = true;
  }
  overlaid(source: OverlaySource): OverlaidRecords {
    return overlaidRecords({
      cache: this,
      db: this.#db,
      sql: this.#sql,
      versions: this.#versions,
      indexes: this.#indexes,
      reader: (resource) => this.#reader(resource),
      source,
    });
  }
  close(): void {
    try {
      this.#versions.keep();
    } finally {
      closeDatabase(this.#db, this.isDamaged);
    }
  }

  /**
   * Runs all statements of one read in a transaction. Otherwise SQLite locks and unlocks the file for each
   * statement.
   */
  #read<T>(body: () => T): T {
    return this.#db.transaction(body)();
  }

  #write<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      this.#versions.rolledBack();
      this.#indexes.rolledBack();
      this.#custom.rolledBack();
      this.#words.rolledBack();
      this.#changes.rolledBack();
      throw error;
    }
  }

  #writer(resource: ResourceName): RecordWriter {
    let writer = this.#writers.get(resource);
    if (!writer)
      this.#writers.set(
        resource,
        (writer = new RecordWriter(this.#db, resource, this.#versions, this.#custom, this.#changes)),
      );
    return writer;
  }
  #reader(resource: ResourceName): RecordReader {
    let reader = this.#readers.get(resource);
    if (!reader) this.#readers.set(resource, (reader = new RecordReader(this.#db, resource)));
    return reader;
  }
}
