/** Changes that neither an increment nor equal counts show, and how the parts that are read again find them. */
import { afterEach, describe, expect, it } from 'vitest';
import { formatServerTime } from '../../../src/shared/domain/time';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { differences, makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

const SERVICE_ZONE_MS = 8 * 3_600_000;
/** Orders are asked for by whole days, so an increment finds a shorter delay. */
const LATE_MS = 3 * 24 * 3_600_000;
/** Every round reads the next part. Orders are several parts, companies are one. */
const PULL = {
  limits: { pageSize: 12, splitAbove: 36 },
  censusMs: 0,
  recheckMs: 0,
  rereadMs: 0,
  detailBudget: 0,
};

const opened = async (prepare: () => void = () => undefined) => {
  service = makeService({ dataset: 60 });
  prepare();
  fixture = await makeCore({ transport: service.wire, pull: PULL });
  expect(
    await fixture.core.accounts.connect({
      baseUrl: ORIGIN,
      credentials: PASSWORD,
      headerStyle: 'raw',
      name: 'Test',
      selfUserId: null,
    }),
  ).toMatchObject({ ok: true });
  const { pull, cache } = fixture.core.accounts.current()!;
  await pull.round();
  return {
    pull,
    cache,
    rounds: async (count: number) => {
      for (let i = 0; i < count; i += 1) await pull.round();
    },
  };
};

interface Stored {
  doc: string;
  update_time: string;
}
const stored = (resource: string, id: string): Stored =>
  service.database
    .prepare('SELECT doc, update_time FROM record WHERE resource = ? AND id = ?')
    .get(resource, BigInt(id)) as Stored;
const store = (resource: string, id: string, { doc, update_time }: Stored): void => {
  service.database
    .prepare('UPDATE record SET doc = ?, update_time = ? WHERE resource = ? AND id = ?')
    .run(doc, update_time, resource, BigInt(id));
};
const oldest = (resource: string, count: number): string[] =>
  service.database
    .prepare(
      'SELECT CAST(id AS TEXT) FROM record WHERE resource = ? AND removed = 0 AND draft = 0 ORDER BY update_time LIMIT ?',
    )
    .pluck()
    .all(resource, count) as string[];
const edited = ({ doc }: Stored, update_time: string): Stored => ({
  doc: doc
    .replace('"name":"', '"name":"Edited ')
    .replace(/"update_time":"[^"]*"/, `"update_time":"${update_time}"`),
  update_time,
});

describe.each(['company', 'order'] as const)('with equal counts, the copy of each %s', (kind) => {
  it('[PL32] ends equal after one left the list and another with old times entered', async () => {
    let [gone = '', came = '']: string[] = [];
    const { cache, rounds } = await opened(() => {
      [gone = '', came = ''] = oldest(kind, 2);
      service.database
        .prepare("UPDATE record SET resource = 'hidden' WHERE resource = ? AND id = ?")
        .run(kind, BigInt(came));
    });
    service.database.prepare("UPDATE record SET resource = ? WHERE resource = 'hidden'").run(kind);
    service.database.prepare('DELETE FROM record WHERE resource = ? AND id = ?').run(kind, BigInt(gone));
    await rounds(6);
    expect(differences(cache, service.database, [kind])).toEqual([]);
  });

  it('[PL32] ends equal after the service was restored from a backup', async () => {
    let id = '';
    let before: Stored | undefined;
    const { cache, rounds } = await opened(() => {
      [id = ''] = oldest(kind, 1);
      before = stored(kind, id);
      store(kind, id, edited(before, formatServerTime(Date.now() + SERVICE_ZONE_MS)));
    });
    store(kind, id, before!);
    await rounds(6);
    expect(differences(cache, service.database, [kind])).toEqual([]);
  });

  it('[PL32] ends equal after edits became visible later than the margin of the watermark', async () => {
    const { cache, rounds } = await opened();
    for (const [i, id] of oldest(kind, 20).entries())
      store(
        kind,
        id,
        edited(stored(kind, id), formatServerTime(Date.now() + SERVICE_ZONE_MS - LATE_MS - i * 1000)),
      );
    await rounds(6);
    expect(differences(cache, service.database, [kind])).toEqual([]);
  });
});
