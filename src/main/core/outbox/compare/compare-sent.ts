/**
 * Compares a record on the server with a command that was sent. Fields that the service does not return, and
 * fields in an unknown form, prove nothing. New contacts and lines are matched one to one, so that no record
 * counts twice.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { compareValues, type Comparison } from './compare-values';

type SnapshotChild = Snapshot['children'][number];
type Fields = Record<string, unknown>;

const fieldsThat = (is: Comparison, sent: Fields, found: Fields, table: FieldTable): string[] =>
  Object.keys(sent).filter(
    (key) =>
      key in found && !table[key]?.isReworded && compareValues(table, key, sent[key], found[key]) === is,
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

/** Compares one contact or line; `unread` if the answer contains none of the sent fields. */
const compareFields = (sent: Fields, found: Fields, table: FieldTable): Comparison | 'unread' => {
  if (differences(sent, found, table).length > 0) return 'different';
  if (incomparable(sent, found, table).length > 0) return 'unknown';
  return agreements(sent, found, table).length > 0 ? 'same' : 'unread';
};

/** Returns true if no field differs and at least one agrees. */
const looksLike = (sent: Fields, found: Fields, table: FieldTable): boolean =>
  differences(sent, found, table).length === 0 && agreements(sent, found, table).length > 0;

/**
 * Pairs each new child (local ref) with a found child that contradicts no sent field, agrees in at least one,
 * and is not in `known`. One that a child names by its id belongs to that child: an earlier attempt has added it. As
 * many are paired as possible: a child that fits two found ones leaves one to a child that fits only that.
 */
export const matchChildren = (
  children: readonly CommandChild[],
  found: readonly SnapshotChild[],
  table: FieldTable,
  known: ReadonlySet<string>,
): Map<string, string> => {
  const taken = new Set([...known, ...children.map(({ ref }) => ref)]);
  const fitting = (item: CommandChild): string[] =>
    found.flatMap(({ ref, fields }) =>
      ref !== '' && ref !== '0' && !taken.has(ref) && looksLike(item.fields, fields, table) ? ref : [],
    );
  /** The found child's ref → the new child that it is paired with. */
  const owners = new Map<string, CommandChild>();
  const place = (item: CommandChild, tried: Set<string>): boolean => {
    const refs = fitting(item).filter((ref) => !tried.has(ref));
    refs.forEach((ref) => tried.add(ref));
    // If each of them is paired, the owner of one may fit another.
    const ref = refs.find((one) => !owners.has(one)) ?? refs.find((one) => place(owners.get(one)!, tried));
    if (ref !== undefined) owners.set(ref, item);
    return ref !== undefined;
  };
  const added = children.filter(({ ref, remove }) => !remove && isLocalRef(ref));
  for (const item of added) place(item, new Set());
  const refOf = new Map([...owners].map(([ref, item]) => [item, ref]));
  return new Map(
    added.flatMap((item): [string, string][] => {
      const ref = refOf.get(item);
      return ref === undefined ? [] : [[item.ref, ref]];
    }),
  );
};

/** How many allocations of a receipt look like this one. They have no ids, so only their number tells of a new one. */
export const allocationsLike = (receipt: Snapshot | null, sent: Fields): number => {
  const table = KIND_TABLES.receipt.children;
  return (receipt?.children ?? []).filter(
    ({ fields }) =>
      differences(sent, fields, table).length === 0 && agreements(sent, fields, table).includes('refer_id'),
  ).length;
};

/** The best comparison of `item` with any of the found children. */
const bestOf = (
  item: CommandChild,
  found: readonly SnapshotChild[],
  table: FieldTable,
): Comparison | 'unread' => {
  const verdicts = new Set(found.map((other) => compareFields(item.fields, other.fields, table)));
  if (verdicts.has('same')) return 'same';
  return verdicts.has('unknown') ? 'unknown' : 'different';
};

interface FoundChildren {
  /** The contacts or lines that the record has. */
  found: readonly SnapshotChild[];
  /** Local → real ids of the new children of the command, as far as matched. */
  pairs: ReadonlyMap<string, string>;
  /** Ids that existed before the send. */
  known: ReadonlySet<string>;
  /** Ids that the command names. */
  named: ReadonlySet<string>;
}

const compareChild = (
  kind: Command['kind'],
  item: CommandChild,
  { found, pairs, known, named }: FoundChildren,
): Comparison | 'unread' => {
  const table = KIND_TABLES[kind].children;
  if (kind === 'lead' || kind === 'receipt') return bestOf(item, found, table);
  if (isLocalRef(item.ref)) {
    const pair = found.find((other) => other.ref === pairs.get(item.ref));
    if (pair) return compareFields(item.fields, pair.fields, table);
    const free = found.filter(
      ({ ref }) => !known.has(ref) && !named.has(ref) && ![...pairs.values()].includes(ref),
    );
    return bestOf(item, free, table);
  }
  const now = found.find((other) => other.ref === item.ref);
  if (item.remove) return now === undefined ? 'same' : 'different';
  return now === undefined ? 'different' : compareFields(item.fields, now.fields, table);
};

export interface Agreement {
  /** At least one sent value was found, none differs, and all could be compared. */
  agrees: boolean;
  /** At least one sent field has another value. */
  contradicts: boolean;
  /** Sent fields that agree. */
  same: string[];
  /** Sent fields, contacts and lines whose form cannot be compared. */
  unknown: string[];
  /** Contacts and lines that agree. */
  childrenSame: number;
  /** Local → real ids of new children, as far as matched. */
  ids: Map<string, string>;
}

/**
 * Compares a resolved command with a record of the server. `knownChildren` are ids of children that existed
 * before the send.
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
  const named = new Set(children.map(({ ref }) => ref));
  const found = { found: server.children, pairs: ids, known: knownChildren, named };
  const verdicts = children.map((item) => ({
    ref: item.ref,
    verdict: compareChild(command.kind, item, found),
  }));
  const childrenSame = verdicts.filter(({ verdict }) => verdict === 'same').length;
  const contradicts = different || verdicts.some(({ verdict }) => verdict === 'different');
  const openChildren = verdicts.flatMap(({ ref, verdict }) => (verdict === 'unknown' ? [ref] : []));
  // Custom fields are not compared: their place in an answer is unknown.
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
