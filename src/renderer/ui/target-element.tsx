/**
 * Gives an element that is already in the page to a Mantine layer (menu, popover, tooltip) as its target.
 * Mantine expects the target as its child, so Mantine would have to be loaded before the target is rendered.
 */
import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface TargetElementProps {
  target: RefObject<HTMLElement | null>;
  /** The layer sets the following props. */
  ref?: Ref<HTMLElement>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

const useAttribute = (
  target: RefObject<HTMLElement | null>,
  name: string,
  value: string | undefined,
): void => {
  useEffect(() => {
    const element = target.current;
    if (element === null || value === undefined) return;
    element.setAttribute(name, value);
    return () => element.removeAttribute(name);
  }, [target, name, value]);
};

/** The child of `Menu.Target`, `Popover.Target` or `Tooltip`. Renders nothing. */
export const TargetElement = ({ target, ref, ...aria }: TargetElementProps) => {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    const release = ref(target.current);
    return () => {
      if (typeof release === 'function') release();
      else ref(null);
    };
  }, [target, ref]);
  useAttribute(target, 'aria-controls', aria['aria-controls']);
  useAttribute(target, 'aria-describedby', aria['aria-describedby']);
  return null;
};

/**
 * False in the first render. Mantine's layers fade in and remember where the focus was only if they are
 * mounted before they open.
 */
export const useOpenAfterMount = (opened: boolean): boolean => {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && mounted;
};
