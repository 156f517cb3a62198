/**
 * The cache, written by the pull and read by the handlers. `open-cache.ts` implements it with one SQLite file
 * per account (`cache.db`), which has the last known server state and may be deleted at any time.
 *
 * Guarantees: every write is one transaction; raw JSON text is kept as the service sent it; a record never
 * disappears by a write of another record. It does not: talk to the network, keep anything of the outbox, or
 * decide what to fetch.
 */
import type { ChangesOf } from '#shared/contract/changes';
import type { UnseenChange } from './read/changes';
import type { Forgive } from './read/record-search';
import type { StoredRecord } from './read/record-reader';
import type { Belonging } from './read/related';
import type { Column, Facet, Row, SearchHit, Totals, View } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import type { CurrencyMoney, OrderCollections } from '#shared/contract/money';
import type { CompanyMoney } from './read/money';
import type {
  CountedKind,
  DayCounts,
  KindFigures,
  PersonFigure,
  TimelineSubject,
} from '#shared/contract/timeline';
import type { LookupItem } from '#shared/http-api/lookups';
import type { CachedRecord } from './overlay/cached-record';
import type { OverlaySource } from './overlay/overlay-source';
import type { LaidRecord } from './overlay/overlay-values';
import type { FacetOptions } from './views/facets';
import type { StoredEntry, TimelineFilter, TimelinePlace } from './read/timeline';

/**
 * A list item, or the details of a record, as it came: `raw` is its exact JSON text, `value` the same parsed by the
 * lossless codec.
 */
export interface IncomingRecord {
  id: string;
  raw: string;
  value: Record<string, unknown>;
  /** The version of the resource at which this text was the one on disk; missing if it was not compared. */
  heldVersion?: number;
}

/**
 * The text of a list item on disk, at a version of its resource. The times are null if the record has none.
 */
export interface StoredText {
  raw: string;
  createTime: string | null;
  updateTime: string | null;
  version: number;
}

export interface ApplyOptions {
  /**
   * True if they came from the list of removed records. An item of the live list is no longer removed or
   * quarantined.
   */
  removed: boolean;
  fetchedAt: number;
  /** The service's time of the answer; null if it told none. Without this option every item replaces the copy. */
  serverNow?: string | null;
  covers?: string;
  /** The list is copied for the first time or again, so a record that is new on disk is not noted as new. */
  isCopy?: boolean;
  /** Called for each item whose text is not the one on disk. */
  onNew?: (item: IncomingRecord) => void;
}

export interface ApplyResult {
  inserted: number;
  updated: number;
  unchanged: number;
}

export interface DriftCount {
  resource: string;
  field: string;
  kind: 'missing' | 'type' | 'unknown';
  count: number;
  sample: string;
}

/** When an answer with details was asked for (epoch milliseconds) and given (the service's clock). */
export interface DetailRead {
  startedAt: number;
  serverNow: string | null;
  /** The details are older than the list item, so they stay wanted. */
  isOld?: boolean;
}

/** The records whose `timeField` lies in [from, to), as server text. */
export interface TimeSpan {
  timeField: string;
  from?: string;
  to?: string;
}

