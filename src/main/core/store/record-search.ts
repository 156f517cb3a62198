/**
 * Search over every resource, newest first. Ranking by relevance is not tried: on the short prefixes of search-as-you-type
 * it costs ten times the search itself and says little about names and numbers.
 */
import type { SearchHit } from '#shared/contract/records';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { CATALOGUE, STATE, ftsTable, quoted, rowTable } from './catalogue';
import { refOf } from './column-values';
import type { RecordReader } from './record-reader';
import { titleOf } from './record-reader';
import { matchQuery } from './search-text';
import type { StatementCache } from './statement-cache';

/** Up to here every match is looked up and sorted; beyond it the newest records are walked until enough of them match. */
const SORTED_MATCHES = 2000;

export class RecordSearch {
  readonly #sql: StatementCache;
  readonly #reader: (resource: ResourceName) => RecordReader;

  constructor(sql: StatementCache, reader: (resource: ResourceName) => RecordReader) {
    this.#sql = sql;
    this.#reader = reader;
  }

  search(text: string, options: { resources?: readonly ResourceName[]; limit: number }): SearchHit[] {
    const match = matchQuery(text);
    if (match === null) return [];
    const newest = (options.resources ?? RESOURCES)
      .flatMap((resource) => this.#newest(resource, match, options.limit))
      .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : b.rowId - a.rowId))
      .slice(0, options.limit);
    return newest.flatMap((found) => this.#hits(found));
  }

  #hits({ resource, rowId, time }: Found): SearchHit[] {
    return this.#reader(resource).rows([rowId]).map(({ id, values }) => ({ resource, id, title: titleOf(resource, values, id), subtitle: subtitleOf(resource, values), time }));
  }

  #newest(resource: ResourceName, match: string, limit: number): Found[] {
    const fts = ftsTable(resource);
    const matches = this.#sql.pluck(`SELECT rowid FROM ${fts} WHERE ${fts} MATCH ?`).all(match) as number[];
    if (matches.length === 0) return [];
    return matches.length <= SORTED_MATCHES ? this.#sorted(resource, matches, limit) : this.#walk(resource, new Set(matches), limit);
  }

  #sorted(resource: ResourceName, matches: readonly number[], limit: number): Found[] {
    const { time, order } = recencySql(resource);
    const rows = this.#sql
      .raw(`SELECT r.row_id, ${time} FROM json_each(?) m CROSS JOIN ${rowTable(resource)} r ON r.row_id = m.value WHERE r.state = ${STATE.live} ORDER BY ${order} LIMIT ?`)
      .all(JSON.stringify(matches), limit) as [number, string | null][];
    return rows.map(([rowId, when]) => ({ resource, rowId, time: when ?? '' }));
  }

  #walk(resource: ResourceName, matches: ReadonlySet<number>, limit: number): Found[] {
    const { time, order } = recencySql(resource);
    const found: Found[] = [];
    const rows = this.#sql.raw(`SELECT r.row_id, ${time} FROM ${rowTable(resource)} r WHERE r.state = ${STATE.live} ORDER BY ${order}`).iterate() as IterableIterator<[number, string | null]>;
    for (const [rowId, when] of rows) if (matches.has(rowId) && found.push({ resource, rowId, time: when ?? '' }) >= limit) break;
    return found;
  }
}

interface Found { resource: ResourceName; rowId: number; time: string }

const recencySql = (resource: ResourceName): { time: string; order: string } => {
  const { recency } = CATALOGUE[resource];
  return recency === null ? { time: 'NULL', order: 'r.row_id DESC' } : { time: `r.${quoted(recency)}`, order: `r.${quoted(recency)} DESC, r.id DESC` };
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
