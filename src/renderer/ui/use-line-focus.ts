import { type FocusEvent, useEffect, useRef } from 'react';
import { focusShown, screenHeading } from './give-focus';

/**
 * Keeps the focus in a list whose lines disappear by what the user does with them, such as a follow-up that is
 * put off. If the line with the focus is removed, the focus moves to the line that takes its place, or to the
 * last one: to the same button, or to the first. The last buttons of two lines count as the same button, even
 * if the lines have different numbers of buttons. If no line is left, the focus moves to the heading of the
 * screen. The component must render again when its lines change.
 */
export const useLineFocus = <Box extends HTMLElement>(lineSelector: string) => {
  const box = useRef<Box>(null);
  const last = useRef<{ line: Element; at: number; part: number } | null>(null);
  const linesOf = (): Element[] => [...(box.current?.querySelectorAll(lineSelector) ?? [])];
  const buttonsOf = (line: Element | undefined): HTMLElement[] => [
    ...(line?.querySelectorAll('button') ?? []),
  ];
  useEffect(() => {
    if (last.current === null) return;
    const { line, at, part } = last.current;
    const lines = linesOf();
    if (line.isConnected) {
      // Another line may have come before it, or left.
      last.current.at = lines.indexOf(line);
      return;
    }
    if (document.activeElement !== document.body) return;
    last.current = null;
    if (lines.length === 0) return focusShown(screenHeading());
    const buttons = buttonsOf(lines[at] ?? lines.at(-1));
    (buttons.at(part) ?? buttons[0])?.focus();
  });
  return {
    ref: box,
    onFocus: ({ target }: FocusEvent): void => {
      const line = target.closest(lineSelector);
      if (line === null) return;
      const buttons = buttonsOf(line);
      const part = Math.max(0, buttons.indexOf(target as HTMLElement));
      last.current = { line, at: linesOf().indexOf(line), part: part === buttons.length - 1 ? -1 : part };
    },
    /** The user clicked beside the lines, so no line shall take the focus later. */
    onBlur: ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget === null && last.current?.line.isConnected === true) last.current = null;
    },
  };
};
