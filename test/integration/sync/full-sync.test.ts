import { afterEach, describe, expect, it } from 'vitest';
import type { SqlDatabase } from '#core/ports/ports';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { differences, makeService, type ServiceFixture } from '../../support/sync/service-fixture';
import { isThorough } from '../../support/thorough';

let service: ServiceFixture | undefined;
let fixture: CoreFixture | undefined;
afterEach(async () => {
  await fixture?.dispose();
  service?.close();
  fixture = undefined;
  service = undefined;
});

describe('a full sync', () => {
  it('[PL1] [PL29] of a whole dataset equals the service, record for record, and has every index', async () => {
    service = makeService({ dataset: isThorough ? 'demo' : 300 });
    fixture = await makeCore({ transport: service.wire });
    const opened = await fixture.core.accounts.openDemo();
    expect(opened).toMatchObject({ ok: true });
    const workspace = fixture.core.accounts.current()!;
    await workspace.pull.round();
    expect(differences(workspace.cache, service.database)).toEqual([]);
    expect(workspace.cache.makeIndex()).toBe(false);
  });

  describe('of a list that is longer than a window', () => {
    const SMALL = { limits: { pageSize: 12, splitAbove: 36 }, censusMs: 0, recheckMs: 0, detailBudget: 0 };
    const orderState = () =>
      fixture!.core.accounts
        .current()!
        .pull.state()
        .resources.find(({ resource }) => resource === 'order');
    /** Opens the demo account on a service of whose orders three have this creation time. */
    const opened = async (create: string) => {
      let aheadMs = 0;
      service = makeService({ dataset: 60, clock: () => Date.now() + aheadMs });
      const { database } = service;
      const rows = database
        .prepare(
          "SELECT CAST(id AS TEXT) AS id, doc FROM record WHERE resource = 'order' AND removed = 0 AND draft = 0 LIMIT 3",
        )
        .all() as { id: string; doc: string }[];
      for (const { id, doc } of rows) {
        const changed = doc
          .replace(/"create_time":"[^"]*"/, `"create_time":"${create}"`)
          .replace(/"update_time":"[^"]*"/, '"update_time":"2024-01-01 00:00:00"');
        database
          .prepare(
            "UPDATE record SET doc = ?, create_time = ?, update_time = '2024-01-01 00:00:00' WHERE resource = 'order' AND id = ?",
          )
          .run(changed, create, BigInt(id));
      }
      fixture = await makeCore({ transport: service.wire, pull: SMALL });
      return {
        ids: rows.map(({ id }) => id),
        database,
        passDay: () => {
          aheadMs += 86_400_000;
        },
        open: async () => {
          expect(await fixture!.core.accounts.openDemo()).toMatchObject({ ok: true });
          return fixture!.core.accounts.current()!;
        },
      };
    };

    it.each(['1970-01-01 08:00:00', '', '1999-06-01 00:00:00'])(
      '[PL31] copies records that were created "%s"',
      async (create) => {
        const { open, database } = await opened(create);
        const { pull, cache } = await open();
        await pull.round();
        expect(differences(cache, database, ['order'])).toEqual([]);
        expect(orderState()).toMatchObject({ state: 'complete' });
      },
    );

    it('[PL31] finds them with the next census of a copy that lacks them', async () => {
      const { open, database, ids } = await opened('');
      database.prepare("UPDATE record SET resource = 'hidden' WHERE id = ?").run(BigInt(ids[0]!));
      const { pull, cache } = await open();
      await pull.round();
      database.prepare("UPDATE record SET resource = 'order' WHERE resource = 'hidden'").run();
      await pull.round();
      expect(differences(cache, database, ['order'])).toEqual([]);
    });

    it('[PL31] deletes them after two censuses without them', async () => {
      const { open, database, ids, passDay } = await opened('');
      const { pull, cache } = await open();
      await pull.round();
      // The first copy has walked the list, and does it once a day at most.
      passDay();
      database.prepare("DELETE FROM record WHERE resource = 'order' AND id = ?").run(BigInt(ids[0]!));
      for (let i = 0; i < 4; i += 1) await pull.round();
      expect(differences(cache, database, ['order'])).toEqual([]);
      expect(orderState()).toMatchObject({ state: 'complete' });
    });
  });

  it('keeps more database pages in memory during the first copy than afterwards', async () => {
    service = makeService({ dataset: 'empty' });
    const pages: number[] = [];
    let cacheOf: SqlDatabase | undefined;
    const note = (): void => {
      if (!cacheOf) return;
      const kilobytes = -Number(cacheOf.pragma('cache_size', { simple: true }));
      if (kilobytes !== pages.at(-1)) pages.push(kilobytes);
    };
    const { wire } = service;
    const noted: typeof wire = { ...wire, read: (...asked) => (note(), wire.read(...asked)) };
    fixture = await makeCore({ transport: noted });
    const { files } = fixture.ports;
    const open = files.openTagged.bind(files);
    files.openTagged = (name, key) => {
      cacheOf = open(name, key);
      return cacheOf;
    };
    await fixture.core.accounts.openDemo();
    const { pull } = fixture.core.accounts.current()!;
    await pull.round();
    note();
    await pull.round();
    note();
    expect(pages).toEqual([65_536, 16_384]);
  });
});
