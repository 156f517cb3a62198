/**
 * The checks after a push was accepted, if the service offers a read. Did a receipt become a draft (contract
 * E7: the caller has to check)? Did an edit empty the fields that it left out (an assumption about the
 * service)? Did an attempt without an answer arrive later and replace the edit (OB75)? The checks only read and
 * report. They send nothing and change no state.
 */
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { agreements, differences } from '../compare/compare-sent';
import { compareValues, isEmptyValue } from '../compare/compare-values';
import type { OutboxContext } from '../outbox-context';
import { readRecord } from '../doubt/read-records';
import { lateForMs, MAY_BE_REPLACED, REPLACED_LATE, replacedIn } from '../edits/late-attempts';
import type { Intent } from '../store/intent-record';
import { NOT_OFFERED_MS } from './outbox-gateway';

/** Receipt status of a draft (contract B). */
const DRAFT = 1;
/** The number of reads after which an accepted record that cannot be read is given up. */
const MOST_TRIES = 6;

/** The result of a check; a number is the time in milliseconds after which the service is to be asked. */
type Checked = 'done' | 'later' | 'missing' | 'no-read' | number;

/** The notes that mark the delivered items which are still to be checked. */
const TO_CHECK = ['may-be-draft', MAY_BE_REPLACED] as const;
export const isToCheck = ({ detail: { notes } }: Pick<Intent, 'detail'>): boolean =>
  TO_CHECK.some((note) => notes.includes(note));

/** Checks whether an attempt without an answer has replaced the values of a delivered edit. */
const checkReplaced = async (context: OutboxContext, intent: Intent): Promise<Checked> => {
  const { store, clock, gateway, settings } = context;
  const waitMs = (serverNow: string): number =>
    lateForMs(store, intent, { now: clock.now(), serverNow, lateCommitMs: settings.lateCommitMs });
  const known = waitMs(gateway.serverNow());
  if (known > 0 || intent.realId === null) return known > 0 ? known : 'done';
  const read = await readRecord(gateway, intent.kind, intent.realId);
  if (read.kind === 'trouble') return 'later';
  if (read.kind === 'no-read') return read.kind;
  if (read.kind === 'refused') return 'missing';
  const ms = waitMs(read.readAt ?? gateway.serverNow());
  if (ms > 0) return ms;
  const now = store.get(intent.id);
  if (!now?.detail.notes.includes(MAY_BE_REPLACED)) return 'done';
  const replaced = read.kind === 'found' ? replacedIn(store, now, read.snapshot) : [];
  const notes = now.detail.notes.filter((note) => note !== MAY_BE_REPLACED);
  store.save(
    {
      ...now,
      detail: { ...now.detail, notes: replaced.length > 0 ? [...notes, REPLACED_LATE] : notes },
    },
    { event: 'checked', serverAt: read.readAt, facts: { replaced } },
  );
  context.changed(intent.id);
  return 'done';
};

const checkOne = async (context: OutboxContext, id: string): Promise<Checked> => {
  const intent = context.store.get(id);
  return intent?.state === 'applied' && intent.detail.notes.includes(MAY_BE_REPLACED)
    ? await checkReplaced(context, intent)
    : await checkLanding(context, id);
};

/**
 * The status of a receipt without handler or company; `later` if the service could not be asked, `missing` if
 * the service does not show the receipt (yet), `no-read` if it offers no such read at present.
 */
const checkLanding = async (
  context: OutboxContext,
  id: string,
): Promise<'done' | 'later' | 'missing' | 'no-read'> => {
  const intent = context.store.get(id);
  if (intent?.state !== 'applied' || intent.realId === null) return 'done';
  const read = await readRecord(context.gateway, intent.kind, intent.realId);
  if (read.kind === 'trouble') return 'later';
  if (read.kind !== 'found') return read.kind === 'no-read' ? read.kind : 'missing';
  const status = Number(read.record.status);
  if (!Number.isInteger(status) || status <= 0) return 'done';
  const landed = status === DRAFT ? 'landed-as-draft' : 'landed-as-pending';
  const now = context.store.get(id);
  if (!now?.detail.notes.includes('may-be-draft')) return 'done';
  context.store.save(
    {
      ...now,
      detail: {
        ...now.detail,
        notes: [...now.detail.notes.filter((note) => note !== 'may-be-draft'), landed],
      },
    },
    { event: 'checked', serverAt: read.readAt, facts: { landed, status } },
  );
  context.changed(id);
  return 'done';
};

