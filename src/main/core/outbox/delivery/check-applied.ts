/**
 * What is looked at once a push was accepted, where the service offers a read: whether a receipt landed as a
 * draft (contract E7: the caller has to check), and whether an edit emptied what it left out (an assumption
 * about the service). It only reads and tells; nothing here sends anything or changes a state.
 */
import { KIND_TABLES, type Command, type IntentKind, type Snapshot } from '#shared/domain/intent';
import { agreements, differences } from '../compare/compare-sent';
import { compareValues, isEmptyValue } from '../compare/compare-values';
import type { OutboxContext } from '../outbox-context';
import { readRecord } from '../doubt/read-records';

/** Receipt status of a draft (contract B). */
const DRAFT = 1;
/** A record that was accepted and cannot be read is not looked for for ever. */
const MOST_TRIES = 6;

/**
 * Where a receipt without handler or company landed; `later` when the service could not be asked, `missing`
 * when it does not show it (yet).
 */
export const checkLanding = async (
  context: OutboxContext,
  id: string,
): Promise<'done' | 'later' | 'missing'> => {
  const intent = context.store.get(id);
  if (intent?.state !== 'applied' || intent.realId === null) return 'done';
  const read = await readRecord(context.gateway, intent.kind, intent.realId);
  if (read.kind === 'no-read') return 'done';
  if (read.kind !== 'found') return read.kind === 'trouble' ? 'later' : 'missing';
  const status = Number(read.record.status);
  if (!Number.isInteger(status) || status <= 0) return 'done';
  const landed = status === DRAFT ? 'landed-as-draft' : 'landed-as-pending';
  const now = context.store.get(id);
  if (!now) return 'done';
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
/** What edits of this kind were seen to do to fields they leave out; null while no edit has told. */
export const omissionOf = (context: Pick<OutboxContext, 'store'>, kind: IntentKind): Omission | null =>
  context.store.meta(`omission:${kind}`) as Omission | null;

/**
 * Fields that say nothing about what an edit does to others: a service that empties what an edit omits keeps
 * them, because no record can be without them or another endpoint owns them.
 */
const KEPT_ANYWAY: ReadonlySet<string> = new Set([
  'serial_id',
  'cash_collection_invoice_no',
  'name',
  'pool_id',
  'is_public',
  'status',
  'trail_status',
  'currency',
  'company_id',
  'create_user',
]);

/**
 * Compares a record before and after an edit by what the edit left out. Until an edit has proved that it
 * stays, every edit is looked at. `clears`, once seen, is kept: an edit after it finds the emptied fields
 * empty, and nothing left to empty proves nothing.
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
    (key) => !(key in command.fields) && !isEmptyValue(table[key], before.fields[key]),
  );
  if (leftOut.length === 0) return;
  const read = await readRecord(context.gateway, command.kind, command.target);
  // A read that does not show the edit yet says nothing about what the edit left out.
  if (read.kind !== 'found') return;
  const { fields } = read.snapshot;
  if (differences(command.fields, fields, table).length > 0) return;
  if (agreements(command.fields, fields, table).length === 0) return;
  const cleared = leftOut.filter((key) => key in fields && isEmptyValue(table[key], fields[key]));
  const kept = leftOut.filter(
    (key) =>
      !KEPT_ANYWAY.has(key) &&
      key in fields &&
      compareValues(table, key, before.fields[key], fields[key]) === 'same',
  );
  const seen = omissionOf(context, command.kind);
  const verdict = cleared.length > 0 ? 'clears' : seen === null && kept.length > 0 ? 'keeps' : seen;
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

export interface LandingChecks {
  add(id: string): void;
  /** Asks about the next one; at most one at a time. */ run(): void;
}

/**
 * Receipts still to be asked about. Kept by their note on disk; the list itself is found again at every
 * start.
 */
export const createLandingChecks = (context: OutboxContext, mayRead: () => boolean): LandingChecks => {
  const tries = new Map<string, number>(context.store.appliedWith('may-be-draft').map((id) => [id, 0]));
  let busy = false;
  const checks: LandingChecks = {
    add: (id) => {
      tries.set(id, 0);
    },
    run: () => {
      const next = tries.keys().next();
      if (busy || next.done || !mayRead()) return;
      const id = next.value;
      const tried = (tries.get(id) ?? 0) + 1;
      tries.delete(id);
      busy = true;
      checkLanding(context, id)
        .catch((error: unknown) => {
          context.log.error('outbox: a receipt could not be asked about', { id, error: String(error) });
          return context.disk.failed(error) ? ('later' as const) : ('done' as const);
        })
        .then(
          (outcome) => {
            busy = false;
            if (outcome === 'later' || (outcome === 'missing' && tried < MOST_TRIES))
              context.timers.after(context.parts.backoffDelayMs(tried + 1, context.random.next()), () => {
                tries.set(id, tried);
                checks.run();
              });
            else checks.run();
          },
          () => {
            busy = false;
          },
        );
    },
  };
  return checks;
};
