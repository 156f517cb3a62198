/** What the status says right after the connection came back. */
import { expect, it } from 'vitest';
import { makeVirtualDesk } from '../../support/sync/virtual-desk';
import type { HttpResult } from '../../../src/main/core/ports/ports';

const MINUTE_MS = 60_000;
const NO_ROUTE: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' };

it.each([true, false])(
  '[PL10] a time offline does not count as fresh (in use: %s)',
  async (inUse) => {
    const desk = await makeVirtualDesk();
    try {
      await desk.attend(inUse);
      await desk.time.advance(30 * MINUTE_MS);
      const { wire } = desk.service;
      const online = wire.intercept;
      wire.intercept = async () => {
        await new Promise<void>((resolve) => desk.time.after(50, resolve));
        return NO_ROUTE;
      };
      const cutAt = desk.time.now();
      await desk.time.advance(2 * 60 * MINUTE_MS);
      wire.intercept = online;
      const backAt = desk.time.now();
      const fresh = () => desk.workspace().pull.state().freshAsOf ?? 0;
      for (let n = 0; n < 3600 && fresh() < cutAt + MINUTE_MS; n += 1) await desk.time.advance(500);
      const read = new Set(
        desk
          .heard(backAt)
          .map(({ path }) => path)
          .filter((path) => path.endsWith('/list')),
      );
      // Fresh means that every list was read after the connection came back.
      expect(fresh()).toBeGreaterThanOrEqual(backAt);
      expect([...read]).toEqual(
        expect.arrayContaining([
          '/v1/company/list',
          '/v1/invoices/order/list',
          '/v1/lead/list',
          '/v1/dynamic/trail/list',
        ]),
      );
    } finally {
      await desk.dispose();
    }
  },
  120_000,
);
