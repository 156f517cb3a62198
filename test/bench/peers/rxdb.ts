/** RxDB with its memory storage: nothing is on the disk. It has no word index. */
import { type MakeSubject, type NextAnswer, readAnswer } from './subject';

interface Row {
  id: string;
  update_time: string;
  json: string;
}
interface Query {
  exec(): Promise<{ toJSON(): Row }[]>;
}
interface Collection {
  bulkInsert(rows: readonly object[]): Promise<unknown>;
  bulkUpsert(rows: readonly object[]): Promise<unknown>;
  findByIds(ids: readonly string[]): { exec(): Promise<Map<string, { toJSON(): Row }>> };
  findOne(id: string): { exec(): Promise<{ toJSON(): Row } | null> };
  find(query: object): Query;
}
interface Rx {
  createRxDatabase(options: object): Promise<{
    addCollections(schemas: object): Promise<{ orders: Collection }>;
    close(): Promise<unknown>;
  }>;
}
interface Storage {
  getRxStorageMemory(): object;
}

const text = { type: 'string' };
const indexed = { type: 'string', maxLength: 30 };
const number = { type: 'number' };
const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: indexed,
    order_no: text,
    name: text,
    company: text,
    status: indexed,
    update_time: indexed,
    create_time: text,
    amount: number,
    amount_rmb: number,
    text,
    json: text,
  },
  required: ['id', 'status', 'update_time'],
  indexes: ['update_time', ['status', 'update_time']],
};

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export const rxdbSubject: MakeSubject = async ({ load }) => {
  const { createRxDatabase } = load('rxdb') as Rx;
  const { getRxStorageMemory } = load('rxdb/plugins/storage-memory') as Storage;
  const database = await createRxDatabase({
    name: 'bench',
    storage: getRxStorageMemory(),
    multiInstance: false,
    eventReduce: false,
  });
  const { orders } = await database.addCollections({ orders: { schema: SCHEMA } });
  const rowsOf = (bytes: Buffer) =>
    readAnswer(bytes).map(({ doc, ...facts }) => ({ ...facts, json: JSON.stringify(doc) }));
  const each = async (next: NextAnswer, put: (rows: ReturnType<typeof rowsOf>) => Promise<unknown>) => {
    for (let bytes = next(); bytes !== null; bytes = next()) await put(rowsOf(bytes));
  };
  const times = (docs: readonly { toJSON(): Row }[]): string[] =>
    docs.map((doc) => (JSON.parse(doc.toJSON().json) as Row).update_time);
  let asked = 0;
  /**
   * RxDB answers a repeated query from memory. So each query has another lower bound, which every record
   * exceeds.
   */
  const anyTime = () => ({ update_time: { $gt: `0${(asked += 1)}` } });
  const newestOf = async (selector: object, limit: number): Promise<string[]> =>
    times(
      await orders
        .find({ selector: { ...selector, ...anyTime() }, sort: [{ update_time: 'desc' }], limit })
        .exec(),
    );
  return {
    fill: (next) => each(next, (rows) => orders.bulkInsert(rows)),
    resync: (next) =>
      each(next, async (rows) => {
        const held = await orders.findByIds(rows.map(({ id }) => id)).exec();
        const changed = rows.filter((row) => held.get(row.id)?.toJSON().json !== row.json);
        if (changed.length > 0) await orders.bulkUpsert(changed);
      }),
    one: async (id) => {
      const found = await orders.findOne(id).exec();
      return found === null ? [] : times([found]);
    },
    newest: () => newestOf({}, 50),
    filtered: (status) => newestOf({ status }, 50),
    unindexed: async () =>
      times(await orders.find({ selector: anyTime(), sort: [{ amount_rmb: 'desc' }], limit: 50 }).exec()),
    words: (word) => newestOf({ text: { $regex: escaped(word), $options: 'i' } }, 30),
    reopen: async () => null,
    ids: async () => (await orders.find({ selector: {} }).exec()).map((doc) => doc.toJSON().id),
    sizeBytes: () => null,
    close: async () => void (await database.close()),
  };
};
