/** The money of an order while an invoice of it waits to be sent. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const MONEY: string = '../../../src/renderer/features/panel/panel-money';

const drawn = async (more: {
  waiting?: number;
  delivered?: number;
  withoutAmount?: number;
}): Promise<string> => {
  const usd = { currency: 'USD', ordered: '100', invoiced: '0', received: '0', owed: '0', since: null };
  const { waiting = 0, delivered = 0, withoutAmount = 0 } = more;
  windowOver(
    {
      money: {
        order: () => ({
          currencies: [usd],
          unread: { invoices: 0, receipts: 0, invoiceIds: [] },
          withoutAmount: { count: withoutAmount, receiptIds: [] },
          waiting,
          delivered,
        }),
      },
      sync: { state: () => null },
      accounts: { state: () => ({ account: null, settings: {} }) },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { PanelMoney } = (await import(MONEY)) as { PanelMoney: FunctionComponent<{ orderId: string }> };
  return drawSettled(PanelMoney, { orderId: '1' });
};

it('says that the invoice is not counted, as the page of the customer does', async () => {
  expect(await drawn({ waiting: 1 })).toContain('money.waiting');
  const without = await drawn({});
  expect(without).toContain('money.invoiced');
  expect(without).not.toContain('money.waiting');
});

it('does not say that a delivered invoice is still to be sent, but that it is not counted yet', async () => {
  const html = await drawn({ delivered: 1 });
  expect(html).not.toContain('money.waiting');
  expect(html).toContain('moneyNotes.delivered');
});

it('says that documents of the order have no amount', async () => {
  expect(await drawn({ withoutAmount: 2 })).toContain('money.withoutAmount');
  expect(await drawn({})).not.toContain('money.withoutAmount');
});
