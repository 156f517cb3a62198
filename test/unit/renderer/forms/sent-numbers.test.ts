/** Numbers that the user empties in an item of which an earlier attempt may have arrived. */
import { expect, it, vi } from 'vitest';
import { sentNumberIssues } from '../../../../src/renderer/forms/saving/sent-numbers';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { COMMAND_SCHEMA } from '../../../../src/shared/domain/intent';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

it.each([
  { mayHaveArrived: true, issues: { 'fields.star': { code: 'empty' } } },
  { mayHaveArrived: false, issues: {} },
])('an edit that may have arrived ($mayHaveArrived) keeps its number', async ({ mayHaveArrived, issues }) => {
  windowOver({
    outbox: {
      get: () => ({
        intent: { mayHaveArrived },
        ledger: [{ event: 'sending', attempt: 1, facts: { body: '{"company_id":7,"star":3}' } }],
      }),
    },
  });
  const start: FormValues = { fields: { star: '3', scale_id: '2' }, children: [], names: {} };
  const form = newForm('company', start, {
    target: '7',
    intentId: 'local:i',
    earlier: {
      kind: 'company',
      schema: COMMAND_SCHEMA,
      target: '7',
      // The scale was entered after the attempt.
      fields: { pool_id: '0', star: 3, scale_id: 2 },
      children: [],
    },
  });
  const emptied: FormValues = { ...start, fields: { star: '', scale_id: '' } };
  expect(await sentNumberIssues(form, emptied)).toEqual(issues);
});
