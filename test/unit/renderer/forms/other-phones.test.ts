/** E2 and E3 take one phone of a contact; the live service may have several. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { createFormStore } from '../../../../src/renderer/forms/session/form-store';
import { drawSettled } from '../../../support/renderer/draw-settled';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// Variables, because these tests are compiled without JSX.
const CONTEXT: string = '../../../../src/renderer/forms/session/form-context';
const EDITOR: string = '../../../../src/renderer/forms/kinds/contacts-editor';
const ENGLISH: string = '../../../../src/renderer/i18n/en-form';

const LISTS = [
  {
    customer_id: 81,
    name: 'Ann',
    tel: '21345678',
    tel_area_code: '86',
    tel_list: [['86', '21345678'], ['86', '21345679'], '13900001111'],
  },
  { customer_id: '82', name: 'Bo', tel: '21345670', tel_list: ['21345670'] },
];

const drawn = async (kind: 'company' | 'lead', refs: readonly [string, string]): Promise<string> => {
  windowOver(
    {
      records: {
        get: ({ id }: { id: string }) => ({ id, values: { customers: LISTS } }),
        lookup: () => [],
        page: () => ({ rows: [], total: 0, revision: 0 }),
      },
      sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<object> };
  const { ContactsEditor } = (await import(EDITOR)) as { ContactsEditor: FunctionComponent };
  const { enForm } = (await import(ENGLISH)) as { enForm: object };
  const children = LISTS.map(({ name, tel }, at) => ({
    ref: refs[at as 0 | 1],
    fields: { name, tel, email: `${name}@acme.example` },
  }));
  const values = { fields: {}, children, names: {} };
  const form = createFormStore(newForm(kind, values, { target: '7' }), () => undefined);
  return await drawSettled(
    () => createElement(FormContext, { value: form }, createElement(ContactsEditor)),
    {},
    { form: enForm },
  );
};

it.each([
  ['company', ['81', '82']],
  ['lead', ['local:known-0', 'local:known-1']],
] as const)('the form of a %s names the phones of a contact that it does not show', async (kind, refs) => {
  const html = await drawn(kind, refs);
  expect(html.match(/More phones in your CRM: 86 21345679, 13900001111\. /g)).toHaveLength(1);
  expect(html.match(/More phones in your CRM/g)).toHaveLength(1);
});
