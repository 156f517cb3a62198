/**
 * Does a record on the server say what a command said? Fields that the service does not give back, and
 * fields whose form is not known, neither prove nor disprove. New contacts and lines are matched one to
 * one, so that a pair never counts twice.
 */
import {
  isLocalRef,
  KIND_TABLES,
  type Command,
  type CommandChild,
  type Snapshot,
} from '#shared/domain/intent';
import { PRODUCT_TEXTS, type FieldTable } from '#shared/domain/intent-fields';
import { compareValues, type Comparison } from './compare-values';

type SnapshotChild = Snapshot['children'][number];
type Fields = Record<string, unknown>;

/** What the service may word itself, from the product that a line names: it tells nothing about a push. */
const WORDED_BY_SERVICE: ReadonlySet<string> = new Set(PRODUCT_TEXTS);

const fieldsThat = (is: Comparison, sent: Fields, found: Fields, table: FieldTable): string[] =>
  Object.keys(sent).filter(
    (key) =>
      key in found && !WORDED_BY_SERVICE.has(key) && compareValues(table, key, sent[key], found[key]) === is,
  );

/** Fields on which the sent values and the readable ones differ. */
export const differences = (sent: Fields, found: Fields, table: FieldTable): string[] =>
  fieldsThat('different', sent, found, table);

/** Fields on which the sent values and the readable ones agree. */
export const agreements = (sent: Fields, found: Fields, table: FieldTable): string[] =>
  fieldsThat('same', sent, found, table);

/** Fields that are readable on both sides, in forms that cannot be compared. */
export const incomparable = (sent: Fields, found: Fields, table: FieldTable): string[] =>
  fieldsThat('unknown', sent, found, table);

/** One contact or line: `unread` where the answer holds nothing of what was sent. */
const compareFields = (sent: Fields, found: Fields, table: FieldTable): Comparison | 'unread' => {
  if (differences(sent, found, table).length > 0) return 'different';
  if (incomparable(sent, found, table).length > 0) return 'unknown';
  return agreements(sent, found, table).length > 0 ? 'same' : 'unread';
};

/** No difference is seen, and at least one field agrees. */
const looksLike = (sent: Fields, found: Fields, table: FieldTable): boolean =>
  differences(sent, found, table).length === 0 && agreements(sent, found, table).length > 0;

/**
 * Pairs new children (local refs) with found ones that contradict no sent field, agree in at least one, and
 * are not `known` already.
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
        looksLike(item.fields, other.fields, table),
    );
    if (match) {
      pairs.set(item.ref, match.ref);
      taken.add(match.ref);
    }
  }
  return pairs;
};

/** The best that any of the found ones says about `item`. */
const bestOf = (
  item: CommandChild,
  found: readonly SnapshotChild[],
  table: FieldTable,
): Comparison | 'unread' => {
  const verdicts = new Set(found.map((other) => compareFields(item.fields, other.fields, table)));
  if (verdicts.has('same')) return 'same';
  return verdicts.has('unknown') ? 'unknown' : 'different';
};

const compareChild = (
  kind: Command['kind'],
  item: CommandChild,
  found: readonly SnapshotChild[],
  table: FieldTable,
  pairs: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): Comparison | 'unread' => {
  if (kind === 'lead' || kind === 'receipt') return bestOf(item, found, table);
  if (isLocalRef(item.ref)) {
    const pair = found.find((other) => other.ref === pairs.get(item.ref));
    if (pair) return compareFields(item.fields, pair.fields, table);
    const free = found.filter((other) => !known.has(other.ref) && ![...pairs.values()].includes(other.ref));
    return bestOf(item, free, table);
  }
  const now = found.find((other) => other.ref === item.ref);
  if (item.remove) return now === undefined ? 'same' : 'different';
  return now === undefined ? 'different' : compareFields(item.fields, now.fields, table);
};

export interface Agreement {
  /** At least one sent value was found, no other value stands in its place, and each could be compared. */
  agrees: boolean;
  /** Another value stands where a sent one should. */
  contradicts: boolean;
  /** Sent fields that agree. */
  same: string[];
  /** Sent fields, contacts and lines that are there in a form that cannot be compared. */
  unknown: string[];
  /** Contacts and lines that agree. */
  childrenSame: number;
  /** Local → real ids of new children, as far as matched. */
  ids: Map<string, string>;
}

/**
 * Compares a resolved command with what the server shows. `knownChildren` are ids that stood there before
 * the send.
 */
export const compareSent = (
  command: Command,
  server: Snapshot & { hasChildren: boolean },
  knownChildren: ReadonlySet<string>,
): Agreement => {
  const tables = KIND_TABLES[command.kind];
  const same = agreements(command.fields, server.fields, tables.fields);
  const unknown = incomparable(command.fields, server.fields, tables.fields);
  const different = differences(command.fields, server.fields, tables.fields).length > 0;
  const children = server.hasChildren ? command.children : [];
  const ids = matchChildren(children, server.children, tables.children, knownChildren);
  const verdicts = children.map((item) => ({
    ref: item.ref,
    verdict: compareChild(command.kind, item, server.children, tables.children, ids, knownChildren),
  }));
  const childrenSame = verdicts.filter(({ verdict }) => verdict === 'same').length;
  const contradicts = different || verdicts.some(({ verdict }) => verdict === 'different');
  const openChildren = verdicts.flatMap(({ ref, verdict }) => (verdict === 'unknown' ? [ref] : []));
  // Fields of the service's own are not read back: where they stand in an answer is not known.
  const open = [...unknown, ...openChildren, ...Object.keys(command.custom ?? {})];
  return {
    agrees: !contradicts && open.length === 0 && same.length + childrenSame > 0,
    contradicts,
    same,
    unknown: open,
    childrenSame,
    ids,
  };
};
