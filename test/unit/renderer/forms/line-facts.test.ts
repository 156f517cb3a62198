/** What an opened form knows in addition to its values: the company's name, and the products of the lines. */
import { describe, expect, it, vi } from 'vitest';
import { withLineFacts } from '../../../../src/renderer/forms/kinds/line-facts';
import { NO_VALUES, type FormValues } from '../../../../src/renderer/forms/values/form-values';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const of = (fields: FormValues['fields']): FormValues => ({ ...NO_VALUES, fields, names: { old: 'kept' } });
const desk = (records: Record<string, unknown>, waiting: Record<string, string> = {}): void =>
  void windowOver({
    records: { get: ({ resource, id }: Record<string, string>) => records[`${resource} ${id}`] ?? null },
    outbox: {
      editBase: ({ ref }: { ref: string }) =>
        ref in waiting ? { current: { fields: { name: waiting[ref] }, children: [] } } : null,
    },
  });

describe('the name of the company', () => {
  it.each<[string, FormValues['fields'], Record<string, string>]>([
    ['on this computer', { company_id: '7' }, { 'company~7': 'Acme' }],
    ['that only the outbox has', { company_id: 'local:1' }, { 'company~local:1': 'Nordwind' }],
    ['without a name', { company_id: '8' }, {}],
    ['that nobody knows', { company_id: '9' }, {}],
    ['that was not chosen', {}, {}],
  ])('%s', async (_, fields, names) => {
    desk({ 'company 7': { title: 'Acme' }, 'company 8': { title: '' } }, { 'local:1': 'Nordwind' });
    expect((await withLineFacts('receipt', { target: null }, of(fields))).names).toEqual({
      old: 'kept',
      ...names,
    });
  });

  it('of an invoice is the one that the invoice has', async () => {
    desk({
      'outboundInvoice 5': {
        values: { company_info: { company_id: 7, name: 'Acme GmbH' }, record_list: [] },
      },
    });
    const opened = await withLineFacts('outboundInvoice', { target: '5' }, of({ company_id: '7' }));
    expect(opened.names).toEqual({ old: 'kept', 'company~7': 'Acme GmbH' });
  });

  it('of an opportunity whose company is not on this computer is the one that the opportunity has', async () => {
    desk({ 'opportunity 5': { values: { company: { company_id: '7', name: 'Acme GmbH' } } } });
    const names = async (company_id: string) =>
      (await withLineFacts('opportunity', { target: '5' }, of({ company_id }))).names;
    expect(await names('7')).toEqual({ old: 'kept', 'company~7': 'Acme GmbH' });
    // Another company was chosen.
    expect(await names('8')).toEqual({ old: 'kept' });
  });
});

describe('the name of what a note is about', () => {
  it.each<[string, FormValues['fields'], Record<string, string>]>([
    ['a lead', { lead_id: '3' }, { 'lead~3': 'Fair card' }],
    ['a lead that only the outbox has', { lead_id: 'local:1' }, { 'lead~local:1': 'New lead' }],
    ['an opportunity', { opportunity_id: '4' }, { 'opportunity~4': 'Spring order' }],
    ['a lead that nobody knows', { lead_id: '9' }, {}],
  ])('%s', async (_, fields, names) => {
    desk(
      { 'lead 3': { title: 'Fair card' }, 'opportunity 4': { title: 'Spring order' } },
      { 'local:1': 'New lead' },
    );
    expect((await withLineFacts('trailNote', { target: null }, of(fields))).names).toEqual({
      old: 'kept',
      ...names,
    });
  });
});
