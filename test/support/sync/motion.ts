/** Simulates other users while a sync runs: creates, changes and deletes records directly in the service. */
import type { ServiceFixture } from './service-fixture';
import { formatServerTime } from '../../../src/shared/domain/time';

const MOVING = [
  'company',
  'lead',
  'order',
  'quotation',
  'purchaseOrder',
  'outboundInvoice',
  'receipt',
  'collection',
  'opportunity',
  'product',
  'trail',
] as const;
type Moving = (typeof MOVING)[number];
interface Stored {
  id: string;
  doc: string;
  create_time: string;
}

export interface Motion {
  step(): void;
  readonly made: number;
  readonly changed: number;
  readonly deleted: number;
}

/** `nowMs` is the clock of the service. Written times are server wall-clock (UTC+8). */
export const createMotion = (
  { database }: Pick<ServiceFixture, 'database'>,
  random: () => number,
  nowMs: () => number = Date.now,
): Motion => {
  const counts = { made: 0, changed: 0, deleted: 0 };
  let nextId = 880_000_000_000_000_000n;
  const now = (): string => formatServerTime(nowMs(), 8 * 3_600_000);
  const pick = (resource: Moving): Stored | undefined => {
    const rows = database
      .prepare(
        'SELECT CAST(id AS TEXT) AS id, doc, create_time FROM record WHERE resource = ? AND removed = 0',
      )
      .all(resource) as Stored[];
    return rows[Math.floor(random() * rows.length)];
  };
  const stamped = (doc: string, time: string): string =>
    doc.replace(/"update_time":"[^"]*"/, `"update_time":"${time}"`);

  const change = (resource: Moving, at: Stored): void => {
    const time = now();
    const doc = stamped(at.doc, time).replace(/"(name|content|remark)":"/, `"$1":"~${counts.changed} `);
    database
      .prepare('UPDATE record SET doc = ?, update_time = ? WHERE resource = ? AND id = ?')
      .run(doc, time, resource, BigInt(at.id));
    counts.changed += 1;
  };
  const remove = (resource: Moving, at: Stored): void => {
    // A service may delete without changing update_time; only a census finds that.
    if (random() < 0.5)
      database
        .prepare('UPDATE record SET removed = 1 WHERE resource = ? AND id = ?')
        .run(resource, BigInt(at.id));
    else database.prepare('DELETE FROM record WHERE resource = ? AND id = ?').run(resource, BigInt(at.id));
    counts.deleted += 1;
  };
  const make = (resource: Moving, at: Stored): void => {
    const [id, time] = [String(nextId), now()];
    nextId += 1n;
    const doc = stamped(at.doc.replaceAll(new RegExp(`\\b${at.id}\\b`, 'g'), id), time).replace(
      /"create_time":"[^"]*"/,
      `"create_time":"${time}"`,
    );
    const columns = (
      database.prepare("SELECT name FROM pragma_table_info('record')").pluck().all() as string[]
    ).filter((name) => !['id', 'doc', 'create_time', 'update_time'].includes(name));
    database
      .prepare(
        `INSERT INTO record (id, doc, create_time, update_time, ${columns.join(', ')}) SELECT ?, ?, ?, ?, ${columns.join(', ')}
          FROM record WHERE resource = ? AND id = ?`,
      )
      .run(BigInt(id), doc, time, time, resource, BigInt(at.id));
    counts.made += 1;
  };

  return {
    step: () => {
      const resource = MOVING[Math.floor(random() * MOVING.length)] ?? 'order';
      const at = pick(resource);
      if (!at) return;
      const roll = random();
      if (roll < 0.5) change(resource, at);
      else if (roll < 0.8) make(resource, at);
      else remove(resource, at);
    },
    get made() {
      return counts.made;
    },
    get changed() {
      return counts.changed;
    },
    get deleted() {
      return counts.deleted;
    },
  };
};
