/**
 * Unseen changes of one person's records: records that the person owns, and activity of the person's
 * companies.
 */
import type { ChangesOf } from '#shared/contract/changes';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { STATE, quoted, rowTable } from '../schema/catalogue';
import type { StatementCache } from '../schema/statement-cache';
import { isLeftOut } from '../schema/extra-columns';
import { parseNotedFields } from '../schema/noted-fields';
import { ownersSql } from '../schema/owners-sql';

export interface UnseenChange {
  resource: ResourceName;
  rowId: number;
  id: string;
  kind: 'new' | 'changed';
  fields: string[];
  /** A user id; `''` if the record does not contain it. */
  person: string;
  /** When this computer received the change, epoch milliseconds. */
  at: number;
}
type Line = [rowId: number, id: string, kind: 'new' | 'changed', fields: string, person: string, at: number];

/** The condition for records of a person. An activity also belongs to the owner of its company. */
const isMine = (resource: ResourceName): { sql: string; params: (mine: string) => string[] } => {
  const own = `instr(${ownersSql(resource)}, ?) > 0`;
  if (resource !== 'trail') return { sql: own, params: (mine) => [mine] };
  const company = ownersSql('company').replaceAll('r.', 'c.');
  return {
    sql: `(${own} OR EXISTS (SELECT 1 FROM ${rowTable('company')} c
      WHERE c.id = CAST(r.${quoted('company_id')} AS TEXT) AND instr(${company}, ?) > 0))`,
    params: (mine) => [mine, mine],
  };
};

/** They have no owner, or are not the work of a rep. */
const NOT_TOLD: ReadonlySet<ResourceName> = new Set(['user', 'product', 'purchaseOrder']);

/** The person who made all of these changes; '' if several did. */
const soleOf = (people: readonly string[]): string => {
  const [first = '', ...others] = new Set(people);
  return others.length === 0 ? first : '';
};

/** The fields that screens show. If they show none of them, all fields: the record has changed nevertheless. */
const shownOf = (resource: ResourceName, fields: readonly string[]): string[] => {
  const shown = fields.filter((field) => !isLeftOut(resource, field));
  return shown.length > 0 ? shown : [...fields];
};

/** Somebody else changed a field, whoever changed the record last. */
const BY_OTHERS = `EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(h.fields) THEN h.fields ELSE '[]' END) f
  WHERE CASE WHEN f.type = 'array' THEN json_extract(f.value, '$[1]') END <> ?)`;

/**
 * The unseen changes, the latest first, without those that are known to be by `self`. `of`: only changes of these
 * records.
 */
export const unseenChanges = (
  sql: StatementCache,
  self: string,
  limit: number,
  of?: ChangesOf,
): UnseenChange[] =>
  RESOURCES.filter((resource) => !NOT_TOLD.has(resource) && (of === undefined || of.resource === resource))
    .flatMap((resource): UnseenChange[] => {
      const mine = isMine(resource);
      const lines = sql
        .raw<Line>(
          `SELECT h.row_id, r.id, h.kind, h.fields, h.person, h.at FROM change h
            JOIN ${rowTable(resource)} r ON r.row_id = h.row_id AND r.state = ${STATE.live}
            WHERE h.resource = ? AND (h.person <> ? OR ${BY_OTHERS}) AND ${mine.sql}
              ${of === undefined ? '' : 'AND r.id IN (SELECT value FROM json_each(?))'}
            ORDER BY h.at DESC LIMIT ?`,
        )
        .all(
          resource,
          self,
          self,
          ...mine.params(`,${self},`),
          ...(of === undefined ? [] : [JSON.stringify(of.ids)]),
          limit,
        );
      return lines.map(([rowId, id, kind, fields, person, at]) => {
        const others = parseNotedFields(fields, person).filter(([, by]) => by !== self);
        return {
          resource,
          rowId,
          id,
          kind: person === self ? 'changed' : kind,
          fields: shownOf(
            resource,
            others.map(([field]) => field),
          ),
          person: kind === 'new' && person !== self ? person : soleOf(others.map(([, by]) => by)),
          at,
        };
      });
    })
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit);

/** Marks records as seen; null marks all. Changes that were received after `until` stay. */
export const seeChanges = (
  sql: StatementCache,
  refs: readonly { resource: ResourceName; id: string }[] | null,
  until: number = Number.MAX_SAFE_INTEGER,
): void => {
  if (refs === null) {
    sql.write('DELETE FROM change WHERE at <= ?').run(until);
    return;
  }
  for (const { resource, id } of refs)
    sql
      .write(
        `DELETE FROM change WHERE resource = ? AND at <= ?
          AND row_id = (SELECT row_id FROM ${rowTable(resource)} WHERE id = ?)`,
      )
      .run(resource, until, id);
};
