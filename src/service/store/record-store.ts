/**
 * Rows of business records. Guarantees: every write is one statement inside the caller's transaction. The
 * previous list document is kept in `prior` (for the quirk of lagging lists). Documents are never rebuilt for
 * a list: a page is the stored texts, joined. It knows nothing about endpoints.
 */
import type { Database, Statement } from 'better-sqlite3';
import { parseDoc, writeExact, type Json } from './exact-json';

export const SERVICE_RESOURCES = [
  'user',
  'company',
  'lead',
  'trail',
  'order',
  'quotation',
  'purchaseOrder',
  'outboundInvoice',
  'receipt',
  'product',
  'opportunity',
  'collection',
] as const;
export type ServiceResource = (typeof SERVICE_RESOURCES)[number];

/** One record; ids are decimal strings, documents hold numbers or bigint. */
export interface ServiceRecord {
  id: string;
  number: string;
  name: string;
  createTime: string;
  updateTime: string;
  /** The document's own date: order date, quotation date, filed time, collection date. */
  day: string;
  status: string;
  approval: number;
  removed: number;
  draft: number;
  isPublic: number;
  companyId: string | null;
  leadId: string | null;
  opportunityId: string | null;
  userId: string | null;
  groupId: string | null;
  doc: Json;
  detail: Json;
}

/** A record of which only the given parts are known: live, private, without number, owner or company. */
export const newRecord = (
  known: Pick<ServiceRecord, 'id' | 'createTime' | 'updateTime' | 'doc'> & Partial<ServiceRecord>,
): ServiceRecord => ({
  number: '',
  name: '',
  day: '',
  status: '',
  approval: 0,
  removed: 0,
  draft: 0,
  isPublic: 0,
  companyId: null,
  leadId: null,
  opportunityId: null,
  userId: null,
  groupId: null,
  detail: {},
  ...known,
});

export interface StoredContact {
  customerId: string;
  owner: 'company' | 'lead';
  ownerId: string;
  email: string;
  tel: string;
}

const COLUMNS =
  'resource, id, number, name, create_time, update_time, day, status, approval, removed, draft, ' +
  'is_public, company_id, lead_id, opportunity_id, user_id, group_id, written_at, prior, doc, detail';
const big = (id: string | null): bigint | null => (id === null || id === '' ? null : BigInt(id));

export class RecordStore {
  readonly db: Database;
  readonly #clock: () => number;
  readonly #put: Statement;
  readonly #get: Statement;
  readonly #byNumber: Statement;
  readonly #statements = new Map<string, Statement>();

