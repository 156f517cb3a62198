import { describe, expect, it } from 'vitest';
import { foreignLines } from '../../../../src/renderer/forms/kinds/foreign-lines';
import type { FormChild, LineFacts } from '../../../../src/renderer/forms/values/form-values';

const EURO: LineFacts = { price: '2.50', currency: 'EUR', companyId: '7' };
const line = (price: string, facts: LineFacts = EURO): FormChild => ({
  ref: crypto.randomUUID(),
  fields: { sale_price: price },
  facts,
});
const of = (fields: Record<string, string>, ...children: FormChild[]) => foreignLines({ fields, children });

describe('the lines of an invoice that do not fit it', () => {
  it('are those whose price is still that of an order in another currency', () => {
    const lines = [
      line('2.5'),
      line('2.50'),
      line('3'),
      line('1', { price: '1', currency: 'USD' }),
      line('4', {}),
    ];
    expect(of({ currency: 'USD' }, ...lines).currencies).toEqual([{ currency: 'EUR', count: 2 }]);
    expect(of({ currency: 'EUR' }, line('2.5')).currencies).toEqual([]);
    expect(of({ currency: 'eur ' }, line('2.5')).currencies).toEqual([]);
    expect(of({}, line('2.5')).currencies).toEqual([]);
    expect(of({ currency: 'USD' }, { ...line('2.5'), remove: true }).currencies).toEqual([]);
  });

  it('are those of an order of another customer', () => {
    expect(of({ company_id: '8' }, line('1'), line('1'), line('1', {})).ofOthers).toBe(2);
    expect(of({ company_id: '7' }, line('1')).ofOthers).toBe(0);
    expect(of({}, line('1')).ofOthers).toBe(0);
  });
});
