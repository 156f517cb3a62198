/**
 * The questions of the comparison. Each store gets the same answers of the service, as bytes, and answers the
 * same questions. A subject stores what a developer would store of a record: its JSON, and the values that
 * are sorted, filtered and searched.
 */

/** The next answer of the list, as the service's bytes; null after the last. */
export type NextAnswer = () => Buffer | null;

/** The result of a question: the update times of the records, to check that all stores agree. */
export type Times = readonly string[];

export interface Subject {
  /** Stores every answer; resolves when all indexes and words can be used. */
  fill(next: NextAnswer): Promise<void>;
  /** The same list again, with a part of it changed; resolves when the store is equal to it. */
  resync(next: NextAnswer): Promise<void>;
  one(id: string): Promise<Times> | Times;
  /** The newest 50 records. */
  newest(): Promise<Times> | Times;
  /** The newest 50 records of a shipping status. */
  filtered(status: string): Promise<Times> | Times;
  /** The 50 records with the largest amount in RMB; no store has an index on it. */
  unindexed(): Promise<Times> | Times;
  /** The newest 30 records that contain the word; null if the store cannot search for words. */
  words(word: string): Promise<Times> | Times | null;
  /** Closes the files, opens them again, and returns the newest 50; null for a store in memory. */
  reopen(): Promise<Times | null> | Times;
  ids(): Promise<readonly string[]> | readonly string[];
  /** Bytes on the disk; null for a store in memory. */
  sizeBytes(): number | null;
  close(): Promise<void> | void;
}

/** `folder` is empty; `load` imports a package from the bench's own folder. */
export interface SubjectOptions {
  folder: string;
  load: (name: string) => unknown;
}
export type MakeSubject = (options: SubjectOptions) => Promise<Subject>;

type Value = Record<string, unknown>;

/** A record in the tables that a developer would write. */
export interface Facts {
  id: string;
  order_no: string;
  name: string;
  company: string;
  status: string;
  update_time: string;
  create_time: string;
  amount: number;
  amount_rmb: number;
  /** The text in which words are searched. */
  text: string;
  doc: Value;
}

const part = (value: unknown, key: string): string => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (first === null || typeof first !== 'object') return '';
  const member = (first as Value)[key];
  return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
};

const SEARCHED = ['order_no', 'name', 'company_name', 'company_phone', 'customer_name', 'customer_email'];

const factsOf = (doc: Value): Facts => {
  const lines = Array.isArray(doc.product_list) ? (doc.product_list as unknown[]) : [];
  return {
    id: String(doc.order_id),
    order_no: String(doc.order_no),
    name: String(doc.name),
    company: part(doc.company, 'name'),
    status: part(doc.shipping_status, 'link_status'),
    update_time: String(doc.update_time),
    create_time: String(doc.create_time),
    amount: Number(doc.amount),
    amount_rmb: Number(doc.amount_rmb),
    text: [
      ...SEARCHED.map((key) => doc[key]),
      part(doc.company, 'name'),
      part(doc.handler_info, 'nickname'),
      ...lines.map((line) => part(line, 'product_name')),
    ].join(' '),
    doc,
  };
};

/** The records of an answer, read by plain `JSON.parse`. */
export const readAnswer = (bytes: Buffer): Facts[] =>
  (JSON.parse(bytes.toString('utf8')) as { data: { list: Value[] } }).data.list.map(factsOf);
