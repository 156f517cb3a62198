/** A line of an order that is added to an invoice twice. */
import { expect, it, vi } from 'vitest';
import { createFormStore } from '../../../../src/renderer/forms/session/form-store';
import { newForm } from '../../../support/renderer/new-form';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

it('is a second line of its own, although the picker gives both the same ref', () => {
  const form = newForm('outboundInvoice', { fields: {}, children: [], names: {} });
  const { actions, store } = createFormStore(form, () => undefined);
  const line = { ref: 'local:a', fields: { order_id: '1', outbound_count: '5' } };
  actions.addChildren([line]);
  actions.addChildren([line]);
  actions.setChild('local:a', 'outbound_count', '2');
  const counts = (): unknown[] => store.getState().values.children.map(({ fields }) => fields.outbound_count);
  expect(counts()).toEqual(['2', '5']);
  actions.removeChild('local:a', true);
  expect(counts()).toEqual(['5']);
});
