/** A receipt that is started from an order knows its company, currency, the amount left and the order. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useSync } from '../../../../src/renderer/client/events';
import { buildBlank } from '../../../../src/renderer/forms/session/form-blank';
import { allocationsWith } from '../../../../src/renderer/forms/session/sole-allocation';
import { NO_VALUES } from '../../../../src/renderer/forms/session/form-values';
import { windowOver } from '../../../support/renderer/window-over';

const ORDER = {
  detailState: 'held',
  values: {
    order_no: 'SO-5',
    company: { company_id: 12, name: 'Lumière SA' },
    currency: 'EUR',
    exchange_rate: '780.5',
    exchange_rate_usd: '108',
  },
};
const WAITING = {
  values: {
    currency: 'EUR',
    record_list: [
      { refer_type: '1', refer_id: '5', cash_collection_amount: '20.50' },
      { refer_type: '2', refer_id: '5', cash_collection_amount: '7' },
      { refer_type: '1', refer_id: '6', cash_collection_amount: '8' },
    ],
  },
};
const MONEY = {
  currencies: [
    { currency: 'EUR', ordered: '100.00', received: '30.25' },
    { currency: 'USD', ordered: '900', received: '0' },
  ],
  unread: { invoices: 0, receipts: 0 },
};
const HELD: Record<string, unknown> = { 'order 5': ORDER, 'receipt local:9': WAITING };

const started = async ({ money = MONEY, waiting = [] }: { money?: unknown; waiting?: object[] } = {}) => {
  windowOver({
    records: {
      get: ({ resource, id }: { resource: string; id: string }) => HELD[`${resource} ${id}`] ?? null,
      related: () => [{ resource: 'receipt', total: waiting.length, rows: waiting }],
    },
    money: { order: () => money },
  });
  return await buildBlank(
    'receipt',
    { resource: 'order', id: '5' },
    { selfUserId: '3', now: '2026-11-22 10:00:00' },
  );
};
const completeAsOf = (at: string | null): void =>
  useSync.setState({ state: { resources: [{ resource: 'receipt', completeAsOf: at }] } as never });

describe('a receipt that is started from an order', () => {
  beforeEach(() => completeAsOf('2026-11-22 09:00:00'));

  it('[E7] has company, currency and rates, the amount left, and the allocation of it to the order', async () => {
    const { fields, children, names } = await started();
    expect(fields).toEqual({
      collection_date: '2026-11-22',
      handler: ['3'],
      company_id: '12',
      currency: 'EUR',
      exchange_rate: '780.5',
      exchange_rate_usd: '108',
      amount: '69.75',
    });
    expect(children.map((child) => child.fields)).toEqual([
      { refer_type: '1', refer_id: '5', cash_collection_amount: '69.75' },
    ]);
    expect(names).toEqual({ 'order~5': 'SO-5', 'company~12': 'Lumière SA' });
  });

  it('counts receipts that wait in the outbox, and no others a second time', async () => {
    const { fields } = await started({ waiting: [{ id: 'local:9' }, { id: '77' }] });
    expect(fields.amount).toBe('49.25');
  });

  it('leaves the amount empty if it is not known or nothing is left', async () => {
    const without = async (money: unknown) => {
      const { fields, children } = await started({ money });
      expect(children[0]?.fields).toEqual({ refer_type: '1', refer_id: '5' });
      return fields.amount;
    };
    expect(await without(null)).toBeUndefined();
    expect(await without({ ...MONEY, unread: { invoices: 0, receipts: 1 } })).toBeUndefined();
    expect(
      await without({ ...MONEY, currencies: [{ currency: 'EUR', ordered: '30', received: '30.25' }] }),
    ).toBeUndefined();
    completeAsOf(null);
    expect(await without(MONEY)).toBeUndefined();
  });
});

describe('the only allocation of a receipt', () => {
  const child = (amount: string) => ({ ref: 'local:1', fields: { cash_collection_amount: amount } });
  const amounts = (amount: string, ...allocated: string[]) =>
    allocationsWith({ ...NO_VALUES, fields: { amount }, children: allocated.map(child) }, '40').map(
      ({ fields }) => fields.cash_collection_amount,
    );
  it('follows the amount while it covers all of it', () => {
    expect(amounts('69.75', '69.75')).toEqual(['40']);
    expect(amounts('69.75', '60')).toEqual(['60']);
    expect(amounts('69.75', '69.75', '0')).toEqual(['69.75', '0']);
    expect(amounts('69.75')).toEqual([]);
  });
});