  constructor(db: Database, clock: () => number) {
    this.db = db;
    this.#clock = clock;
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO record (${COLUMNS}) VALUES (${COLUMNS.split(',')
        .map(() => '?')
        .join(',')})`,
    );
    this.#get = db
      .prepare(`SELECT *, CAST(id AS TEXT) AS id_text, CAST(company_id AS TEXT) AS company_text, CAST(lead_id AS TEXT) AS lead_text,
      CAST(opportunity_id AS TEXT) AS opportunity_text, CAST(user_id AS TEXT) AS user_text, CAST(group_id AS TEXT) AS group_text FROM record WHERE resource = ? AND id = ?`)
      .safeIntegers();
    this.#byNumber = db
      .prepare(
        'SELECT CAST(id AS TEXT) FROM record WHERE resource = ? AND number = ? ORDER BY removed, id LIMIT 1',
      )
      .pluck();
  }

  /** A prepared statement, made once per text. */
  sql(text: string): Statement {
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.db.prepare(text)));
    return statement;
  }

  /** `writtenAt` 0 marks records of the initial dataset: the lag does not apply to them. */
  put(
    resource: ServiceResource,
    record: ServiceRecord,
    prior: string | null = null,
    writtenAt = this.#clock(),
  ): void {
    this.#put.run(
      resource,
      BigInt(record.id),
      record.number,
      record.name,
      record.createTime,
      record.updateTime,
      record.day,
      record.status,
      record.approval,
      record.removed,
      record.draft,
      record.isPublic,
      big(record.companyId),
      big(record.leadId),
      big(record.opportunityId),
      big(record.userId),
      big(record.groupId),
      writtenAt,
      prior,
      writeExact(record.doc),
      writeExact(record.detail),
    );
  }

  get(resource: ServiceResource, id: string): ServiceRecord | undefined {
    if (!/^\d{1,19}$/.test(id)) return undefined;
    const row = this.#get.get(resource, BigInt(id)) as Record<string, string | bigint | null> | undefined;
    if (!row) return undefined;
    const text = (key: string): string => String(row[key]);
    const orNull = (key: string): string | null => (row[key] === null ? null : String(row[key]));
    return {
      id: text('id_text'),
      number: text('number'),
      name: text('name'),
      createTime: text('create_time'),
      updateTime: text('update_time'),
      day: text('day'),
      status: text('status'),
      approval: Number(row['approval']),
      removed: Number(row['removed']),
      draft: Number(row['draft']),
      isPublic: Number(row['is_public']),
      companyId: orNull('company_text'),
      leadId: orNull('lead_text'),
      opportunityId: orNull('opportunity_text'),
      userId: orNull('user_text'),
      groupId: orNull('group_text'),
      doc: parseDoc(text('doc')),
      detail: parseDoc(text('detail')),
    };
  }

  findByNumber(resource: ServiceResource, number: string): ServiceRecord | undefined {
    const id = this.#byNumber.get(resource, number) as string | undefined;
    return id === undefined ? undefined : this.get(resource, id);
  }

  /** Replaces a record, keeping its previous list document for the lag quirk. */
  replace(resource: ServiceResource, record: ServiceRecord): void {
    const prior = this.sql('SELECT doc FROM record WHERE resource = ? AND id = ?')
      .pluck()
      .get(resource, BigInt(record.id)) as string | undefined;
    this.put(resource, record, prior ?? null);
  }

  /** The next number of a named sequence, never reused. */
  next(name: string): number {
    return this.sql(
      'INSERT INTO sequence (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + ' +
        '1 RETURNING last',
    )
      .pluck()
      .get(name) as number;
  }

  /** A new id: usually 14 digits, every fifth one 19, because the contract has 64-bit ids. */
  nextId(resource: string): string {
    const n = this.next(`id:${resource}`);
    return n % 5 === 0 ? String(7_200_000_000_000_000_000n + BigInt(n)) : String(51_000_000_000_000 + n);
  }

  /** Replaces the contacts of one company or lead. */
  putContacts(owner: 'company' | 'lead', ownerId: string, contacts: readonly StoredContact[]): void {
    this.sql('DELETE FROM contact WHERE owner = ? AND owner_id = ?').run(owner, BigInt(ownerId));
    for (const contact of contacts) this.addContact(contact);
  }

  addContact(contact: StoredContact): void {
    this.sql(
      'INSERT OR REPLACE INTO contact (customer_id, owner, owner_id, email, tel) VALUES (?,?,?,?,?)',
    ).run(
      BigInt(contact.customerId),
      contact.owner,
      BigInt(contact.ownerId),
      contact.email.toLowerCase(),
      contact.tel,
    );
  }

  addActivity(userId: string, day: string, kind: string, amount = 1, once = false): void {
    this.sql(
      `INSERT INTO activity (user_id, day, kind, amount) VALUES (?,?,?,?) ON CONFLICT DO UPDATE
        SET amount = ${once ? 'amount' : 'amount + excluded.amount'}`,
    ).run(BigInt(userId), day, kind, amount);
  }

  meta(key: string): string | undefined {
    return this.sql('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined;
  }

  setMeta(key: string, value: string): void {
    this.sql('INSERT OR REPLACE INTO meta (key, value) VALUES (?,?)').run(key, value);
  }

  /** Runs `body` in one write transaction; anything thrown undoes all of it. */
  write<R>(body: () => R): R {
    return this.db.transaction(body).immediate();
  }
}
