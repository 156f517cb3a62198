/**
 * Search over every resource, newest first. Ranking by relevance is not tried: on the short prefixes of search-as-you-type
 * it costs ten times the search itself and says little about names and numbers.
 */
import type { SearchHit } from '#shared/contract/records';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../ports/ports';
import { CATALOGUE, STATE, ftsTable, quoted, rowTable } from './catalogue';
import { refOf } from './column-values';
import type { RecordReader } from './record-reader';
import { titleOf } from './record-reader';
import { matchQuery } from './search-text';

/** Up to here every match is looked up and sorted; beyond it the newest records are walked until enough of them match. */
const SORTED_MATCHES = 2000;

export class RecordSearch {
  readonly #db: SqlDatabase;
  readonly #reader: (resource: ResourceName) => RecordReader;

  constructor(db: SqlDatabase, reader: (resource: ResourceName) => RecordReader) {
    this.#db = db;
    this.#reader = reader;
  }

  search(text: string, options: { resources?: readonly ResourceName[]; limit: number }): SearchHit[] {
    const match = matchQuery(text);
    if (match === null) return [];
    return (options.resources ?? RESOURCES)
      .flatMap((resource) => this.#hits(resource, match, options.limit))
      .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
      .slice(0, options.limit);
  }

  #hits(resource: ResourceName, match: string, limit: number): SearchHit[] {
    const fts = ftsTable(resource);
    const matches = this.#db.prepare(`SELECT rowid FROM ${fts} WHERE ${fts} MATCH ?`).pluck().all(match) as number[];
    const rowIds = matches.length <= SORTED_MATCHES ? this.#newestOf(resource, matches, limit) : this.#walkNewest(resource, new Set(matches), limit);
    return this.#reader(resource).rows(rowIds).map((row) => ({
      resource, id: row.id, title: titleOf(resource, row.values, row.id), subtitle: subtitleOf(resource, row.values), time: timeOf(resource, row.values),
    }));
  }

  #newestOf(resource: ResourceName, matches: readonly number[], limit: number): number[] {
    const { recency } = CATALOGUE[resource];
    const order = recency === null ? 'r.row_id DESC' : `r.${quoted(recency)} DESC, r.row_id DESC`;
    return this.#db
      .prepare(`SELECT r.row_id FROM json_each(?) m CROSS JOIN ${rowTable(resource)} r ON r.row_id = m.value WHERE r.state = ${STATE.live} ORDER BY ${order} LIMIT ?`)
      .pluck().all(JSON.stringify(matches), limit) as number[];
  }

  #walkNewest(resource: ResourceName, matches: ReadonlySet<number>, limit: number): number[] {
    const { recency } = CATALOGUE[resource];
    const order = recency === null ? 'r.row_id DESC' : `r.${quoted(recency)} DESC, r.id DESC`;
    const found: number[] = [];
    for (const rowId of this.#db.prepare(`SELECT r.row_id FROM ${rowTable(resource)} r WHERE r.state = ${STATE.live} ORDER BY ${order}`).pluck().iterate() as IterableIterator<number>) {
      if (matches.has(rowId) && found.push(rowId) >= limit) break;
    }
    return found;
  }
}

const timeOf = (resource: ResourceName, values: Readonly<Record<string, unknown>>): string => {
  const value = values[CATALOGUE[resource].recency ?? ''] ?? values.update_time;
  return typeof value === 'string' ? value : '';
};

const SUBTITLE_FIELDS: Readonly<Record<ResourceName, readonly string[]>> = {
  trail: ['company_info', 'create_user_info'], company: ['serial_id', 'short_name'], lead: ['company_name', 'serial_id'],
  order: ['company', 'company_name', 'amount', 'currency'], quotation: ['company', 'company_name', 'amount', 'currency'], purchaseOrder: ['supplier_info', 'amount'],
  outboundInvoice: ['company_info', 'product_total_amount', 'currency'], receipt: ['company_info', 'amount', 'currency'], user: ['position', 'email'],
};

const subtitleOf = (resource: ResourceName, values: Readonly<Record<string, unknown>>): string => {
  const parts = SUBTITLE_FIELDS[resource].map((key) => {
    const value = values[key];
    return value !== null && typeof value === 'object' ? refOf(value).name : typeof value === 'string' ? value : null;
  });
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(' · ');
};
