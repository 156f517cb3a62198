/** What Today says of work that the debts of customers do not include. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

// A variable, because these tests are compiled without JSX.
const MONEY: string = '../../../src/renderer/features/today/today-money';

const drawn = async (waiting: number): Promise<string> => {
  told.state = null;
  const owing = { id: '12', name: 'Acme', currency: 'USD', owed: '70', since: null };
  const totals = [{ currency: 'USD', owed: '70', customers: 1 }];
  windowOver(
    {
      money: { owed: () => ({ totals, withoutAmount: 0, customers: [owing], waiting }) },
      records: { page: () => ({ total: 0, rows: [] }), lookup: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { TodayMoney } = (await import(MONEY)) as { TodayMoney: FunctionComponent<object> };
  return drawSettled(TodayMoney, { person: null }, en);
};

it('says that a receipt which waits is not counted, as the page of its customer does', async () => {
  expect(await drawn(1)).toContain('Without your undelivered changes to 1 document.');
  const html = await drawn(0);
  expect(html).toContain('Acme');
  expect(html).not.toContain('undelivered');
});
