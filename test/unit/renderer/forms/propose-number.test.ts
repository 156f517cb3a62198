/** Whether a number is free, while pending work gives documents other numbers. */
import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/contract/records';
import { numberTakenBy } from '../../../../src/renderer/forms/kinds/propose-number';
import { windowOver } from '../../../support/renderer/window-over';

const isFoundBy = (filter: Filter | undefined, number: string): boolean =>
  (filter?.op === 'in' && filter.values.includes(number)) ||
  (filter?.op === 'contains' && number.toLowerCase().includes(filter.text.toLowerCase()));

/**
 * The CRM has invoice 12 under the number A1; an edit that waits gives it B2. A new invoice waits with the number D4.
 */
const taken = (number: string, exceptIds: string[] = []): Promise<string | null> => {
  windowOver({
    records: {
      page: ({ view, withPending = true }: { view: { filters: Filter[] }; withPending?: boolean }) => {
        const held = withPending ? 'B2' : 'A1';
        const rows = isFoundBy(view.filters[0], held) ? [{ id: '12', values: { serial_id: held } }] : [];
        return { total: rows.length, rows };
      },
    },
    outbox: {
      list: () => [
        { id: 'i', kind: 'outboundInvoice', command: { target: null, fields: { serial_id: 'D4' } } },
      ],
    },
  });
  return numberTakenBy('outboundInvoice', number, exceptIds);
};

describe('the number of an invoice', () => {
  it('is taken while the CRM still has it, although a waiting edit changes it', async () => {
    expect(await taken('A1')).toBe('12');
    expect(await taken(' B2 ')).toBe('12');
    expect(await taken('C3')).toBeNull();
    expect(await taken('A')).toBeNull();
  });
  it('is taken if it differs only in the case of its letters', async () => {
    expect(await taken('a1')).toBe('12');
    expect(await taken('d4')).toBe('i');
  });
  it('is taken, although hundreds of other numbers contain it and come before it', async () => {
    const numbers = [...Array.from({ length: 900 }, (_, at) => `1${at}7`), '7'].toSorted();
    windowOver({
      records: {
        page: ({ view, limit }: { view: { filters: Filter[] }; limit: number }) => {
          const found = numbers.filter((number) => isFoundBy(view.filters[0], number));
          const rows = found.slice(0, limit).map((number) => ({ id: number, values: { serial_id: number } }));
          return { total: found.length, rows };
        },
      },
      outbox: { list: () => [] },
    });
    expect(await numberTakenBy('outboundInvoice', '7', [])).toBe('7');
  });
  it('is free for the invoice itself, which may have its old number again', async () => {
    expect(await taken('A1', ['12'])).toBeNull();
  });
});
