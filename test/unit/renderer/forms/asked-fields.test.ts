/** Fields outside the contract are sent if this service requires them, and never otherwise (contract E5). */
import { describe, expect, it } from 'vitest';
import {
  askedIn,
  listKeysIn,
  ownFieldsIn,
  refusedPlaces,
} from '../../../../src/renderer/forms/fields/asked-fields';
import { buildCommand } from '../../../../src/renderer/forms/saving/form-command';
import {
  type FormChild,
  type FormValues,
  NO_VALUES,
  valuesOf,
} from '../../../../src/renderer/forms/values/form-values';
import { buildRequest } from '#core/outbox/delivery/build-request';
import { commandSchema } from '#shared/domain/intent-schema';
import { fullOutboundFields } from '#service/live/outbound-fields';
import { outboundFields } from '#service/dataset/enumerations';
import { toLookupItems } from '#core/api/lookup-items';
import { customerFields } from '#service/live/customer-fields';
import { DEFAULT_QUIRKS } from '#service/quirks';

const LISTED = toLookupItems(fullOutboundFields);
const PLAIN = toLookupItems(outboundFields);
const ALL = ['product_unit', 'product_name', 'product_model', 'product_cn_name'];

const line = (more: Partial<FormChild> = {}): FormChild => ({
  ref: 'local:a',
  fields: { product_id: '3', outbound_count: '2', order_record_id: '9', product_name: 'typed once' },
  facts: { unit: 'Box', name: 'Lamp', cnName: '灯', model: 'L-1' },
  ...more,
});
const values = (children: FormChild[]): FormValues => ({ ...NO_VALUES, children });
const built = (child: FormChild, target: string | null, lines: string[]) =>
  buildCommand({
    kind: 'outboundInvoice',
    target,
    start: target === null ? NO_VALUES : values([{ ...child }]),
    values: values([child]),
    asked: { lines, own: null, required: [], lists: [], numbers: [] },
  }).command.children[0];

describe('product details of a line', () => {
  it('are shown if the service lists such fields for lines, or refused a push without them', () => {
    expect(askedIn('outboundInvoice', LISTED, null).lines).toEqual(ALL);
    expect(askedIn('outboundInvoice', PLAIN, null).lines).toEqual([]);
    expect(askedIn('outboundInvoice', PLAIN, 'product_unit').lines).toEqual(['product_unit']);
    expect(askedIn('receipt', LISTED, 'product_unit').lines).toEqual([]);
  });
  it('are sent with a new, edited or removed line, with values from the order if nothing was typed', () => {
    const texts = {
      product_unit: 'Box',
      product_name: 'typed once',
      product_model: 'L-1',
      product_cn_name: '灯',
    };
    expect(built(line(), null, ALL)?.fields).toMatchObject(texts);
    expect(built(line({ ref: '8' }), '5', ALL)?.fields).toEqual({ order_record_id: '9', ...texts });
    expect(built(line({ ref: '8', remove: true }), '5', ALL)).toEqual({
      ref: '8',
      remove: true,
      fields: { product_id: '3', outbound_count: '2', ...texts },
    });
  });
  it('are not sent to a service that never required them', () => {
    expect(built(line(), null, [])?.fields).toEqual({
      product_id: '3',
      outbound_count: '2',
      order_record_id: '9',
    });
    expect(built(line({ ref: '8' }), '5', [])?.fields).toEqual({ order_record_id: '9' });
    expect(built(line({ ref: '8', remove: true }), '5', [])?.fields).toEqual({});
  });
});

describe('a refusal that names a field', () => {
  it('marks the lines without a value for it', () => {
    const children = [
      line({ ref: '1', fields: { product_unit: 'Box' } }),
      line({ ref: '2', fields: {} }),
      line({ ref: '3', fields: {}, remove: true }),
    ];
    expect(refusedPlaces('outboundInvoice', 'product_unit', values(children))).toEqual(['2.product_unit']);
    expect(refusedPlaces('outboundInvoice', 'currency', values(children))).toEqual(['fields.currency']);
  });
  it('marks the lines without a value for a custom field of lines', () => {
    const children = [
      line({ ref: '1', custom: { 70310102: 'Euro' } }),
      line({ ref: '2' }),
      line({ ref: '3', remove: true }),
    ];
    const { own } = askedIn('outboundInvoice', LISTED, '70310102');
    expect(refusedPlaces('outboundInvoice', '70310102', values(children), own)).toEqual(['2.70310102']);
    const { own: ofRecord } = askedIn('outboundInvoice', LISTED, '70310002');
    expect(refusedPlaces('outboundInvoice', '70310002', values(children), ofRecord)).toEqual([
      'fields.70310002',
    ]);
  });
  it('adds a field that the form does not know, at the record or at the lines', () => {
    expect(askedIn('company', [], 'credit_limit').own).toEqual({
      key: 'credit_limit',
      name: 'credit_limit',
      ofLines: false,
    });
    expect(askedIn('outboundInvoice', LISTED, '70310102').own).toEqual({
      key: '70310102',
      name: 'Pallet type',
      ofLines: true,
    });
    expect(askedIn('company', [], 'customers').own).toBeNull();
    expect(askedIn('company', [], '<b>').own).toBeNull();
  });
  it('sends the typed value besides the fields of the contract', () => {
    const command = buildCommand({
      kind: 'company',
      target: '7',
      start: NO_VALUES,
      values: { ...NO_VALUES, fields: { pool_id: '0' }, custom: { credit_limit: '500' } },
    });
    expect(command.changed).toBe(true);
    expect(command.command.custom).toEqual({ credit_limit: '500' });
  });
});

