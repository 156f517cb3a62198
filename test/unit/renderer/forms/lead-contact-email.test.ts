/**
 * The e-mail identifies a contact of a lead (contract E2), so a form checks it against the contacts that the lead has.
 */
import { describe, expect, it } from 'vitest';
import { buildCommand } from '../../../../src/renderer/forms/saving/form-command';
import { typedCommand, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormChild, FormValues } from '../../../../src/renderer/forms/values/form-values';
import { newForm } from '../../../support/renderer/new-form';

const lead = (...children: FormChild[]): FormValues => ({ fields: { name: 'Fair' }, children, names: {} });
const ANN: FormChild = { ref: 'local:known-0', fields: { name: 'Ann', email: 'ann@acme.example', tel: '1' } };
/** The issues of an edit that begins with `start`. */
const issuesOf = (start: FormValues, values: FormValues): object => {
  const form = newForm('lead', start, { target: '7' });
  return typedIssues(form, values, typedCommand(form, values));
};

describe('a new contact with the e-mail of a contact that the lead has', () => {
  const bob = (email: string): FormChild => ({ ref: 'local:b', fields: { name: 'Bob', email } });

  it('is refused, because the CRM would give that contact the new name', () => {
    const issue = { 'local:b.email': { code: 'same-email' } };
    expect(issuesOf(lead(ANN), lead(ANN, bob('Ann@ACME.example ')))).toEqual(issue);
    expect(issuesOf(lead(ANN), lead(ANN, bob('bob@acme.example')))).toEqual({});
  });

  it('is refused also if an edit gives the e-mail to a contact that is not sent yet', () => {
    const before = lead(ANN, bob('bob@acme.example'));
    expect(issuesOf(before, lead(ANN, bob('ann@acme.example')))).toEqual({
      'local:b.email': { code: 'same-email' },
    });
  });

  it('says nothing of two contacts that the CRM has with one e-mail', () => {
    const twin: FormChild = { ...ANN, ref: 'local:known-1' };
    const fields = { ...lead().fields, remark: 'new' };
    expect(issuesOf(lead(ANN, twin), { ...lead(ANN, twin), fields })).toEqual({});
  });
});

it('an edit of a contact says under its new id that the e-mail was not changed', () => {
  const { command, unchangedIn } = buildCommand({
    kind: 'lead',
    target: '7',
    start: lead(ANN),
    values: lead({ ...ANN, fields: { ...ANN.fields, tel: '2' } }),
  });
  const [{ ref, fields } = { ref: '', fields: {} }] = command.children;
  expect(ref).not.toBe(ANN.ref);
  expect(fields).toEqual({ tel: '2', email: 'ann@acme.example' });
  expect(unchangedIn).toEqual({ [ref]: ['email'] });
});
