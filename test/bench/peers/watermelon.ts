/** WatermelonDB with its Node adapter, which uses better-sqlite3. It has no word index. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, type MakeSubject, type NextAnswer, readAnswer } from './subject';

type Raw = Record<string, unknown> & { id: string; update_time: string; json: string };
interface Model {
  id: string;
  _raw: Raw;
}
interface Collection {
  query(...clauses: unknown[]): { fetch(): Promise<Model[]>; fetchIds(): Promise<string[]> };
  find(id: string): Promise<Model>;
  prepareCreateFromDirtyRaw(raw: object): Model;
}
interface Database {
  get(table: string): Collection;
  write(body: () => Promise<void>): Promise<void>;
  batch(models: readonly unknown[]): Promise<void>;
}
interface Watermelon {
  Database: new (options: object) => Database;
  Model: new (...args: unknown[]) => object;
  Q: Record<string, (...args: unknown[]) => unknown> & { desc: unknown };
  appSchema(schema: object): object;
  tableSchema(schema: object): object;
}
interface Adapter {
  default: new (options: object) => object;
}
interface Logger {
  default: { silence(): void };
}

const COLUMNS = [
  { name: 'order_no', type: 'string' },
  { name: 'name', type: 'string' },
  { name: 'company', type: 'string' },
  { name: 'status', type: 'string', isIndexed: true },
  { name: 'update_time', type: 'string', isIndexed: true },
  { name: 'create_time', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'amount_rmb', type: 'number' },
  { name: 'text', type: 'string' },
  { name: 'json', type: 'string' },
];

const rawOf = ({ doc, ...facts }: Facts): Raw => ({ ...facts, json: JSON.stringify(doc) });

export const watermelonSubject: MakeSubject = async ({ folder, load }) => {
  const { Database, Model, Q, appSchema, tableSchema } = load('@nozbe/watermelondb') as Watermelon;
  const Adapter = (load('@nozbe/watermelondb/adapters/sqlite') as Adapter).default;
  (load('@nozbe/watermelondb/utils/common/logger') as Logger).default.silence();
  class Order extends Model {
    static table = 'orders';
    static associations = {};
  }
  const path = join(folder, 'watermelon.db');
  const schema = appSchema({ version: 1, tables: [tableSchema({ name: 'orders', columns: COLUMNS })] });
  const open = (): Database =>
    new Database({
      adapter: new Adapter({ schema, dbName: path, jsi: false }),
      modelClasses: [Order],
    });
  let db = open();
  const orders = (): Collection => db.get('orders');
  const each = async (next: NextAnswer, put: (facts: Facts[]) => Promise<void>): Promise<void> => {
    for (let bytes = next(); bytes !== null; bytes = next()) {
      const facts = readAnswer(bytes);
      await db.write(() => put(facts));
    }
  };
  const times = (models: readonly Model[]): string[] =>
    models.map(({ _raw }) => (JSON.parse(_raw.json) as Raw).update_time);
  const newestOf = async (limit: number, ...where: unknown[]): Promise<string[]> =>
    times(
      await orders()
        .query(...where, Q.sortBy?.('update_time', Q.desc), Q.take?.(limit))
        .fetch(),
    );
  return {
    fill: (next) =>
      each(next, (facts) =>
        db.batch(facts.map((record) => orders().prepareCreateFromDirtyRaw(rawOf(record)))),
      ),
    resync: (next) =>
      each(next, async (facts) => {
        const held = new Map(
          (
            await orders()
              .query(Q.where?.('id', Q.oneOf?.(facts.map(({ id }) => id))))
              .fetch()
          ).map((model) => [
            model.id,
            model as Model & { prepareUpdate(body: (model: Model) => void): unknown },
          ]),
        );
        const changes = facts.flatMap((record) => {
          const [known, raw] = [held.get(record.id), rawOf(record)];
          if (known === undefined) return [orders().prepareCreateFromDirtyRaw(raw)];
          return known._raw.json === raw.json
            ? []
            : [known.prepareUpdate((model) => void Object.assign(model._raw, raw))];
        });
        if (changes.length > 0) await db.batch(changes);
      }),
    one: async (id) => times([await orders().find(id)]),
    newest: () => newestOf(50),
    filtered: (status) => newestOf(50, Q.where?.('status', status)),
    unindexed: async () =>
      times(await orders().query(Q.sortBy?.('amount_rmb', Q.desc), Q.take?.(50)).fetch()),
    words: (word) => newestOf(30, Q.where?.('text', Q.like?.(`%${word}%`))),
    // Its adapter cannot be closed, so a second one is opened beside it.
    reopen: async () => {
      db = open();
      return newestOf(50);
    },
    ids: () => orders().query().fetchIds(),
    sizeBytes: () =>
      [path, `${path}-wal`].reduce((sum, name) => sum + (existsSync(name) ? statSync(name).size : 0), 0),
    close: () => {},
  };
};
