/** Whether a number is free, while pending work gives documents other numbers. */
import { describe, expect, it } from 'vitest';
import { numberTakenBy } from '../../../../src/renderer/forms/kinds/propose-number';
import { windowOver } from '../../../support/renderer/window-over';

/**
 * The CRM has invoice 12 under the number A1; an edit that waits gives it B2. A new invoice waits with the number D4.
 */
const taken = (number: string, exceptIds: string[] = []): Promise<string | null> => {
  windowOver({
    records: {
      page: ({
        view,
        withPending = true,
      }: {
        view: { filters: { text: string }[] };
        withPending?: boolean;
      }) => {
        const held = withPending ? 'B2' : 'A1';
        const isFound = held.toLowerCase().includes(view.filters[0]?.text.toLowerCase() ?? '-');
        const rows = isFound ? [{ id: '12', values: { serial_id: held } }] : [];
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
  it('is free for the invoice itself, which may have its old number again', async () => {
    expect(await taken('A1', ['12'])).toBeNull();
  });
});
