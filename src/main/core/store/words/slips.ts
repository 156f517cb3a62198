/**
 * Corrects one typing error in a Latin word: an extra, missing or wrong letter, or two swapped letters. It is
 * used only if a search finds nothing as typed, and only for words of four or more letters. A wrong first
 * letter is not corrected, because every word of the index would have to be compared.
 */
import type { ResourceName } from '#shared/domain/resources';
import { ftsTable, quoted } from '../schema/catalogue';
import type { QueryTerm } from './search-text';
import type { StatementCache } from '../schema/statement-cache';

const SHORTEST = 4;
const MOST_MEANT = 12;
const LETTERS = /^[a-z]+$/;

/** Returns true if two words differ by at most one edit (Damerau, optimal string alignment). */
const isNear = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
};

/** Returns true if `word`, with at most one typing error, is `term` or the beginning of it. */
export const isSlipOf = (word: string, term: string): boolean =>
  isNear(word, term) ||
  [-1, 0, 1].some((by) => word.length + by < term.length && isNear(word, term.slice(0, word.length + by)));

/** The search index of a resource: of its cached records, or of its pending ones. */
interface WordIndex {
  schema: 'main' | 'temp';
  /** The name of the FTS5 table, quoted. */
  table: string;
}

/** The words of an index from `from` up to `to` (excluded), the most frequent first. */
const wordsFrom = (sql: StatementCache, { schema, table }: WordIndex, from: string, to: string): string[] => {
  const vocabulary = `temp.${quoted(`${schema}_${table.replaceAll('"', '')}_vocabulary`)}`;
  sql
    .write(`CREATE VIRTUAL TABLE IF NOT EXISTS ${vocabulary} USING fts5vocab(${schema}, ${table}, 'row')`)
    .run();
  return sql
    .pluck<string>(`SELECT term FROM ${vocabulary} WHERE term >= ? AND term < ? ORDER BY doc DESC`)
    .all(from, to);
};

const after = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1);

const meantBy = (sql: StatementCache, indexes: readonly WordIndex[], word: string): string[] => {
  const [first = '', second = ''] = word;
  const swapped = `${second}${first}`;
  const terms = indexes.flatMap((index) => [
    ...wordsFrom(sql, index, first, after(first)),
    ...(first === second ? [] : wordsFrom(sql, index, swapped, after(swapped))),
  ]);
  return [...new Set(terms)]
    .filter((term) => LETTERS.test(term) && isSlipOf(word, term))
    .slice(0, MOST_MEANT);
};

/**
 * Adds similar words of the index to the terms; null if no term has a similar word. `pending` is the FTS5 table of
 * the pending records, if they are searched too.
 */
export const forgiven = (
  sql: StatementCache,
  resource: ResourceName,
  terms: readonly QueryTerm[],
  pending: string | null = null,
): QueryTerm[] | null => {
  const indexes: WordIndex[] = [{ schema: 'main', table: ftsTable(resource) }];
  if (pending !== null) indexes.unshift({ schema: 'temp', table: pending });
  let found = false;
  const wider = terms.map((term) => {
    if (!term.prefix || term.word.length < SHORTEST || !LETTERS.test(term.word)) return term;
    const meant = meantBy(sql, indexes, term.word);
    found ||= meant.length > 0;
    return { ...term, meant };
  });
  return found ? wider : null;
};
