/** Prepared statements of one `outbox.db`. Each text is prepared once. */
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from '../../ports/ports';

export interface OutboxStatements {
  sql<Row = SqlRow>(text: string): SqlStatement<Row>;
  rows<Row = SqlRow>(text: string, ...params: SqlValue[]): Row[];
  one(text: string, ...params: SqlValue[]): SqlRow | undefined;
}

export const createOutboxStatements = (database: SqlDatabase): OutboxStatements => {
  const cache = new Map<string, SqlStatement>();
  const sql = <Row = SqlRow>(text: string): SqlStatement<Row> => {
    const held = cache.get(text) ?? database.prepare(text);
    cache.set(text, held);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row has the columns that the text selects
    return held as SqlStatement<Row>;
  };
  return {
    sql,
    rows: <Row = SqlRow>(text: string, ...params: SqlValue[]): Row[] => sql<Row>(text).all(...params),
    one: (text, ...params) => sql(text).get(...params),
  };
};

/** A column of text; null if there is no row. */
export const textOf = (value: SqlValue | undefined): string | null =>
  typeof value === 'string' ? value : null;
