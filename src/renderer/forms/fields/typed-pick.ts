/**
 * Text typed into a picker that is not chosen yet. Tab and saving take the line it stands for, and wait for
 * the list where that is still on its way; a picker emptied by them would lose what was typed without a word.
 */
import { useEffect, useRef } from 'react';
import type { FormActions, TypedPick } from '../session/form-store';

/** Takes the highlighted line of the list that is open at this field; false where there is none. */
export const takeHighlighted = (field: HTMLElement | null): boolean => {
  const list = document.getElementById(field?.getAttribute('aria-controls') ?? '');
  const line = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  line?.click();
  return line !== undefined && line !== null;
};

/** A plain Tab, which leaves the field for the next one. */
export const isTab = (event: React.KeyboardEvent): boolean =>
  event.key === 'Tab' && !event.altKey && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;

/** While text is typed and not chosen, saving the form asks `take` first. */
export const useTypedPick = (actions: FormActions, typed: boolean, pick: TypedPick): void => {
  const latest = useRef(pick);
  useEffect(() => {
    latest.current = pick;
  });
  useEffect(
    () =>
      typed ? actions.addPick({ place: latest.current.place, take: () => latest.current.take() }) : undefined,
    [actions, typed],
  );
};
