/** A cache with the rows of an outbox over it: the real store, the real projection, no delivery. */
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { emptyDetail, type Intent } from '#core/outbox/store/intent-record';
import { openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import { createOutboxStore, type OutboxStore } from '#core/outbox/store/outbox-store';
import { createOverlay } from '#core/outbox/overlay/overlay';
import type { CacheStore, OverlaidRecords } from '#core/store/cache-store';
import type { Command, CommandChild, IntentKind } from '#shared/domain/intent';
import { commandSchema } from '#shared/domain/intent-schema';

export interface Laying {
  store: OutboxStore;
  records: OverlaidRecords;
  /** Milliseconds; each intent is made a second after the one before. */
  clock: { now(): number; at: number };
  push(
    kind: IntentKind,
    fields: Record<string, unknown>,
    more?: { target?: string; children?: CommandChild[]; id?: string },
  ): string;
  /** The service took it: its id for a create, and its time. */
  applied(id: string, at: string, realId?: string, number?: string): void;
  move(id: string, state: Intent['state'], more?: Partial<Intent>): void;
  completeAsOf: string | null;
  selfUserId: string | null;
  rowsAsked: number;
}

export const serverTime = (epochMs: number): string =>
  new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');

export const layOver = (cache: CacheStore): Laying => {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  openOutboxDatabase(database, { accountId: 'a', backupPath: null });
  const clock = { at: Date.parse('2026-06-01T00:00:00Z'), now: () => clock.at };
  const store = createOutboxStore(database, clock);
  const overlay = createOverlay(store);
  let made = 0;
  const self: Laying = {
    store,
    clock,
    completeAsOf: null,
    selfUserId: null,
    rowsAsked: 0,
    records: cache.overlaid({
      revision: () => store.revision(),
      realIdOf: (id) => store.realIdOf(id),
      serverTime,
      selfUserId: () => self.selfUserId,
      rows: (resource, cached) => {
        self.rowsAsked += 1;
        return overlay(resource, cached, self.completeAsOf);
      },
    }),
    push: (
      kind,
      fields,
      { target = null as string | null, children = [], id = `local:${kind}-${made}` } = {},
    ) => {
      made += 1;
      clock.at += 1000;
      const command = commandSchema.parse({ kind, schema: 1, target, fields, children }) as Command;
      store.insert(
        {
          id,
          kind,
          state: 'queued',
          version: 1,
          command,
          base: null,
          fingerprint: id,
          realId: target !== null && !target.startsWith('local:') ? target : null,
          held: false,
          sendNow: false,
          needsUser: false,
          notBefore: 0,
          tries: 0,
          detail: emptyDetail(),
        },
        [],
        { event: 'submitted' },
      );
      return id;
    },
    move: (id, state, more = {}) => store.save({ ...store.get(id)!, state, ...more }, { event: state }),
    applied: (id, at, realId, number) => {
      const intent = store.get(id)!;
      if (realId !== undefined) store.mapId(id, intent.kind, realId, id);
      self.move(id, 'applied', {
        realId: realId ?? intent.realId,
        detail: { ...intent.detail, appliedAt: at, number: number ?? null },
      });
    },
  };
  return self;
};