export interface CacheWriter {
  /**
   * Upserts one page of list items. One with an earlier update time than the copy does not replace it if the copy was
   * read some minutes ago.
   */
  applyPage(resource: ResourceName, items: readonly IncomingRecord[], options: ApplyOptions): ApplyResult;
  /**
   * Stores a record's details; returns false for an unknown id. They stay wanted if the answer may be older
   * than the record (`read`).
   */
  applyDetail(resource: ResourceName, details: IncomingRecord, fetchedAt: number, read?: DetailRead): boolean;
  /**
   * Marks records that a census did not find: the first time they are suspected, after a later census they
   * are tombstoned. Returns the newly tombstoned ids.
   */
  markMissing(resource: ResourceName, ids: readonly string[], censusAt: number, leastMs?: number): string[];
  tombstone(resource: ResourceName, ids: readonly string[]): void;
  /**
   * Deletes at most `limit` records of a resource, and the pull's progress with it; returns the number of
   * deleted records.
   */
  dropRecords(resource: ResourceName, limit: number): number;
  /**
   * Deletes details of records last changed before `before` (server time), among the `limit` rows after row
   * `after`. Returns the row to continue from, null at the end. The details of `keep` stay.
   */
  dropDetails(
    resource: ResourceName,
    options: { before: string; after: number; limit: number; keep?: ReadonlySet<string> },
  ): number | null;
  /**
   * Frees at most `pages` unused pages of the file if more than a quarter of it is unused; returns the number
   * of freed pages.
   */
  giveBack(pages: number): number;
  /** Starts noting changes by others; only the first call counts. `serverTime` is the service's clock. */
  beginChanges(serverTime: string): void;
  /** Marks records as seen; null marks all. Changes that were received after `until` stay. */
  seeChanges(refs: readonly { resource: ResourceName; id: string }[] | null, until?: number): void;
  /** Marks an empty cache as having words of this version, so that none of its records needs a renewal. */
  beginWords(): void;
  /** Call before incomplete words are written: the words of all records will be renewed. */
  restartWords(): void;
  /**
   * Renews the words of at most `limit` records; returns false when all records have words of this version.
   */
  renewWords(limit: number): boolean;
  /**
   * Makes one of the indexes that are faster to make after the first copy than during it; returns false when
   * all exist.
   */
  makeIndex(): boolean;
  /** Folds the write-ahead log into the file and empties it, as far as readers allow. */
  foldLog(): void;
  /** Keeps more pages of the file in memory during the first copy than later. */
  keepPages(during: 'filling' | 'reading'): void;
  /** Returns true if the items differ from those that were stored. */
  putLookup(name: string, items: readonly LookupItem[], fetchedAt: number): boolean;
  putActivity(key: string, rowsJson: string, fetchedAt: number): void;
  addDrift(drift: readonly DriftCount[]): void;
  /** Small JSON documents of the pull: plans, watermarks, offers, statistics. */
  setState(key: string, json: string): void;
  /** Runs several writes as one transaction, e.g. a page and its progress. */
  atomically<T>(body: () => T): T;
}

/**
 * A view's records in the order of one moment. During the walk records may change or be deleted, but none
 * changes its place, and none occurs twice.
 */
export interface ViewSnapshot {
  readonly total: number;
  /** At most `limit` rows from `start`; fewer if records were deleted. */
  rows(start: number, limit: number, columns?: readonly string[]): Row[];
}

