/** Numbers that the user empties in an item of which an earlier attempt may have arrived. */
import { expect, it, vi } from 'vitest';
import { sentNumberIssues } from '../../../../src/renderer/forms/saving/sent-numbers';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { COMMAND_SCHEMA, type Command } from '../../../../src/shared/domain/intent';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const start: FormValues = { fields: { star: '3', scale_id: '2' }, children: [], names: {} };
const emptied: FormValues = { ...start, fields: { star: '', scale_id: '' } };
const edit = (fields: Command['fields']): Command => ({
  kind: 'company',
  schema: COMMAND_SCHEMA,
  target: '7',
  fields,
  children: [],
});
const form = newForm('company', start, {
  target: '7',
  intentId: 'local:i',
  // The scale was entered after the attempt.
  earlier: edit({ pool_id: '0', star: 3, scale_id: 2 }),
});

it.each([
  { mayHaveArrived: true, issues: { 'fields.star': { code: 'empty' } } },
  { mayHaveArrived: false, issues: {} },
])('an edit that may have arrived ($mayHaveArrived) keeps its number', async ({ mayHaveArrived, issues }) => {
  windowOver({
    outbox: {
      get: () => ({
        intent: { mayHaveArrived },
        // An attempt without a verdict.
        ledger: [{ event: 'sending', attempt: 1, facts: { body: '{"company_id":7,"star":3}' } }],
      }),
      forRecord: () => [],
    },
  });
  expect(await sentNumberIssues(form, emptied)).toEqual(issues);
});

it.each([
  ['sending', { 'fields.star': { code: 'empty' } }],
  ['applied', { 'fields.star': { code: 'empty' } }],
  ['discarded', {}],
])('the record keeps a number that another edit of it has set: %s', async (state, issues) => {
  windowOver({
    outbox: {
      get: () => ({ intent: { mayHaveArrived: false }, ledger: [] }),
      forRecord: () => [
        { id: 'local:i', state: 'queued', command: edit({ star: 3, scale_id: 2 }) },
        { id: 'local:h', state, command: edit({ star: 4 }) },
      ],
    },
  });
  expect(await sentNumberIssues(form, emptied)).toEqual(issues);
});
