import { afterEach, describe, expect, it } from 'vitest';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { differences, makeService, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture | undefined;
let fixture: CoreFixture | undefined;
afterEach(async () => {
  await fixture?.dispose();
  service?.close();
  fixture = undefined;
  service = undefined;
});

describe('a full sync', () => {
  it('[PL1] of the demo dataset equals the service, record for record', async () => {
    service = makeService({ dataset: 'demo' });
    fixture = await makeCore({ transport: service.wire });
    const opened = await fixture.core.accounts.openDemo();
    expect(opened).toMatchObject({ ok: true });
    const workspace = fixture.core.accounts.current()!;
    await workspace.pull.round();
    expect(differences(workspace.cache, service.database)).toEqual([]);
  });
});
