/** Which lists of fields are to be read again, because a record has a field that they do not name. */
import { expect, it } from 'vitest';
import { apply, openTemporaryCache } from '../cache-fixture';

it('[PL21] asks for the names of the fields once if a record has a field that they do not name', () => {
  const cache = openTemporaryCache();
  const named = (...ids: string[]) => ids.map((id) => ({ id, name: `Field ${id}`, parentId: null }));
  apply(cache, 'outboundInvoice', [{ outbound_invoice_id: 1, 88: 'x' }]);
  // The service may offer no names at all.
  expect(cache.unnamedFields()).toEqual([]);
  cache.putLookup('outboundFields', named('88') as never, 1);
  expect(cache.unnamedFields()).toEqual([]);
  // The CRM adds a field.
  apply(cache, 'outboundInvoice', [{ outbound_invoice_id: 1, 88: 'x', 89: 'y' }]);
  expect(cache.unnamedFields()).toEqual(['outboundFields']);
  // Its list does not name the field: it is not asked again for it.
  cache.putLookup('outboundFields', named('88') as never, 2);
  apply(cache, 'outboundInvoice', [{ outbound_invoice_id: 2, 89: 'z' }]);
  expect(cache.unnamedFields()).toEqual([]);
  // The list named it before a record had it.
  cache.putLookup('orderFields', named('90') as never, 3);
  apply(cache, 'order', [{ order_id: 1, 90: 'a' }]);
  expect(cache.unnamedFields()).toEqual([]);
});
