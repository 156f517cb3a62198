/**
 * Does a record on the server say what a command said? Every readable field must agree; fields the service
 * does not give back neither prove nor disprove. New contacts and lines are matched one to one, so that a
 * pair never counts twice.
 */
import {
  isLocalRef,
  KIND_TABLES,
  type Command,
  type CommandChild,
  type Snapshot,
} from '#shared/domain/intent';
import type { FieldTable } from '#shared/domain/intent-fields';
import { canonical } from './canonical';

type SnapshotChild = Snapshot['children'][number];

/** Fields on which the sent values and the readable ones differ. */
export const differences = (
  sent: Record<string, unknown>,
  found: Record<string, unknown>,
  table: FieldTable,
): string[] =>
  Object.keys(sent).filter(
    (key) => key in found && canonical(table[key], sent[key]) !== canonical(table[key], found[key]),
  );

const readable = (sent: Record<string, unknown>, found: Record<string, unknown>): number =>
  Object.keys(sent).filter((key) => key in found).length;

/**
 * Pairs new children (local refs) with found ones that agree in every readable field and are not `known`
 * already.
 */
export const matchChildren = (
  children: readonly CommandChild[],
  found: readonly SnapshotChild[],
  table: FieldTable,
  known: ReadonlySet<string>,
): Map<string, string> => {
  const taken = new Set(known);
  const pairs = new Map<string, string>();
  for (const item of children) {
    if (item.remove || !isLocalRef(item.ref)) continue;
    const match = found.find(
      (other) =>
        other.ref !== '' &&
        other.ref !== '0' &&
        !taken.has(other.ref) &&
        readable(item.fields, other.fields) > 0 &&
        differences(item.fields, other.fields, table).length === 0,
    );
    if (match) {
      pairs.set(item.ref, match.ref);
      taken.add(match.ref);
    }
  }
  return pairs;
};

const childArrived = (
  kind: Command['kind'],
  item: CommandChild,
  found: readonly SnapshotChild[],
  table: FieldTable,
  pairs: ReadonlyMap<string, string>,
): boolean => {
  if (kind === 'lead' || kind === 'receipt')
    return found.some(
      (other) =>
        differences(item.fields, other.fields, table).length === 0 && readable(item.fields, other.fields) > 0,
    );
  if (isLocalRef(item.ref)) return pairs.has(item.ref);
  const same = found.find((other) => other.ref === item.ref);
  return item.remove
    ? same === undefined
    : same !== undefined && differences(item.fields, same.fields, table).length === 0;
};

export interface Agreement {
  agrees: boolean;
  /** How many sent values could be compared at all. */
  compared: number;
  /** Local → real ids of new children, as far as matched. */
  ids: Map<string, string>;
}

/**
 * Compares a resolved command with what the server shows. `knownChildren` are ids that stood there before the
 * send.
 */
export const compareSent = (
  command: Command,
  server: Snapshot & { hasChildren: boolean },
  knownChildren: ReadonlySet<string>,
): Agreement => {
  const tables = KIND_TABLES[command.kind];
  const fieldsAgree = differences(command.fields, server.fields, tables.fields).length === 0;
  const compared = readable(command.fields, server.fields);
  if (!server.hasChildren || command.children.length === 0)
    return { agrees: fieldsAgree && compared > 0, compared, ids: new Map() };
  const ids = matchChildren(command.children, server.children, tables.children, knownChildren);
  const childrenAgree = command.children.every((item) =>
    childArrived(command.kind, item, server.children, tables.children, ids),
  );
  return { agrees: fieldsAgree && childrenAgree, compared: compared + command.children.length, ids };
};
