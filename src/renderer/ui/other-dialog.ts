/**
 * Returns true if the focus is in a dialog that does not contain `own`, such as the palette over a form. A dialog
 * keeps the focus, so the keys are for the one that has it. Which dialog is in front cannot be told from their order
 * in the page: a form may be over the preview of a document, or under it.
 */
export const isInOtherDialog = (
  own: Element | null,
  focus: Pick<Element, 'closest'> | null = document.activeElement,
): boolean => {
  const dialog = focus?.closest('[role="dialog"][aria-modal="true"]') ?? null;
  return dialog !== null && !dialog.contains(own);
};
