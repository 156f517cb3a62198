/** A form names what its record has, also if the CRM does not offer it any more. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { createFormStore } from '../../../../src/renderer/forms/session/form-store';
import { lookupsOf } from '../../../../src/renderer/forms/values/form-specs';
import { drawSettled } from '../../../support/renderer/draw-settled';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// Variables, because these tests are compiled without JSX.
const CONTEXT: string = '../../../../src/renderer/forms/session/form-context';
const FIELD: string = '../../../../src/renderer/forms/fields/form-field';
const OPTIONS: string = '../../../../src/renderer/forms/fields/options';

const LOOKUPS: Readonly<Record<string, object[]>> = {
  frozenUsers: [{ id: '55', name: 'Former Fay' }],
  deletedUsers: [{ id: '56', name: 'Former Dan' }],
  opportunityFlow: [
    { id: '1', name: 'Standard', raw: { enable_flag: 1 } },
    { id: '2', name: 'Old process', raw: { enable_flag: '0' } },
  ],
};
const desk = (): void =>
  void windowOver(
    {
      records: {
        page: ({ view }: { view: { resource: string } }) => ({
          rows: view.resource === 'user' ? [{ id: '7', values: { nickname: 'Ann' } }] : [],
          total: 1,
          revision: 0,
        }),
        lookup: ({ name }: { name: string }) => LOOKUPS[name] ?? [],
      },
      sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );

const drawField = async (name: string): Promise<string> => {
  desk();
  const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<object> };
  const { FormField } = (await import(FIELD)) as { FormField: FunctionComponent<{ name: string }> };
  const fields = { main_user: '55', handler: ['7', '56', '99'], flow_id: '2' };
  const form = createFormStore(newForm('opportunity', { fields, children: [], names: {} }), () => undefined);
  return await drawSettled(
    () => createElement(FormContext, { value: form }, createElement(FormField, { name })),
    {},
  );
};

it('a former colleague has a name, as in the lists', async () => {
  expect(await drawField('main_user')).toContain('value="Former Fay"');
  const handlers = await drawField('handler');
  expect(['>Ann<', '>Former Dan<', '>#99<'].filter((name) => !handlers.includes(name))).toEqual([]);
  expect(lookupsOf('opportunity')).toEqual(expect.arrayContaining(['frozenUsers', 'deletedUsers']));
});

it('a sales process that is switched off is listed only if the record has it', async () => {
  expect(await drawField('flow_id')).toContain('value="Old process"');
  const { useOptions, offeredIn } = (await import(OPTIONS)) as {
    useOptions: (lookup: string, enumeration: undefined) => { id: string; name: string }[];
    offeredIn: (options: object[], present: unknown) => { name: string }[];
  };
  let listed: object[] = [];
  const Probe = (): null => {
    listed = useOptions('opportunityFlow', undefined);
    return null;
  };
  await drawSettled(Probe, {});
  const names = (present: unknown): string[] => offeredIn(listed, present).map(({ name }) => name);
  expect(names('1')).toEqual(['Standard']);
  expect(names('')).toEqual(['Standard']);
  expect(names('2')).toEqual(['Standard', 'Old process']);
});
