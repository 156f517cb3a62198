/**
 * Compares delivered values with a record of the local copy, by the columns that show them. A column may have
 * another name than the field and nest its value (`company_info` for `company_id`). Pure.
 */
import type { IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { AnswerPlace } from '#shared/domain/push-fields/push-field';
import { compareValues, isEmptyValue, type Comparison } from './compare-values';
import { snapshotOf } from './server-snapshot';

const OWN: readonly AnswerPlace[] = ['own'];

/** The field of each column in which an answer or a pending edit has one. */
const fieldsByColumn = (kind: IntentKind): Map<string, string> =>
  new Map(
    Object.entries(KIND_TABLES[kind].fields).flatMap(([key, { readFrom = OWN, shownAt = OWN }]) =>
      [...readFrom, ...shownAt].map((place): [string, string] => [place === 'own' ? key : place.key, key]),
    ),
  );

/** Compares a column of `record`; null if nothing was delivered to it. */
export const columnComparison = (
  kind: IntentKind,
  delivered: ReadonlyMap<string, unknown>,
  record: Record<string, unknown>,
): ((column: string) => Comparison | null) => {
  const byColumn = fieldsByColumn(kind);
  const { fields: now } = snapshotOf(kind, record);
  return (column) => {
    const key = byColumn.get(column);
    if (key === undefined || !delivered.has(key)) return null;
    // A value in a form that cannot be read proves nothing.
    if (!(key in now) && !isEmptyValue(undefined, record[column])) return 'unknown';
    return compareValues(KIND_TABLES[kind].fields, key, delivered.get(key), now[key]);
  };
};
