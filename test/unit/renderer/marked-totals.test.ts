import { expect, it } from 'vitest';
import type { Totals } from '#shared/contract/records';
import { addTotals } from '../../../src/renderer/features/lists/total-fields';

const totals = (sums: Totals['fields'][number]['sums']): Totals => ({ fields: [{ field: 'amount', sums }] });

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
