/** A field that a new record must have stays filled in when the record is edited. */
import { expect, it } from 'vitest';
import type { IntentKind } from '#shared/domain/intent';
import { typedCommand, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { newForm } from '../../../support/renderer/new-form';

const issuesOf = (kind: IntentKind, start: FormValues, fields: FormValues['fields']): object => {
  const values = { ...start, fields: { ...start.fields, ...fields } };
  const form = newForm(kind, start, { target: '7' });
  return typedIssues(form, values, typedCommand(form, values));
};

it('an invoice keeps its customer, a receipt its currency', () => {
  const line = { ref: '5', fields: { outbound_count: '1', order_id: '3', order_record_id: '4' } };
  const invoice: FormValues = { fields: { company_id: '9', currency: 'EUR' }, children: [line], names: {} };
  expect(issuesOf('outboundInvoice', invoice, { company_id: '' })).toEqual({
    'fields.company_id': { code: 'required' },
  });
  expect(issuesOf('outboundInvoice', invoice, { currency: '' })).toEqual({
    'fields.currency': { code: 'empty' },
  });
  const receipt: FormValues = {
    fields: { amount: '5', currency: 'EUR', company_id: '9' },
    children: [],
    names: {},
  };
  expect(issuesOf('receipt', receipt, { currency: '' })).toEqual({ 'fields.currency': { code: 'required' } });
  // A receipt may lose its customer: the contract has receipts without one.
  expect(issuesOf('receipt', receipt, { company_id: '' })).toEqual({});
});