export interface CacheReader {
  columns(resource: ResourceName): Column[];
  page(view: View, start: number, limit: number, columns?: readonly string[]): { total: number; rows: Row[] };
  /** The same, but a record that the damaged copy cannot give is an `unreadable` row, not an error. */
  readablePage: CacheReader['page'];
  /** For long walks over a whole view, such as exports, while the pull writes. */
  snapshot(view: View): ViewSnapshot;
  /** Exact sums per currency; each step does one piece of the work. */
  totals(view: View, fields: readonly string[]): Generator<void, Totals>;
  /** The texts of the list items with these ids, live or not. */
  storedTexts(resource: ResourceName, ids: readonly string[]): ReadonlyMap<string, StoredText>;
  /** Null if the record is unknown. */
  get(resource: ResourceName, id: string): StoredRecord | null;
  related(
    resource: ResourceName,
    id: string,
    limit: number,
  ): { resource: ResourceName; total: number; rows: Row[] }[];
  /** The record and the live records that belong to it, for travel; null if it is unknown or deleted. */
  belonging(resource: ResourceName, id: string): Belonging[] | null;
  /** The timeline of a company or lead, newest first, at most `limit` entries older than `after`. */
  timeline(
    subject: TimelineSubject,
    filter: TimelineFilter,
    after: TimelinePlace | null,
    limit: number,
  ): StoredEntry[];
  timelineFigures(subject: TimelineSubject): {
    kinds: KindFigures[];
    people: PersonFigure[];
  };
  /** Ordered, invoiced, received and owed of a company, per currency (contract `money`). */
  companyMoney(id: string): CompanyMoney;
  /** The same for an order, from the lines that name it; null if it is unknown. */
  orderMoney(id: string): {
    currencies: CurrencyMoney[];
    unread: { invoices: number; receipts: number; invoiceIds: string[] };
    withoutAmount: { count: number; receiptIds: string[] };
  } | null;
  /** The collections of an order and what is left to collect; null if it is unknown. */
  orderCollections(id: string): OrderCollections | null;
  /** Customers who owe money, of one person or of all; the longest debt first. */
  owedMoney(
    person: string | null,
    limit: number,
  ): {
    totals: { currency: string; owed: string; customers: number }[];
    withoutAmount: number;
    customers: { id: string; name: string; currency: string; owed: string; since: string | null }[];
  };
  /** Unseen changes by others to the records of `self` (a user id), or to those `of` them, the latest first. */
  unseenChanges(self: string, limit: number, of?: ChangesOf): UnseenChange[];
  /** Records made per day of the server's calendar, from and to included; `until` as in the contract. */
  dayCounts(
    kinds: readonly CountedKind[],
    span: { from: string; to: string; person: string | null; until: string },
  ): DayCounts[];
  search(
    text: string,
    options: { resources?: readonly ResourceName[]; limit: number; forgive?: Forgive },
  ): SearchHit[];
  /** The share of records, 0 to 1, whose words have this version; null when all have. */
  renewedWords(): number | null;
  /** The values of a field for a filter menu (contract `records.facets`). */
  facets(resource: ResourceName, field: string, options?: FacetOptions): Facet[];
  lookup(name: string): LookupItem[];
  /** The lookups to read because a record has a custom field that they do not name. */
  unnamedFields(): string[];
  activity(key: string): { rowsJson: string; fetchedAt: number } | null;
  drift(): DriftCount[];
  state(key: string): string | null;
  /**
   * Ids of live records (not tombstoned, not removed) of a resource, of a span or all.
   */
  liveIds(resource: ResourceName, span?: TimeSpan): string[];
  /**
   * The ids of the records that the default list shows, in pieces: those among the `limit` rows after row `after`;
   * `next` is the row to continue from; null at the end. These are the live ones, and those that the list marks as
   * deleted.
   */
  listedIdsFrom(
    resource: ResourceName,
    options: { after: number; limit: number; span?: TimeSpan | undefined },
  ): { ids: string[]; next: number | null };
  /** The number of records that the default list shows, without those of `but`. */
  listedCount(resource: ResourceName, span?: TimeSpan, but?: ReadonlySet<string>): number;
  /**
   * The time of the live record that is `skip` records older than `before`; null if there is none, or if the
   * records have no such time.
   */
  liveTimeBefore(
    resource: ResourceName,
    options: { timeField: string; before: string; skip: number },
  ): string | null;
  /** The ids among `ids` of live records that the last census of their list found. */
  certainIds(resource: ResourceName, ids: readonly string[]): Set<string>;
  /** The number of live records among `ids` that have no details. */
  countWithoutDetails(resource: ResourceName, ids: readonly string[]): number;
  /**
   * Ids whose details are missing or older than the record's update_time, newest first, the given owner's
   * first; `since` leaves older records out.
   */
  detailsWanted(
    resource: ResourceName,
    options: { limit: number; ownerId: string | null; since?: string | null },
  ): string[];
  /**
   * What an edit form starts from. `fetchedAt` and `detailAt`: when the list item and the details were read,
   * epoch milliseconds of this computer's clock.
   */
  recordForEdit(
    resource: ResourceName,
    id: string,
  ): { values: CachedRecord; fetchedAt: number; detailAt: number | null } | null;
  /** The number of `quarantined` records without a creation time. Only for a resource that has this field. */
  untimedMissing(resource: ResourceName): number;
  counts(resource: ResourceName): { live: number; removed: number; quarantined: number; details: number };
  storage(): { name: string; rows: number; sizeBytes: number }[];
  /** Reads the whole file, which takes seconds for a large copy. Returns false if it is damaged. */
  isSound(): boolean;
  /** The file is known to be damaged. What can be read is shown until the copy is replaced. */
  readonly isDamaged: boolean;
  /** The file turned out to be damaged, so the next opening checks it. */
  noteDamage(): void;
}

/** One whole record. `raw` is `''` if the record is not in the cache. */
export interface FoundRecord {
  row: Row;
  raw: string;
  title: string;
  fetchedAt: number;
  detailAt: number | null;
  movedTo?: string;
}

/** The records that the screens show: the cache with the overlay. */
export interface OverlaidRecords extends Pick<
  CacheReader,
  'page' | 'readablePage' | 'snapshot' | 'totals' | 'related' | 'search' | 'facets'
> {
  /**
   * Reads a record by the service's id or a local id. If the service has given a real id, `movedTo` has it.
   */
  get(resource: ResourceName, id: string): FoundRecord | null;
  /** The view with the service's ids in place of the local ids of delivered records, for the cache alone. */
  resolved(view: View): View;
  /** The records of a resource that have pending work or values shown as sent, the longest pending first. */
  pending(resource: ResourceName): readonly LaidRecord[];
}

export interface CacheStore extends CacheReader, CacheWriter {
  /** The same records with the overlay of `source`; nothing of it is written to the cache. */
  overlaid(source: OverlaySource): OverlaidRecords;
  close(): void;
}
