/**
 * Typed text in a picker with a tree. Mantine highlights no line of a tree while the user types, and Enter takes a
 * line that is not highlighted: the selected one, which would remove it. So this highlights the best match itself.
 */
import { type KeyboardEvent, useEffect } from 'react';
import { useFormActions } from '../session/form-context';
import { NO_MATCH, rankOf } from './best-first';
import { HIGHLIGHT, openList, takeHighlighted, useListedText } from './typed-pick';

const linesOf = (field: HTMLElement | null): HTMLElement[] => [
  ...(openList(field)?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
];

const highlight = (lines: readonly HTMLElement[], line: HTMLElement | undefined): void => {
  for (const one of lines) one.removeAttribute(HIGHLIGHT);
  line?.setAttribute(HIGHLIGHT, 'true');
  line?.scrollIntoView({ block: 'nearest' });
};

/**
 * Highlights the line that matches best, and none of the parents that are only listed above it. A selected line is
 * passed over, because taking it again would remove it from a field with several choices.
 */
const highlightBest = (field: HTMLElement | null, text: string): void => {
  const lines = linesOf(field);
  const [best] = lines
    .filter((line) => line.ariaSelected !== 'true')
    .map((line) => ({ line, rank: rankOf({ value: '', label: line.textContent ?? '' }, text) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank);
  highlight(lines, best?.line);
};

/** Moves the highlight by `step` lines; returns false if the list is closed. */
const moveHighlight = (field: HTMLElement | null, step: 1 | -1): boolean => {
  const lines = linesOf(field);
  const at = lines.findIndex((line) => line.hasAttribute(HIGHLIGHT));
  highlight(lines, lines.at(at === -1 && step === -1 ? -1 : (at + step) % lines.length));
  return lines.length > 0;
};

/** The properties of a `TreeSelect` for its text; parameters as in `useListedText`. */
export const useTreeText = (of: Parameters<typeof useListedText>[1]) => {
  const { input, typed, props } = useListedText(useFormActions(), of);
  const text = typed ?? '';
  useEffect(() => {
    if (text !== '') highlightBest(input.current, text);
  }, [input, text]);
  const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
  return {
    ...props,
    // The list opens after this call.
    onDropdownOpen: () => void setTimeout(() => text !== '' && highlightBest(input.current, text), 0),
    // Before Mantine, which does not know the highlight.
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.nativeEvent.isComposing) return;
      const step = text === '' ? undefined : steps[event.key];
      const isHandled = event.key === 'Enter' || (step !== undefined && moveHighlight(input.current, step));
      if (!isHandled) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter') takeHighlighted(input.current);
    },
  };
};
