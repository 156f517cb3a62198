/**
 * Finds the company whose next follow-up `S` plans: the open record or customer's page, otherwise the line
 * with the focus, otherwise the first follow-up on the screen. A line names its company in `data-follow-up`,
 * a grid of companies in its active row.
 */
import { editHere } from './edit-here';

const lineAt = (target: Element): string | null => {
  const grid = target.closest('[role="grid"]');
  const activeCell = grid?.getAttribute('aria-activedescendant');
  const line = activeCell ? grid?.querySelector(`#${CSS.escape(activeCell)}`) : target;
  return line?.closest('[data-follow-up]')?.getAttribute('data-follow-up') ?? null;
};

export const followUpHere = (
  params: Readonly<Record<string, string>>,
  target: EventTarget | null,
): string | null => {
  const edited = editHere(params);
  if (edited?.kind === 'company') return edited.id;
  const line = target instanceof Element ? lineAt(target) : null;
  if (line !== null || params.open !== undefined || params.page !== undefined) return line;
  return document.querySelector('main li[data-follow-up]')?.getAttribute('data-follow-up') ?? null;
};
