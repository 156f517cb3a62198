/** The money of an order while an invoice of it waits to be sent. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const MONEY: string = '../../../src/renderer/features/panel/panel-money';

const drawn = async (rows: readonly object[], withoutAmount = 0): Promise<string> => {
  const usd = { currency: 'USD', ordered: '100', invoiced: '0', received: '0', owed: '0', since: null };
  windowOver(
    {
      money: {
        order: () => ({
          currencies: [usd],
          unread: { invoices: 0, receipts: 0, invoiceIds: [] },
          withoutAmount: { count: withoutAmount, receiptIds: [] },
        }),
      },
      records: {
        related: () => [
          { resource: 'outboundInvoice', total: rows.length, rows },
          { resource: 'collection', total: 1, rows: [{ id: '9', values: {}, pending: {} }] },
        ],
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

const withIntent = (id: string, state: string): object => ({
  id,
  values: {},
  pending: { fields: [], intents: [{ id: 'i1', state }], needsUser: false },
});

it('says that the invoice is not counted, as the page of the customer does', async () => {
  expect(await drawn([withIntent('local:1', 'queued'), { id: '2', values: {} }])).toContain('money.waiting');
  const without = await drawn([{ id: '2', values: {} }]);
  expect(without).toContain('money.invoiced');
  expect(without).not.toContain('money.waiting');
});

it('does not say that a delivered invoice is still to be sent, but that it is not counted yet', async () => {
  const html = await drawn([withIntent('local:1', 'applied')]);
  expect(html).not.toContain('money.waiting');
  expect(html).toContain('money.delivered');
});

it('says that documents of the order have no amount', async () => {
  expect(await drawn([], 2)).toContain('money.withoutAmount');
  expect(await drawn([])).not.toContain('money.withoutAmount');
});