export type Omission = 'keeps' | 'clears';
/** What edits of this kind did to the fields that they leave out; null until an edit has shown it. */
export const omissionOf = (context: Pick<OutboxContext, 'store'>, kind: IntentKind): Omission | null => {
  const known = context.store.meta(`omission:${kind}`);
  return known === 'keeps' || known === 'clears' ? known : null;
};

/**
 * Compares the omitted fields of a record before and after an edit. Every edit is checked until one proves
 * that omitted fields stay. The result `clears` is kept for ever: a later edit finds the fields already
 * empty, and that proves nothing.
 */
export const checkOmission = async (
  context: OutboxContext,
  id: string,
  command: Command,
  before: Snapshot,
): Promise<void> => {
  if (command.target === null || omissionOf(context, command.kind) === 'keeps') return;
  const table = KIND_TABLES[command.kind].fields;
  const leftOut = Object.keys(before.fields).filter(
    (key) => !(key in command.fields) && !isEmptyValue(table[key]?.type, before.fields[key]),
  );
  if (leftOut.length === 0) return;
  const read = await readRecord(context.gateway, command.kind, command.target);
  // A read that does not show the edit yet proves nothing about omitted fields.
  if (read.kind !== 'found') return;
  const { fields } = read.snapshot;
  if (differences(command.fields, fields, table).length > 0) return;
  if (agreements(command.fields, fields, table).length === 0) return;
  const cleared = leftOut.filter((key) => key in fields && isEmptyValue(table[key]?.type, fields[key]));
  const kept = leftOut.filter(
    (key) =>
      // A field that every service keeps proves nothing.
      table[key]?.ifOmitted === undefined &&
      key in fields &&
      compareValues(table, key, before.fields[key], fields[key]) === 'same',
  );
  const seen = omissionOf(context, command.kind);
  const unlessCleared = seen === null && kept.length > 0 ? 'keeps' : seen;
  const verdict = cleared.length > 0 ? 'clears' : unlessCleared;
  const intent = context.store.get(id);
  context.store.atomically(() => {
    if (verdict !== null && verdict !== seen) context.store.setMeta(`omission:${command.kind}`, verdict);
    if (intent && cleared.length > 0)
      context.store.save(
        { ...intent, detail: { ...intent.detail, notes: [...intent.detail.notes, 'left-out-cleared'] } },
        {
          event: 'checked',
          serverAt: read.readAt,
          facts: { cleared: Object.fromEntries(cleared.map((key) => [key, before.fields[key]])) },
        },
      );
  });
  if (cleared.length > 0) context.changed(id);
};

export interface AppliedChecks {
  add(id: string): void;
  /** Reads the notes on disk again. The journal may have brought back a receipt since the start. */
  reread(): void;
  /** Asks about the next one; at most one at a time. */
  run(): void;
}

/**
 * The receipts whose status is still to be checked, and the edits that may have been replaced. A note on disk marks
 * them; the list is made again at every start.
 */
export const createAppliedChecks = (context: OutboxContext, mayRead: () => boolean): AppliedChecks => {
  const tries = new Map<string, number>();
  let busy = false;
  const checks: AppliedChecks = {
    add: (id) => {
      tries.set(id, 0);
    },
    reread: () => {
      for (const id of TO_CHECK.flatMap((note) => context.store.appliedWith(note)))
        if (!tries.has(id)) tries.set(id, 0);
    },
    run: () => {
      const next = tries.keys().next();
      if (busy || next.done || !mayRead()) return;
      const id = next.value;
      const tried = (tries.get(id) ?? 0) + 1;
      tries.delete(id);
      busy = true;
      checkOne(context, id)
        .catch((error: unknown): Checked => {
          // The account was closed during this read. The note is on the disk, and the next start asks again.
          if (!context.store.isOpen()) return 'done';
          context.log.error('outbox: a delivered item could not be asked about', {
            id,
            error: String(error),
          });
          return context.disk.failed(error) ? 'later' : 'done';
        })
        .then(
          (outcome) => {
            busy = false;
            // A service that offers no such read is probed again every hour.
            const known = outcome === 'no-read' ? NOT_OFFERED_MS : outcome;
            const delayMs =
              typeof known === 'number'
                ? known
                : context.parts.backoffDelayMs(tried + 1, context.random.next());
            const isAskedAgain = outcome === 'missing' ? tried < MOST_TRIES : outcome !== 'done';
            if (isAskedAgain)
              context.timers.after(delayMs, () => {
                tries.set(id, tried);
                checks.run();
              });
            if (outcome !== 'later') checks.run();
          },
          () => {
            busy = false;
          },
        );
    },
  };
  checks.reread();
  return checks;
};
