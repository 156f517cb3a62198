/** A note that is about nobody. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { createFormStore } from '../../../../src/renderer/forms/session/form-store';
import { typedCommand, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import { drawSettled } from '../../../support/renderer/draw-settled';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// Variables, because these tests are compiled without JSX.
const CONTEXT: string = '../../../../src/renderer/forms/session/form-context';
const NOTE: string = '../../../../src/renderer/forms/kinds/note-form';

it('marks the customer, so that saving moves the focus there, until one is chosen', async () => {
  windowOver(
    {
      records: { page: () => ({ rows: [], total: 0, revision: 0 }), lookup: () => [], search: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
      accounts: { state: () => ({ account: null, accounts: [] }) },
      sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
      outbox: { saveDraft: ({ id }: { id: string }) => ({ id, updatedAt: 1 }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<object> };
  const { NoteForm } = (await import(NOTE)) as { NoteForm: FunctionComponent };
  const values = { fields: { remark_type: '101', content: 'Met at the fair' }, children: [], names: {} };
  const form = newForm('trailNote', values);
  const { store, actions } = createFormStore(form, () => undefined);
  actions.setIssues(typedIssues(form, values, typedCommand(form, values)));
  // Drawing without a browser takes the initial state of a store.
  const drawn = { ...store, getInitialState: store.getState };
  const screen = () =>
    createElement(FormContext, { value: { store: drawn, actions } }, createElement(NoteForm));
  const html = await drawSettled(screen, {});
  expect(html).toContain('data-field="fields.company_id" data-bad="true"');
  // Once, at the field. Without a catalogue its text is the code.
  expect(html.split('>one-parent<')).toHaveLength(2);
  actions.setField('company_id', '7');
  expect(store.getState().issues).toEqual({});
  await actions.stop();
});
