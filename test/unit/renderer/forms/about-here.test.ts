import { describe, expect, it } from 'vitest';
import { aboutHere, readAbout } from '../../../../src/renderer/navigation/about-here';
import { editHere } from '../../../../src/renderer/navigation/edit-here';

describe('what a shortcut creates on each screen', () => {
  it('creates receipts, invoices and notes for the customer of the page', () => {
    for (const kind of ['receipt', 'outboundInvoice', 'trailNote'] as const)
      expect(aboutHere(kind, { page: 'company~12' })).toEqual({ resource: 'company', id: '12' });
    expect(aboutHere('trailNote', { page: 'lead~7' })).toEqual({ resource: 'lead', id: '7' });
  });

  it('uses the open record if it fits, otherwise the page', () => {
    expect(aboutHere('outboundInvoice', { page: 'company~12', open: 'order~5' })).toEqual({
      resource: 'order',
      id: '5',
    });
    expect(aboutHere('receipt', { page: 'company~12', open: 'order~5' })).toEqual({
      resource: 'order',
      id: '5',
    });
    expect(aboutHere('trailNote', { page: 'company~12', open: 'order~5' })).toEqual({
      resource: 'company',
      id: '12',
    });
  });

  it('a receipt or a note beside an invoice is for it', () => {
    for (const kind of ['receipt', 'trailNote'] as const)
      expect(aboutHere(kind, { open: 'outboundInvoice~8' })).toEqual({
        resource: 'outboundInvoice',
        id: '8',
      });
    expect(aboutHere('receipt', { open: 'outboundInvoice~8', page: 'company~12' })?.id).toBe('8');
    expect(aboutHere('outboundInvoice', { open: 'outboundInvoice~8' })).toBeNull();
  });

  it('a note beside an order is about its customer, unless the page is about another one', () => {
    expect(aboutHere('trailNote', { open: 'order~5' })).toEqual({ resource: 'order', id: '5' });
    expect(aboutHere('trailNote', { open: 'order~5', page: 'lead~7' })).toEqual({
      resource: 'lead',
      id: '7',
    });
  });

  it('creates no receipt for a lead, and a company without a subject', () => {
    expect(aboutHere('receipt', { page: 'lead~7' })).toBeNull();
    expect(aboutHere('company', { page: 'company~12' })).toBeNull();
    expect(aboutHere('trailNote', { open: 'receipt~3' })).toBeNull();
    expect(aboutHere('trailNote', { open: 'company~' })).toBeNull();
    expect(aboutHere('receipt', {})).toBeNull();
  });

  it('names a subject by its kind and id, and nothing where one is missing or a document cannot be about it', () => {
    expect(readAbout('opportunity~7')).toEqual({ resource: 'opportunity', id: '7' });
    for (const text of ['receipt~3', 'company~', 'company', '', undefined])
      expect(readAbout(text)).toBeNull();
  });

  it('identifies an undelivered record by its local id', () => {
    expect(aboutHere('receipt', { page: 'company~local:9f' })).toEqual({
      resource: 'company',
      id: 'local:9f',
    });
    expect(editHere({ page: 'company~local:9f' })).toEqual({ kind: 'company', id: 'local:9f' });
  });

  it('edits the open record before the page, and nothing behind a record that cannot be edited', () => {
    expect(editHere({ page: 'company~12', open: 'receipt~3' })).toEqual({ kind: 'receipt', id: '3' });
    expect(editHere({ page: 'company~12', open: 'order~5' })).toBeNull();
    expect(editHere({ open: 'trailNote~5' })).toBeNull();
    expect(editHere({})).toBeNull();
  });
});
