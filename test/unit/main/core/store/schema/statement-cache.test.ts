import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { mustGet, StatementCache } from '#core/store/schema/statement-cache';

describe('the cache of statements', () => {
  it('returns the same text as values or as rows', () => {
    const sql = new StatementCache(new Database(':memory:'));
    expect(sql.pluck<number>('SELECT 1, 2').all()).toEqual([1]);
    expect(sql.raw<[number, number]>('SELECT 1, 2').all()).toEqual([[1, 2]]);
  });
  it('prepares a text again only when 128 others were used since', () => {
    const prepared: string[] = [];
    const db = new Database(':memory:');
    const prepare = db.prepare.bind(db);
    db.prepare = (text: string) => (prepared.push(text), prepare(text));
    const sql = new StatementCache(db);
    const use = (from: number, to: number): void => {
      for (let i = from; i < to; i += 1) sql.pluck(`SELECT ${i}`).get();
    };
    use(0, 128);
    use(0, 1);
    expect(prepared).toHaveLength(128);
    use(128, 255);
    use(0, 1);
    expect(prepared).toHaveLength(255);
    use(255, 256);
    use(0, 1);
    use(128, 129);
    expect(prepared).toHaveLength(257);
  });
  it('reports a row that is missing though every record has it', () => {
    const db = new Database(':memory:');
    expect(mustGet(db.prepare('SELECT 7').pluck())).toBe(7);
    expect(() => mustGet(db.prepare('SELECT 7 WHERE 0'))).toThrow(
      expect.objectContaining({ code: 'database-corrupt' }),
    );
  });
});
