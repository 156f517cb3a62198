/**
 * Handles text in a picker that is not chosen yet. Leaving the field and saving take the highlighted line, and
 * wait for the list if it is still loading. Text without a match stays in the field, and saving reports it. An
 * emptied field has no choice any more. Otherwise the typed text would be lost silently.
 */
import { useEffect, useRef, useState } from 'react';
import type { FormActions, TypedPick } from '../session/form-store';
import type { Option } from './options';

/** The text of the chosen record in a picker: its name if known, otherwise its id. */
export const shownName = (id: string, name: string | undefined, recent: readonly Option[]): string =>
  id === '' ? '' : name || (recent.find((item) => item.id === id)?.name ?? `#${id}`);

/** The attribute with which Mantine marks the highlighted line of a list. */
export const HIGHLIGHT = 'data-combobox-selected';

/** Returns the open list of the field. */
export const openList = (field: HTMLElement | null): HTMLElement | null =>
  document.getElementById(field?.getAttribute('aria-controls') ?? '');

/** Returns the highlighted line of the field's open list; null if there is none. */
const highlightedLine = (field: HTMLElement | null): HTMLElement | null =>
  openList(field)?.querySelector<HTMLElement>(`[${HIGHLIGHT}]`) ?? null;

const takeLine = (line: HTMLElement | null): boolean => {
  line?.click();
  return line !== null;
};

/** Takes the highlighted line of the field's open list; returns false if there is none. */
export const takeHighlighted = (field: HTMLElement | null): boolean => takeLine(highlightedLine(field));

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

/**
 * The text of a picker's input, which Mantine would set back when the field loses the focus. `shown` is the text of
 * the choice when the picker is made. `leave` is called when the focus leaves typed or emptied text; it returns true
 * if the text has become a choice. Its `take` takes the highlighted line, and returns false if there is none.
 */
export const usePickerText = (shown: string, leave: (text: string, take: () => boolean) => boolean) => {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(shown);
  /** True if the user changed the text after the last choice. */
  const [isTyped, setTyped] = useState(false);
  const isTyping = useRef(false);
  const isKept = useRef(false);
  /** The line that was highlighted in the list that is being closed. */
  const lastLine = useRef<HTMLElement | null>(null);
  const takeLast = (): boolean => takeLine(highlightedLine(input.current) ?? lastLine.current);
  const show = (text: string): void => {
    setSearch(text);
    setTyped(false);
  };
  return {
    input,
    search,
    /** What the user typed; null if the input contains the text of the choice. */
    typed: isTyped ? search.trim() : null,
    /** Shows the text of a choice. */
    show,
    props: {
      ref: input,
      searchValue: search,
      // React calls it before `onChange`, in which Mantine reports the new text.
      onInput: () => {
        isTyping.current = true;
      },
      onSearchChange: (text: string) => {
        if (isKept.current) {
          isKept.current = false;
          return;
        }
        setSearch(text);
        setTyped(isTyping.current);
        isTyping.current = false;
      },
      // A press of the mouse outside closes the list, and the focus leaves only then, in the same task.
      onDropdownClose: () => {
        lastLine.current = highlightedLine(input.current);
        setTimeout(() => {
          lastLine.current = null;
        }, 0);
      },
      // In the capture phase, because Mantine then closes the list and sets the text back. If the whole window
      // loses the focus, the user is still in the field.
      onBlurCapture: () => {
        if (!isTyped) return;
        isKept.current = document.activeElement === input.current || !leave(search.trim(), takeLast);
      },
    },
  };
};

/**
 * The text of a picker whose list is loaded. `empty` removes the choice when the text is emptied; absent if there is no
 * choice to remove.
 */
export const useListedText = (
  actions: FormActions,
  { place, shown, empty }: { place: string; shown: string; empty?: (() => void) | undefined },
) => {
  const leave = (text: string, take: () => boolean): boolean => {
    if (text !== '') return take();
    empty?.();
    return true;
  };
  const picker = usePickerText(shown, leave);
  const { typed } = picker;
  const isWaiting = typed !== null && (typed !== '' || empty !== undefined);
  useTypedPick(actions, isWaiting, {
    place,
    take: () => leave(typed ?? '', () => takeHighlighted(picker.input.current)),
  });
  return picker;
};
