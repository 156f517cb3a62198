/** Whether a number is free, while pending work gives documents other numbers. */
import { describe, expect, it } from 'vitest';
import { numberTakenBy } from '../../../../src/renderer/forms/kinds/propose-number';
import { windowOver } from '../../../support/renderer/window-over';

/** The CRM has invoice 12 under the number A1; an edit that waits gives it B2. */
const taken = (number: string, exceptIds: string[] = []): Promise<string | null> => {
  windowOver({
    records: {
      page: ({
        view,
        withPending = true,
      }: {
        view: { filters: { values: string[] }[] };
        withPending?: boolean;
      }) => {
        const rows = view.filters[0]?.values.includes(withPending ? 'B2' : 'A1') ? [{ id: '12' }] : [];
        return { total: rows.length, rows };
      },
    },
    outbox: { list: () => [] },
  });
  return numberTakenBy('outboundInvoice', number, exceptIds);
};

describe('the number of an invoice', () => {
  it('is taken while the CRM still has it, although a waiting edit changes it', async () => {
    expect(await taken('A1')).toBe('12');
    expect(await taken(' B2 ')).toBe('12');
    expect(await taken('C3')).toBeNull();
  });
  it('is free for the invoice itself, which may have its old number again', async () => {
    expect(await taken('A1', ['12'])).toBeNull();
  });
});
