import { expect, it } from 'vitest';
import { isOneNumber } from '#shared/domain/document-number';

it.each([
  ['INV-7', 'inv-7', true],
  [' INV-7', 'INV-7 ', true],
  [7, '7', true],
  ['INV-7', 'INV-70', false],
  [null, 'INV-7', false],
])('%j and %j: one number to a service that ignores case: %s', (found, number, isOne) => {
  expect(isOneNumber(found, number)).toBe(isOne);
});
