/** What the cache's file says about itself, by key. */
import type { SqlDatabase } from '../../ports/ports';

export const getMeta = (db: SqlDatabase, key: string): string | null =>
  db.prepare<string>('SELECT value FROM meta WHERE key = ?').pluck().get(key) ?? null;

export const setMeta = (db: SqlDatabase, key: string, value: string): void => {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  );
};
