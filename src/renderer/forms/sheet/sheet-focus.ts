/** Where the focus goes in a form: to its first field, to a question, to the first field to fix. */
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** A menu that opened the form has closed by then. */
const SETTLE_MS = 160;
/** Notices and issues are rendered by then. */
const RENDERED_MS = 60;

/** For the focus after a save that was refused. It stays where it is if the user has moved it since the save began. */
export interface FocusMove {
  root: HTMLElement | null;
  hasMoved: () => boolean;
}

const moveSoon = ({ root, hasMoved }: FocusMove, move: (root: HTMLElement) => void): void => {
  setTimeout(() => {
    if (root !== null && !hasMoved()) move(root);
  }, RENDERED_MS);
};

/** Focuses an element of a notice, after the notice is rendered. */
export const focusSoon = (move: FocusMove, selector: string): void =>
  moveSoon(move, (root) => root.querySelector<HTMLElement>(selector)?.focus());

/** Focuses the first field with an issue, after the fields have rendered their issues and its group has opened. */
export const focusFirstIssue = (move: FocusMove): void =>
  moveSoon(move, (root) => {
    const place = root.querySelector<HTMLElement>('[data-bad="true"]');
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input:not([type=hidden]):not([disabled]), textarea, button')?.focus();
  });

/**
 * Focuses the first field of a form that opens. A menu that opened the form returns the focus to its button after the
 * sheet got the focus, so it is set again.
 */
export const useFirstFocus = (body: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (body.current && !body.current.contains(document.activeElement))
        (body.current.querySelector<HTMLElement>('[data-autofocus]') ?? body.current).focus();
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [body]);
};

/**
 * Selects the text that a new form has filled in for its first field, when the field gets the focus for the first time.
 * Then what the user types replaces it, as after Tab. Without this, an amount that is typed at once would be added
 * to the digits of the proposed one.
 */
export const useSelectedProposal = (isNew: boolean): ((event: FocusEvent) => void) => {
  const isDone = useRef(!isNew);
  return ({ target }) => {
    if (isDone.current || !(target instanceof HTMLInputElement) || !target.matches('[data-autofocus]'))
      return;
    isDone.current = true;
    target.select();
  };
};
