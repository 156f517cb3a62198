/** What an edit sends along as the CRM has it is not checked: the user cannot correct it. */
import { expect, it } from 'vitest';
import { typedCommand, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormChild, FormValues } from '../../../../src/renderer/forms/values/form-values';
import type { IntentKind } from '#shared/domain/intent';
import { newForm } from '../../../support/renderer/new-form';

const issuesOf = (kind: IntentKind, before: FormChild, changes: FormChild['fields']): object => {
  const fields = { amount: '5', currency: 'EUR', name: 'Fair' };
  const start: FormValues = { fields, children: [before], names: {} };
  const values = { ...start, children: [{ ...before, fields: { ...before.fields, ...changes } }] };
  const form = newForm(kind, start, { target: '7' });
  return typedIssues(form, values, typedCommand(form, values));
};

it.each(['ann@acme.example; office@acme.example', 'n/a', 'ann@acme.example\u200f'])(
  'a contact of a lead whose e-mail in the CRM is "%s" gets another phone',
  (email) => {
    const contact = { ref: 'local:known-0', fields: { name: 'Ann', email, tel: '1' } };
    expect(issuesOf('lead', contact, { tel: '2' })).toEqual({});
  },
);

it('an allocation to a kind of document that Satchel does not know gets a comment', () => {
  const line = { ref: 'local:known-0', fields: { refer_type: '3', refer_id: '9' } };
  expect(issuesOf('receipt', line, { cash_collection_comment: 'half' })).toEqual({});
  expect(issuesOf('receipt', line, { refer_type: '4' })).toEqual({
    'local:known-0.refer_type': { code: 'range', low: 1, high: 2 },
  });
});