describe('custom fields of invoices', () => {
  it('are shown for the header or the line; hidden ones, pictures, files and references are not', () => {
    expect(ownFieldsIn('outboundInvoice', LISTED, 'lines').map(({ id }) => id)).toEqual([
      '70310101',
      '70310102',
      '70310103',
    ]);
    expect(ownFieldsIn('outboundInvoice', LISTED, 'record').map(({ id }) => id)).toEqual([
      '70310001',
      '70310002',
      '70310003',
      '70310004',
      '70310005',
    ]);
    expect(ownFieldsIn('outboundInvoice', LISTED, 'record')[1]?.options).toEqual([
      'Passed',
      'Failed',
      '待检',
    ]);
  });
});

describe('fields of customers', () => {
  const quirks = { ...DEFAULT_QUIRKS, companyGroups: true, customRequired: true, namesRequired: true };
  const listed = toLookupItems(customerFields('company', quirks));

  it('are shown with their choices, long texts with several lines; pictures and files are not shown', () => {
    const offered = ownFieldsIn('company', listed, 'record');
    const byName = new Map(offered.map((field) => [field.name, field]));
    expect(byName.get('Certificates 认证')).toMatchObject({ required: true, type: 'text', options: [] });
    expect(byName.get('Certificates 认证 notes')).toMatchObject({ required: false, type: 'longText' });
    expect(byName.get('Certificates 认证 level')?.options).toEqual(['A 优', 'B 良', 'C 待定']);
    expect([...byName.keys()].filter((name) => /photo|file/.test(name))).toEqual([]);
    expect(ownFieldsIn('company', listed, 'lines')).toEqual([]);
  });
  it('that the service requires are known before anything is sent', () => {
    expect(askedIn('company', listed, null).required).toEqual(['name', '70340001']);
    const leads = toLookupItems(customerFields('lead', quirks));
    expect(askedIn('lead', leads, null).required).toEqual(['name', '70350001']);
    expect(askedIn('outboundInvoice', LISTED, null).required).toEqual(['serial_id', 'currency', 'handler']);
    expect(askedIn('company', [], null).required).toEqual([]);
  });
  it('with objects or numbers as choices show the names of these objects, and the numbers', () => {
    const item = {
      field_type: '3',
      ext_info: [{ info_label: 'A', info_value: 'Alpha' }, { value: 'Beta' }, 7],
    };
    const [field] = ownFieldsIn('company', [{ id: '9', name: 'Grade', raw: item }], 'record');
    expect(field?.options).toEqual(['Alpha', 'Beta', '7']);
  });
  it('are sent by id if changed, otherwise not', () => {
    const start: FormValues = { ...NO_VALUES, fields: { pool_id: '0' }, custom: { 7: 'as read', 8: 'b' } };
    const command = buildCommand({
      kind: 'company',
      target: '5',
      start,
      values: { ...start, custom: { 7: 'as read', 8: 'changed' } },
    });
    expect(command.command.custom).toEqual({ 8: 'changed' });
  });
  it('that take several choices are sent as a list, and read back as one', () => {
    const [field] = ownFieldsIn('company', listed, 'record').filter(({ isMany }) => isMany);
    const id = field?.id ?? '';
    expect(field?.options.length).toBeGreaterThan(1);
    const asked = askedIn('company', listed, null);
    expect(asked.lists).toContain(id);
    const both = (field?.options ?? []).slice(0, 2);
    const values: FormValues = { ...NO_VALUES, fields: { pool_id: '0' }, custom: { [id]: both.join('\n') } };
    const built = buildCommand({ kind: 'company', target: '5', start: NO_VALUES, values, asked });
    expect(built.command.custom).toEqual({ [id]: both });
    expect(commandSchema.safeParse(built.command).error).toBeUndefined();
    expect(JSON.parse(buildRequest(built.command).body)).toMatchObject({ [id]: both });
    expect(valuesOf('company', built.command).custom).toEqual({ [id]: both.join('\n') });
  });
  it('that take several numbers are sent as a list', () => {
    const item = { field_type: '7', ext_info: [{ value: 2025 }, { value: 2026 }] };
    const fields = [{ id: '9', name: 'Years', raw: item }];
    expect(ownFieldsIn('company', fields, 'record')[0]).toMatchObject({
      isMany: true,
      options: ['2025', '2026'],
    });
    expect(askedIn('company', fields, null).lists).toEqual(['9']);
  });
  it('that take several choices are sent as a list, also while the list of fields is not on this computer', () => {
    const waiting = { 9: ['a', 'b'], 8: 'long\ntext' };
    const asked = askedIn('company', [], null, listKeysIn(waiting));
    const { custom } = valuesOf('company', { fields: {}, children: [], custom: waiting });
    const values: FormValues = { ...NO_VALUES, fields: { pool_id: '0' }, ...(custom ? { custom } : {}) };
    const built = buildCommand({ kind: 'company', target: null, start: NO_VALUES, values, asked });
    expect(built.command.custom).toEqual(waiting);
    expect(askedIn('outboundInvoice', [], null, ['9']).lists).toEqual([]);
  });
  it('of an invoice that take several choices stay text, as the contract says', () => {
    const item = { field_type: 7, is_list: 0, ext_info: ['a', 'b'] };
    const fields = [{ id: '9', name: 'Marks', raw: item }];
    expect(ownFieldsIn('outboundInvoice', fields, 'record')[0]).toMatchObject({ isMany: false, options: [] });
    expect(askedIn('outboundInvoice', fields, null).lists).toEqual([]);
  });
});
