/** A field whose list of choices has an entry twice, as some services answer. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { OwnField } from '../../../../src/renderer/forms/fields/asked-fields';
import type { FormStore } from '../../../../src/renderer/forms/session/form-store';
import type { IntentKind } from '../../../../src/shared/domain/intent';
import { drawSettled } from '../../../support/renderer/draw-settled';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

const CONTEXT: string = '../../../../src/renderer/forms/session/form-context';
const FORM_FIELD: string = '../../../../src/renderer/forms/fields/form-field';
const OWN_FIELDS: string = '../../../../src/renderer/forms/fields/own-fields';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

/** Draws a field of a new form; the CRM answers each list with these entries. */
const drawn = async (
  kind: IntentKind,
  name: string,
  lists: Record<string, unknown>,
  fields: Record<string, string> = {},
): Promise<string> => {
  windowOver(
    {
      records: {
        lookup: ({ name: list }: { name: string }) => lists[list] ?? [],
        page: () => ({ total: 0, start: 0, rows: [] }),
        get: () => lists.company ?? null,
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<FormStore | null> };
  const { createFormStore } = await import('../../../../src/renderer/forms/session/form-store');
  const { FormField } = (await import(FORM_FIELD)) as {
    FormField: FunctionComponent<{ name: string }>;
  };
  const form = newForm(kind, { fields, children: [], names: {} });
  const store = createFormStore(form, () => undefined);
  const Field: FunctionComponent = () =>
    createElement(FormContext, { value: store }, createElement(FormField, { name }));
  return await drawSettled(Field, {});
};

describe('a field is drawn if the CRM lists an entry twice:', () => {
  it('a choice of one', async () => {
    const receiptTypes = ['T/T', 'L/C', 'T/T'].map((id) => ({ id, name: id }));
    expect(await drawn('receipt', 'type', { receiptTypes })).toContain('data-field="fields.type"');
  });
  it('a choice of several', async () => {
    const tag = ['1', '2', '1'].map((id) => ({ id, name: `Tag ${id}` }));
    expect(await drawn('company', 'cus_tag', { tag })).toContain('data-field="fields.cus_tag"');
  });
  it('a stage that belongs to two sales processes', async () => {
    const stage = (parentId: string) => ({ id: '5', name: 'Won', parentId });
    const lists = {
      opportunityFlow: ['1', '2'].map((id) => ({ id, name: `Process ${id}` })),
      opportunityStage: [stage('1'), stage('2')],
    };
    expect(await drawn('opportunity', 'stage', lists)).toContain('data-field="fields.stage"');
  });
  it('a contact of the customer', async () => {
    const customers = ['8', '9', '8'].map((id) => ({ customer_id: id, name: `Ann ${id}` }));
    const company = { id: '3', resource: 'company', values: { customers } };
    expect(await drawn('opportunity', 'customer_id', { company }, { company_id: '3' })).toContain(
      'data-field="fields.customer_id"',
    );
  });
  it('a choice of a custom field', async () => {
    windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
    const { ownFieldsIn } = await import('../../../../src/renderer/forms/fields/asked-fields');
    const { OwnFieldInput } = (await import(OWN_FIELDS)) as {
      OwnFieldInput: FunctionComponent<object>;
    };
    const raw = { field_type: 3, ext_info: ['Sea', 'Air', 'Sea'] };
    const [field] = ownFieldsIn('company', [{ id: '9', name: 'Way', raw }], 'record') as [OwnField];
    const input = { field, place: 'fields.9', value: '', onChange: () => undefined };
    expect(await drawSettled(OwnFieldInput, input)).toContain('Way');
  });
});
