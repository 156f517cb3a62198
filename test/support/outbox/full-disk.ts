/** A database whose disk refuses writes on command, with SQLite's errors. */
import type Database from 'better-sqlite3';
import type { SqlDatabase, SqlStatement } from '#core/ports/ports';

const MESSAGES = {
  SQLITE_FULL: 'database or disk is full',
  SQLITE_READONLY: 'attempt to write a readonly database',
  SQLITE_IOERR_WRITE: 'disk I/O error',
  SQLITE_CONSTRAINT: 'constraint failed',
} as const;

export interface FullDisk {
  /** Null: the disk has room. A number: this many writes still succeed. */
  refusesAfter: number | null;
  code: keyof typeof MESSAGES;
  through(database: Database.Database): SqlDatabase;
}

const writes = (sql: string): boolean =>
  /^\s*(INSERT|UPDATE|DELETE|REPLACE)/i.test(sql) && !sql.includes('temp.');

export const fullDisk = (): FullDisk => {
  const take = (): void => {
    if (disk.refusesAfter === null) return;
    if (disk.refusesAfter > 0) {
      disk.refusesAfter--;
      return;
    }
    throw Object.assign(new Error(MESSAGES[disk.code]), { code: disk.code });
  };
  const disk: FullDisk = {
    refusesAfter: null,
    code: 'SQLITE_FULL',
    through: (database) => ({
      get open() {
        return database.open;
      },
      get inTransaction() {
        return database.inTransaction;
      },
      exec: (sql) => database.exec(sql),
      pragma: (sql, options) => database.pragma(sql, options),
      transaction: (body) => database.transaction(body),
      function: (...given) => (database as SqlDatabase).function(...given),
      close: () => database.close(),
      prepare: <Answer = unknown>(sql: string) => {
        const statement: SqlStatement<Answer> = (database as SqlDatabase).prepare<Answer>(sql);
        if (!writes(sql)) return statement;
        return new Proxy(statement, {
          get: (target, name) => {
            if (name === 'run')
              return (...params: Parameters<SqlStatement['run']>) => {
                take();
                return target.run(...params);
              };
            const member = target[name as keyof SqlStatement<Answer>] as unknown;
            return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
          },
        });
      },
    }),
  };
  return disk;
};
