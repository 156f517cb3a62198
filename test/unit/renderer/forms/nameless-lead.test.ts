import { expect, it } from 'vitest';
import { typedCommand, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { newForm } from '../../../support/renderer/new-form';

const issuesOf = (before: FormValues['fields'], now: FormValues['fields']): object => {
  const start: FormValues = { fields: before, children: [], names: {} };
  const values = { ...start, fields: { ...before, ...now } };
  const form = newForm('lead', start, { target: '7' });
  return typedIssues(form, values, typedCommand(form, values));
};

it('an edit leaves a lead its last name, as a new lead must have one', () => {
  const missing = { 'fields.name': { code: 'name-needed' } };
  expect(issuesOf({ name: 'Fair card' }, { name: '' })).toEqual(missing);
  expect(issuesOf({ name: 'Fair card', company_name: 'Acme' }, { name: '', company_name: ' ' })).toEqual(
    missing,
  );
  expect(issuesOf({ company_name: 'Acme' }, { company_name: '' })).toEqual(missing);
  expect(issuesOf({ name: 'Fair card', company_name: 'Acme' }, { name: '' })).toEqual({});
  // A lead that the CRM has without a name can be edited.
  expect(issuesOf({ remark: 'a' }, { remark: 'b' })).toEqual({});
});
