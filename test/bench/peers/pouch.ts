/** PouchDB on LevelDB, with the Mango indexes that the questions need. It has no word index. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, type MakeSubject, type NextAnswer, readAnswer } from './subject';

interface Row {
  _id: string;
  _rev?: string;
  update_time: string;
  json: string;
}
interface Pouch {
  bulkDocs(rows: readonly object[]): Promise<unknown>;
  allDocs(options: object): Promise<{ rows: { id?: string; doc?: Row | null }[] }>;
  get(id: string): Promise<Row>;
  find(options: object): Promise<{ docs: Row[] }>;
  createIndex(options: object): Promise<unknown>;
  close(): Promise<void>;
}
interface PouchConstructor {
  new (path: string, options: object): Pouch;
  plugin(plugin: unknown): void;
}

/** The searched values are columns; the record itself is stored as text, as in the other stores. */
const rowOf = ({ id, doc, ...facts }: Facts, rev?: string): Row => ({
  _id: id,
  ...(rev === undefined ? {} : { _rev: rev }),
  ...facts,
  json: JSON.stringify(doc),
});

const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export const pouchSubject: MakeSubject = async ({ folder, load }) => {
  const PouchDB = load('pouchdb') as PouchConstructor;
  PouchDB.plugin(load('pouchdb-find'));
  const path = join(folder, 'pouch');
  const open = (): Pouch => new PouchDB(path, { auto_compaction: true });
  let db = open();
  const times = ({ docs }: { docs: Row[] }): string[] =>
    docs.map(({ json }) => (JSON.parse(json) as Row).update_time);
  const newest = async () =>
    times(
      await db.find({
        selector: { update_time: { $gt: null } },
        sort: [{ update_time: 'desc' }],
        limit: 50,
      }),
    );
  const filtered = async (status: string) =>
    times(
      await db.find({
        selector: { status, update_time: { $gt: null } },
        sort: [{ status: 'desc' }, { update_time: 'desc' }],
        limit: 50,
      }),
    );
  const each = async (next: NextAnswer, put: (facts: Facts[]) => Promise<void>): Promise<void> => {
    for (let bytes = next(); bytes !== null; bytes = next()) await put(readAnswer(bytes));
  };
  /** PouchDB builds its indexes at the first query. */
  const makeIndexes = async (): Promise<void> => {
    await newest();
    await filtered('0');
  };
  return {
    fill: async (next) => {
      await db.createIndex({ index: { fields: ['update_time'] } });
      await db.createIndex({ index: { fields: ['status', 'update_time'] } });
      await each(next, async (facts) => {
        await db.bulkDocs(facts.map((record) => rowOf(record)));
      });
      await makeIndexes();
    },
    resync: async (next) => {
      await each(next, async (facts) => {
        const { rows } = await db.allDocs({ keys: facts.map(({ id }) => id), include_docs: true });
        const changed = facts.flatMap((record, i) => {
          const held = rows[i]?.doc ?? null;
          const row = rowOf(record, held?._rev);
          return held?.json === row.json ? [] : [row];
        });
        if (changed.length > 0) await db.bulkDocs(changed);
      });
      await makeIndexes();
    },
    one: async (id) => times({ docs: [await db.get(id)] }),
    newest,
    filtered,
    // A sort needs an index here, so all records are read and sorted.
    unindexed: async () => {
      const { rows } = await db.allDocs({ include_docs: true, startkey: '0', endkey: '9\uffff' });
      const docs = rows.flatMap(({ doc }) => (doc ? [doc as Row & { amount_rmb: number }] : []));
      docs.sort((a, b) => b.amount_rmb - a.amount_rmb);
      return times({ docs: docs.slice(0, 50) });
    },
    words: async (word) =>
      times(
        await db.find({
          selector: { update_time: { $gt: null }, text: { $regex: new RegExp(escaped(word), 'i') } },
          sort: [{ update_time: 'desc' }],
          limit: 30,
        }),
      ),
    reopen: async () => {
      await db.close();
      db = open();
      return newest();
    },
    ids: async () =>
      (await db.allDocs({})).rows.flatMap(({ id }) => (id?.startsWith('_') === false ? [id] : [])),
    sizeBytes: () => sizeOf(folder),
    close: () => db.close(),
  };
};
