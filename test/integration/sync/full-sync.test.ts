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
