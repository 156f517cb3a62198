import { expect, it } from 'vitest';
import type { Totals } from '#shared/contract/records';
import { addTotals } from '../../../src/renderer/features/lists/total-fields';

type Sums = Totals['fields'][number]['sums'];
const totals = (sums: Sums, drafts: Sums = []): Totals => ({ fields: [{ field: 'amount', sums, drafts }] });

it('sums of two pieces are added as decimals, per currency', () => {
  const a = totals([
    { currency: 'USD', count: 2, sum: '0.1' },
    { currency: 'CNY', count: 1, sum: '5' },
  ]);
  const b = totals([
    { currency: 'USD', count: 1, sum: '0.2' },
    { currency: 'EUR', count: 4, sum: '9007199254740993.25' },
  ]);
  expect(addTotals(a, b).fields[0]?.sums).toEqual([
    { currency: 'EUR', count: 4, sum: '9007199254740993.25' },
    { currency: 'USD', count: 3, sum: '0.3' },
    { currency: 'CNY', count: 1, sum: '5' },
  ]);
});

it('the sums of drafts are added apart', () => {
  const usd = (count: number, sum: string) => ({ currency: 'USD', count, sum });
  const { fields } = addTotals(totals([usd(1, '5')], [usd(1, '0.1')]), totals([], [usd(2, '0.2')]));
  expect(fields).toEqual([{ field: 'amount', sums: [usd(1, '5')], drafts: [usd(3, '0.3')] }]);
});
