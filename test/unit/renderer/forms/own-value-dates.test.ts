/** Custom fields of a record as a form shows them. */
import { expect, it, vi } from 'vitest';
import { ownValuesOf } from '../../../../src/renderer/forms/fields/own-values';
import { withLineFacts } from '../../../../src/renderer/forms/kinds/line-facts';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const FIELDS = [
  { id: '11', name: 'Audit', raw: { field_type: 4, is_list: 0 } },
  { id: '12', name: 'Visit', raw: { field_type: 10, is_list: 0 } },
  { id: '13', name: 'Turnover', raw: { field_type: 5, is_list: 0 } },
  { id: '14', name: 'Notes', raw: { field_type: 1, is_list: 0 } },
  { id: '15', name: 'Interests', raw: { field_type: 7, is_list: 0, ext_info: ['glass', 'brass, cast'] } },
];

it('a date that the CRM does not have is empty, and not a day of 1970', async () => {
  const values = { '11': '1970-01-01', '12': '1970-01-01 08:00:00', '14': '45 days' };
  windowOver({ records: { lookup: () => FIELDS, get: () => ({ values }) } });
  expect(await ownValuesOf('company', '5')).toEqual({ '14': '45 days' });
});

it('a number has neither a floating-point error nor zeros that fill a column', async () => {
  windowOver({
    records: { lookup: () => FIELDS, get: () => ({ values: { '13': '510.04499999999996', '14': '1.50' } }) },
  });
  expect(await ownValuesOf('company', '5')).toEqual({ '13': '510.045', '14': '1.50' });
});

it('several choices stay apart, also if one of them has a comma', async () => {
  windowOver({
    records: { lookup: () => FIELDS, get: () => ({ values: { '15': ['glass', 'brass, cast'] } }) },
  });
  expect(await ownValuesOf('company', '5')).toEqual({ '15': 'glass\nbrass, cast' });
});

it('the same for the date of a line of an invoice', async () => {
  const line = { outbound_record_id: 8, '21': '1970-01-01 08:00:00', '22': '2026-03-01' };
  windowOver({
    records: { get: () => ({ values: { record_list: [line] } }) },
    outbox: { editBase: () => null },
  });
  const { children } = await withLineFacts(
    'outboundInvoice',
    { target: '5' },
    { fields: {}, names: {}, children: [{ ref: '8', fields: {} }] },
  );
  expect(children[0]?.custom).toEqual({ '21': '', '22': '2026-03-01' });
});
