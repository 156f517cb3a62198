/**
 * A whole core and the real service, with a connection that can be cut. Each test makes one pair; it is
 * closed after the test.
 */
import { createRouterClient } from '@orpc/server';
import { afterEach, expect } from 'vitest';
import type { ServiceOptions } from '../../../src/service/create-service';
import type { Credentials } from '../../../src/shared/contract/accounts';
import { PASSWORD } from './connection';
import { makeCore, type CoreFixture, type FixtureOptions } from './core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from './service-fixture';

export const makeRig = () => {
  let service: ServiceFixture | undefined;
  let fixture: CoreFixture | undefined;
  afterEach(async () => {
    await fixture?.dispose();
    service?.close();
    [service, fixture] = [undefined, undefined];
  });
  const made = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('open a service and a core first');
    return one;
  };
  const rig = {
    get service(): ServiceFixture {
      return made(service);
    },
    get fixture(): CoreFixture {
      return made(fixture);
    },
    workspace: () => rig.fixture.core.accounts.current()!,
    window: () => createRouterClient(rig.fixture.core.router),
    cut: (): void => {
      rig.service.wire.intercept = async () => ({
        kind: 'failure',
        reason: 'connect',
        unsent: true,
        detail: 'no route',
      });
    },
    mend: (): void => {
      rig.service.wire.intercept = null;
    },
    /** Connects as the demo's rep and copies the service once. */
    connect: async (
      options: Partial<ServiceOptions> = {},
      pull: FixtureOptions['pull'] = {},
      credentials: Credentials = PASSWORD,
    ): Promise<void> => {
      service = makeService({ dataset: 30, ...options });
      fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 500, ...pull } });
      expect(
        await fixture.core.accounts.connect({
          baseUrl: ORIGIN,
          credentials,
          headerStyle: 'raw',
          name: 'Test',
          selfUserId: null,
        }),
      ).toMatchObject({ ok: true });
      await rig.workspace().pull.round();
    },
    /** Opens the demo workspace, copied once with the default budgets of the pull. */
    openDemo: async (options: Partial<ServiceOptions> = {}): Promise<void> => {
      service = makeService({ dataset: 40, ...options });
      fixture = await makeCore({ transport: service.wire });
      await fixture.core.accounts.openDemo();
      await rig.workspace().pull.round();
    },
    /** Releases every kind of edit, as a user does after the review. */
    releaseAll: async (): Promise<void> => {
      for (const kind of ['company', 'lead', 'outboundInvoice', 'receipt', 'trailNote'] as const)
        await rig.window().outbox.release({ kind });
    },
    /** Waits until the round that a command started, and one that it may have ended, are over. */
    rounds: async (): Promise<void> => {
      await rig.workspace().pull.round();
      await rig.workspace().pull.round();
    },
  };
  return rig;
};
