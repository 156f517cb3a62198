/** Fields that the CRM's list requires of each line of an invoice. */
import { describe, expect, it } from 'vitest';
import type { LookupItem } from '#shared/http-api/lookups';
import { askedIn } from '../../../../src/renderer/forms/fields/asked-fields';
import { typedCommand, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormChild, FormValues } from '../../../../src/renderer/forms/values/form-values';
import { newForm } from '../../../support/renderer/new-form';

const listed = (id: string, raw: object): LookupItem => ({
  id,
  name: id,
  raw: { field_type: 1, is_list: 1, ...raw },
});
const FIELDS = [
  listed('81', { require: 1 }),
  listed('82', { require: 0 }),
  listed('83', { require: 1, disable_flag: 1 }),
  listed('84', { require: 1, field_type: 6 }),
  listed('sku_id', { base: 1, require: 1 }),
  listed('product_unit', { base: 1, require: 1 }),
  listed('product_name', { base: 1 }),
];
const HEAD = { serial_id: 'CK1', company_id: '9', currency: 'EUR', handler: ['7'] };
const line = (more: Partial<FormChild> = {}, ref = 'local:a'): FormChild => ({
  ref,
  fields: { product_id: '3', order_id: '5', outbound_count: '1', sale_price: '2' },
  ...more,
});
const issuesOf = (child: FormChild, start: FormValues | null = null): object => {
  const values: FormValues = { fields: HEAD, children: [child], names: {} };
  const asked = askedIn('outboundInvoice', FIELDS, null);
  const form = newForm('outboundInvoice', start ?? values, { asked, target: start === null ? null : '7' });
  return typedIssues(form, values, typedCommand(form, values));
};

describe('a new line', () => {
  it('is refused at each of them that is empty', () => {
    expect(issuesOf(line())).toEqual({
      'local:a.81': { code: 'asked' },
      'local:a.product_unit': { code: 'asked' },
    });
    expect(
      issuesOf(line({ custom: { '81': 'B1' }, fields: { ...line().fields, product_unit: 'Box' } })),
    ).toEqual({});
  });

  it('in which nothing was typed is not checked', () => {
    const values: FormValues = {
      fields: HEAD,
      children: [line(), { ref: 'local:b', fields: {} }],
      names: {},
    };
    const asked = askedIn('outboundInvoice', FIELDS.slice(0, 1), null);
    const form = newForm('outboundInvoice', values, { asked });
    expect(Object.keys(typedIssues(form, values, typedCommand(form, values)))).toEqual(['local:a.81']);
  });

  it('takes the unit from its order', () => {
    expect(issuesOf(line({ custom: { '81': 'B1' }, facts: { unit: 'Box' } }))).toEqual({});
  });
});

it('a line that the CRM has without them can be edited', () => {
  const before = line({}, '5');
  const start = { fields: HEAD, children: [before], names: {} };
  expect(issuesOf({ ...before, fields: { ...before.fields, sale_price: '3' } }, start)).toEqual({});
});
