/** A customer's money is the same on every screen: page, tiles, debts, statement, footer of a list. */
import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundToCurrency } from '#shared/domain/money';
import type { ResourceName } from '#shared/domain/resources';
import type { CacheStore } from '#core/store/cache-store';
import { DRAFT_ORDERS_KEY } from '#core/store/read/draft-orders';
import {
  PART_SPECS,
  STATEMENT_PARTS,
  type StatementPart,
  statementTotals,
} from '../../../../../src/renderer/features/documents/statement-model';
import { apply, openTemporaryCache } from './cache-fixture';

const SENT = [
  ...[
    '977.0000000000',
    '-3',
    '0.005',
    '0.004',
    '-0.3',
    '8589934592.01',
    '99999999999.99',
    '1e2',
    '100.000001',
    '1,234,567,890,123,456.78',
    ' 12345678901234567 ',
  ],
  ...[510.04499999999996, -1.1368683772161603e-13, 0, 0.1, 0.2, 1e3, null, '', 'abc'],
];
const documents = fc.array(
  fc.record({
    company: fc.constantFrom(1, 2),
    amount: fc.oneof(
      fc.constantFrom(...SENT),
      fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
      fc.integer({ min: -100_000, max: 100_000 }).map((thousandths) => String(thousandths / 1000)),
    ),
    currency: fc.constantFrom('USD', 'usd', ' USD', 'JPY', 'KWD', 840, 156, '', null),
    day: fc.constantFrom('2026-01-31 23:30:00', '2026-02-01 00:00:00', '', '1970-01-01 08:00:00', null),
    status: fc.constantFrom(1, 3, 5, '1', null, undefined),
    isDraft: fc.boolean(),
  }),
  { maxLength: 8 },
);

const plain = (decimal: string): string => new Big(decimal).toFixed();
const FIGURES = { order: 'ordered', outboundInvoice: 'invoiced', receipt: 'received' } as const;

const footerOf = (cache: CacheStore, part: StatementPart, company: string) => {
  const { company: field, amount } = PART_SPECS[part];
  const view = { resource: part, filters: [{ field, op: 'in' as const, values: [company] }] };
  const pieces = cache.totals(view, [amount]);
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value.fields[0]?.sums ?? [];
  }
};
const statementOf = (cache: CacheStore, company: string) => {
  const rowsOf = (part: StatementPart) => {
    const { company: field, columns } = PART_SPECS[part];
    const view = { resource: part, filters: [{ field, op: 'in' as const, values: [company] }] };
    return cache.page(view, 0, 100, columns).rows.filter(({ draft }) => draft !== true);
  };
  return statementTotals({
    order: rowsOf('order'),
    outboundInvoice: rowsOf('outboundInvoice'),
    receipt: rowsOf('receipt'),
  });
};

it('a customer’s money is the same on every screen', () => {
  fc.assert(
    fc.property(documents, documents, documents, (orders, invoices, receipts) => {
      const cache = openTemporaryCache();
      const put = (resource: ResourceName, records: readonly Record<string, unknown>[]) =>
        apply(cache, resource, records);
      put(
        'company',
        [1, 2].map((id) => ({ company_id: id, name: `Company ${id}` })),
      );
      const ofCompany = (id: number) => ({ company_info: { id, name: `Company ${id}` } });
      put(
        'order',
        orders.map(({ company, day, amount, currency }, at) => ({
          ...{ order_id: at + 1, company: { company_id: company }, account_date: day },
          ...{ amount, currency },
        })),
      );
      put(
        'outboundInvoice',
        invoices.map(({ company, day, amount, currency }, at) => ({
          ...{ outbound_invoice_id: at + 1, ...ofCompany(company), warehouse_invoice_time: day },
          ...{ product_total_amount: amount, currency, create_time: '2026-03-01 10:00:00' },
        })),
      );
      put(
        'receipt',
        receipts.map(({ company, day, amount, currency, status }, at) => ({
          ...{ cash_collection_invoice_id: at + 1, ...ofCompany(company), collection_date: day },
          ...{ amount, currency, status },
        })),
      );
      const drafts = orders.flatMap(({ isDraft }, at) => (isDraft ? [String(at + 1)] : []));
      cache.setState(DRAFT_ORDERS_KEY, JSON.stringify(drafts));
      const debts = cache.owedMoney(null, 99).customers;
      for (const id of ['1', '2']) {
        const { currencies } = cache.companyMoney(id);
        const figure = (currency: string, part: StatementPart) =>
          plain(currencies.find((one) => one.currency === currency)?.[FIGURES[part]] ?? '0');
        const owed = currencies.filter((one) => new Big(one.owed).gt(0));
        expect(
          debts
            .filter((debt) => debt.id === id)
            .map((debt) => [debt.currency, plain(debt.owed), debt.since])
            .toSorted(),
        ).toEqual(owed.map((one) => [one.currency, plain(one.owed), one.since]).toSorted());
        const statement = statementOf(cache, id);
        expect(statement.map(({ currency }) => currency)).toEqual(currencies.map(({ currency }) => currency));
        for (const [at, { currency, open, ...parts }] of statement.entries()) {
          expect(plain(roundToCurrency(open, currency))).toBe(plain(currencies[at]?.owed ?? ''));
          for (const part of STATEMENT_PARTS) expect(plain(parts[part])).toBe(figure(currency, part));
        }
        const { kinds } = cache.timelineFigures({ resource: 'company', id });
        for (const part of STATEMENT_PARTS) {
          for (const { currency, sum } of footerOf(cache, part, id))
            expect(plain(sum)).toBe(figure(currency, part));
          for (const { currency, amount } of kinds.find(({ kind }) => kind === part)?.sums ?? [])
            expect(plain(amount)).toBe(figure(currency, part));
        }
      }
      cache.close();
    }),
    { numRuns: 20 },
  );
});
