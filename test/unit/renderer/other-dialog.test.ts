import { expect, it } from 'vitest';
import { isInOtherDialog } from '../../../src/renderer/ui/other-dialog';

const FORM = { name: 'a part of the form' } as never as Element;
/** An element in a dialog that contains these elements; null if it is in none. */
const focusIn = (content: readonly Element[] | null) => ({
  closest: () =>
    content === null ? null : ({ contains: (one: Element) => content.includes(one) } as never as Element),
});

it('keys belong to the dialog that has the focus', () => {
  expect(isInOtherDialog(FORM, focusIn([FORM]))).toBe(false);
  expect(isInOtherDialog(FORM, focusIn([]))).toBe(true);
});

it('keys in a calendar or a menu over the form belong to the form', () => {
  // Such a layer is a dialog too, but no modal one, and it is not inside the form.
  const layer = { contains: () => false };
  const closest = (selector: string) => (selector.includes('aria-modal') ? null : layer) as never;
  expect(isInOtherDialog(FORM, { closest })).toBe(false);
});

it('keys without a dialog belong to the form', () => {
  expect(isInOtherDialog(FORM, focusIn(null))).toBe(false);
  expect(isInOtherDialog(FORM, null)).toBe(false);
});
