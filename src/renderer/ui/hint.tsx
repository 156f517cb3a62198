/**
 * Shows a short text beside a control under the pointer or with the focus of the keyboard. A control has a hint
 * from its first frame; only the bubble is loaded later, because it needs the code that places layers.
 */
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useState,
} from 'react';
import { later } from './later';

const HintBubble = later(async () => (await import('./hint-bubble')).HintBubble, { texts: 'first' });
/** Preloads the code of the bubble. */
export const preloadHints = HintBubble.preload;

const DELAY_MS = 400;

interface Handlers {
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
}
interface HintProps {
  label: string;
  /** Keeps the line breaks of the label. */
  multiline?: boolean;
  disabled?: boolean;
  /** The control. The hint replaces its handlers of these events. */
  children: ReactElement<Handlers>;
}

/**
 * Shows the hint after the pointer or the focus of the keyboard rested for a moment; hides it when that leaves, or
 * with Escape. A touch or a click shows nothing.
 */
export const Hint = ({ label, multiline = false, disabled = false, children }: HintProps) => {
  /** The element under the pointer or with the focus. */
  const [over, setOver] = useState<HTMLElement | null>(null);
  /** The element that the bubble is or was placed at. */
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState(false);
  const isWanted = over !== null && !disabled;
  const leave = (): void => setOver(null);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => {
      setTarget(over);
      setShown(true);
    }, DELAY_MS);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOver(null);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
      setShown(false);
    };
  }, [isWanted, over]);
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => {
          if (pointerType !== 'touch') setOver(currentTarget);
        },
        onPointerLeave: leave,
        onFocus: ({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setOver(currentTarget);
        },
        onBlur: leave,
      })}
      {target === null ? null : (
        <HintBubble target={target} label={label} multiline={multiline} shown={shown} />
      )}
    </>
  );
};
