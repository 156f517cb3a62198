/**
 * An attempt of an edit that got no answer may still arrive, until the late-commit bound. If the user discarded its
 * item, or changed the item and sent it again, a later edit may have been delivered by then. The attempt would put its
 * older value over it (OB75).
 */
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { NOT_ARRIVED } from '#shared/domain/intent-rules';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { parseServerTime } from '#shared/domain/time';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { compareValues } from '../compare/compare-values';
import type { Intent, LedgerEntry } from '../store/intent-record';
import { customAsFields, keyOf, nameOf, type EditHistory } from './latest-changes';

/** A note on a delivered edit: such an attempt may still arrive. It is checked after the bound. */
export const MAY_BE_REPLACED = 'may-be-replaced';
/** A note on a delivered edit: such an attempt has arrived. */
export const REPLACED_LATE = 'replaced-late';
/** The same, after the user has checked the record. */
export const REPLACED_SEEN = 'replaced-seen';

interface Value {
  table: FieldTable;
  field: string;
  value: unknown;
}
type Values = ReadonlyMap<string, Value>;
type Content = Pick<Snapshot, 'fields' | 'children' | 'custom'>;

/** All values of a command or a record, with contacts and lines under one name. */
const valuesIn = (store: EditHistory, kind: IntentKind, { fields, children, custom }: Content): Values => {
  const { fields: table, children: ofChildren } = KIND_TABLES[kind];
  const real = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('local:') ? (store.realIdOf(value) ?? value) : value;
  const of = (held: Readonly<Record<string, unknown>>, by: FieldTable, child: string): [string, Value][] =>
    Object.entries(held).map(([field, value]) => [
      keyOf(field, child),
      { table: by, field, value: real(value) },
    ]);
  return new Map([
    ...of(fields, table, ''),
    ...of(customAsFields(custom), {}, ''),
    ...children.flatMap((item) => of(item.fields, ofChildren, nameOf(store, kind, item))),
  ]);
};

const compared = ({ table, field, value }: Value, other: Value | undefined) =>
  other === undefined ? 'unknown' : compareValues(table, field, value, other.value);

interface Attempt {
  command: Command;
  entry: LedgerEntry;
}

/** The attempts of edits of the record that may still arrive, whenever they were sent. */
const openAttempts = (store: EditHistory, intent: Intent): Attempt[] =>
  store.forRecord(intent.kind, intent.command.target ?? intent.id, true).flatMap((other) => {
    if (other.detail.sentVersions.length === 0 || other.command.target === null) return [];
    const ledger = store.ledger(other.id);
    const isEnded = ({ event }: LedgerEntry): boolean => event === 'accepted' || NOT_ARRIVED.has(event);
    const ended = new Set(ledger.filter(isEnded).map(({ attempt }) => attempt));
    const open = ledger.filter(({ event, attempt }) => event === 'sending' && !ended.has(attempt));
    // If no answer accepted the item, one of the attempts has arrived as it stands now.
    const isAccepted = ledger.some(({ event }) => event === 'accepted');
    const left = other.state === 'applied' && !isAccepted ? open.slice(0, -1) : open;
    return left.flatMap((entry) => {
      const command = store.versionOf(other.id, Number(entry.facts.version))?.command;
      return command ? [{ command, entry }] : [];
    });
  });

interface Bound {
  now: number;
  serverNow: string;
  lateCommitMs: number;
}

/** Returns true if the bound of the attempt has not passed by one of the two clocks: one may be set forward. */
const mayArrive = ({ at, serverAt }: LedgerEntry, { now, serverNow, lateCommitMs }: Bound): boolean => {
  const [sent, present] = [serverAt, serverNow].map((time) =>
    time === null ? undefined : parseServerTime(time),
  );
  const byServer = sent !== undefined && present !== undefined && present - sent <= lateCommitMs;
  return now - at <= lateCommitMs || byServer;
};

/** The note for an edit that is delivered now, if an open attempt has another value of one of its fields. */
export const lateNote = (store: EditHistory, delivered: Intent, bound: Bound): string[] => {
  if (delivered.command.target === null) return [];
  const mine = valuesIn(store, delivered.kind, delivered.command);
  const isOpposed = openAttempts(store, delivered)
    .filter(({ entry }) => mayArrive(entry, bound))
    .some(({ command }) =>
      [...valuesIn(store, command.kind, command)].some(
        ([key, value]) => compared(value, mine.get(key)) === 'different',
      ),
    );
  return isOpposed ? [MAY_BE_REPLACED] : [];
};

/** How long such an attempt may still arrive, in milliseconds; 0 if the bound of all has passed. */
export const lateForMs = (store: EditHistory, delivered: Intent, bound: Bound): number => {
  const open = openAttempts(store, delivered).filter(({ entry }) => mayArrive(entry, bound));
  const ends = open.map(({ entry }) => Math.max(entry.at + bound.lateCommitMs - bound.now, 1000));
  // If this computer's clock was set back, the wait is no longer than the bound.
  return Math.min(Math.max(0, ...ends), bound.lateCommitMs);
};

/**
 * The names of the fields of a delivered edit that the record `now` has as such an attempt has sent them. A field
 * that the user changed later in another delivered edit is left to that one.
 */
export const replacedIn = (store: EditHistory, delivered: Intent, now: Content): string[] => {
  const { kind, command } = delivered;
  const settled = store.settledAt(delivered.id);
  const later = new Set(
    store
      .forRecord(kind, command.target ?? delivered.id)
      .filter(({ id, state }) => id !== delivered.id && state === 'applied' && store.settledAt(id) > settled)
      .flatMap((other) => [...valuesIn(store, kind, other.command).keys()]),
  );
  const record = valuesIn(store, kind, now);
  const sent = openAttempts(store, delivered).map((attempt) => valuesIn(store, kind, attempt.command));
  return [...valuesIn(store, kind, command)]
    .filter(
      ([key, mine]) =>
        !later.has(key) &&
        compared(mine, record.get(key)) === 'different' &&
        sent.some((values) => {
          const value = values.get(key);
          return value !== undefined && compared(value, record.get(key)) === 'same';
        }),
    )
    .map(([, { field }]) => field);
};
