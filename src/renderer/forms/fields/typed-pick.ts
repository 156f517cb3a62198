/**
 * Handles text in a picker that is not chosen yet. Tab and saving take the matching line, and wait for the
 * list if it is still loading. Otherwise the typed text would be lost silently.
 */
import { useEffect, useRef } from 'react';
import type { FormActions, TypedPick } from '../session/form-store';
import type { Option } from './options';

/** The text of the chosen record in a picker: its name as far as it is known, otherwise its id. */
export const shownName = (id: string, name: string | undefined, recent: readonly Option[]): string =>
  id === '' ? '' : name || (recent.find((item) => item.id === id)?.name ?? `#${id}`);

/** The text that the user typed; `''` while the input contains only `shown`, the text of the choice. */
export const typedText = (search: string, shown: string): string => (search === shown ? '' : search.trim());

/** Takes the highlighted line of the field's open list; returns false if there is none. */
export const takeHighlighted = (field: HTMLElement | null): boolean => {
  const list = document.getElementById(field?.getAttribute('aria-controls') ?? '');
  const line = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  line?.click();
  return line !== undefined && line !== null;
};

/** Returns true for Tab without modifiers. */
export const isTab = (event: React.KeyboardEvent): boolean =>
  event.key === 'Tab' && !event.altKey && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;

/** Makes saving call `take` first while text is typed and not chosen. */
export const useTypedPick = (actions: FormActions, typed: boolean, pick: TypedPick): void => {
  const latest = useRef(pick);
  useEffect(() => {
    latest.current = pick;
  });
  useEffect(
    () => (typed ? actions.addPick({ ...latest.current, take: () => latest.current.take() }) : undefined),
    [actions, typed],
  );
};
